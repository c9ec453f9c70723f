import { profiles } from '../h264/parameter-sets.ts';
import type { StreamParameters } from './h264.ts';

/** Bytes of the length before each NAL unit of a sample. */
const unitLengthBytes = 4;

/** The decoder configuration record that an MP4 or MOV keeps in its avcC box. @see ISO/IEC 14496-15 clause 5.3.3.1 */
export function avcConfiguration(parameters: StreamParameters): Uint8Array {
  const { sampleBits, sequence, picture } = parameters;
  const reserved = { six: 0b1111_1100, five: 0b1111_1000, three: 0b1110_0000 };
  const depth = reserved.five | (sampleBits - 8);
  // chroma_format 4:2:0, the depths of luma and chroma, no extensions of the sequence parameter set
  const depths = profiles[sampleBits].hasDepths ? [reserved.six | 1, depth, depth, 0] : [];
  return Buffer.concat([
    Uint8Array.of(1, ...profileAndLevel(sequence), reserved.six | (unitLengthBytes - 1)),
    Uint8Array.of(reserved.three | 1), // one sequence parameter set
    lengthBefore(sequence, 2),
    Uint8Array.of(1), // one picture parameter set
    lengthBefore(picture, 2),
    Uint8Array.from(depths),
  ]);
}

/** A NAL unit with its length before it, as a sample holds it. @see ISO/IEC 14496-15 clause 5.3.4.2 */
export function avcSample(unit: Uint8Array): Uint8Array {
  return lengthBefore(unit, unitLengthBytes);
}

/** The codec as browsers spell it, such as avc1.42c01f. @see RFC 6381 section 3.3 */
export function avcCodecString({ sequence }: StreamParameters): string {
  return `avc1.${Buffer.from(profileAndLevel(sequence)).toString('hex')}`;
}

/** The profile, its constraints and the level, which follow the header of a sequence parameter set. */
function profileAndLevel(sequence: Uint8Array): Uint8Array {
  return sequence.subarray(1, 4);
}

function lengthBefore(unit: Uint8Array, lengthBytes: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(lengthBytes + unit.length);
  bytes.writeUIntBE(unit.length, 0, lengthBytes);
  bytes.set(unit, lengthBytes);
  return bytes;
}
