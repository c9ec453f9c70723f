import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { ContainerFormat } from '../../service/wire-values.ts';
import { profiles } from '../h264/parameter-sets.ts';
import type { Soundtrack } from '../sound/soundtrack.ts';
import type { CodedPicture, StreamParameters } from './h264.ts';
import { framesPerSecond } from './rendering.ts';

/** A coded clip that is not in a container yet. */
export interface CodedClip {
  /** Sides as shown. Unit: px. */
  width: number;
  height: number;
  pictures: readonly CodedPicture[];
  parameters: StreamParameters;
  /** Undefined for a silent clip, whose file has no audio track. */
  soundtrack: Soundtrack | undefined;
}

const formats = { mp4: Mp4OutputFormat, mov: MovOutputFormat } as const satisfies Record<
  ContainerFormat,
  unknown
>;
const colours = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/**
 * An MP4 or a MOV with its index before its samples, so that a player can begin before it has the whole file. The same clip
 * gives the same bytes. This file loads mediabunny: import it only when a clip is to be made.
 */
export async function muxClip(clip: CodedClip, container: ContainerFormat): Promise<Uint8Array> {
  const { soundtrack } = clip;
  const target = new BufferTarget();
  const output = new Output({ format: new formats[container]({ fastStart: 'in-memory' }), target });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { frameRate: framesPerSecond });
  const audio = soundtrack === undefined ? undefined : new EncodedAudioPacketSource(soundtrack.codec);
  if (audio !== undefined) output.addAudioTrack(audio);
  await output.start();
  // The order of the calls does not matter: the muxer arranges packets by time.
  await addPictures(video, clip);
  if (audio !== undefined && soundtrack !== undefined) await addSound(audio, soundtrack);
  await output.finalize();
  const file = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  clearBoxTimes(file);
  return file;
}

async function addPictures(source: EncodedVideoPacketSource, clip: CodedClip): Promise<void> {
  const { width, height, pictures, parameters } = clip;
  const description = {
    decoderConfig: {
      codec: avcCodecString(parameters),
      codedWidth: width,
      codedHeight: height,
      colorSpace: colours,
      description: avcConfiguration(parameters),
    },
  };
  for (const [order, { unit, isKey }] of pictures.entries()) {
    const begin = order / framesPerSecond;
    const packet = new EncodedPacket(avcSample(unit), isKey ? 'key' : 'delta', begin, 1 / framesPerSecond);
    await source.add(packet, description);
  }
  source.close();
}

async function addSound(source: EncodedAudioPacketSource, { config, packets }: Soundtrack): Promise<void> {
  const { sampleRate } = config;
  let begin = 0;
  for (const { bytes, frames } of packets) {
    const packet = new EncodedPacket(bytes, 'key', begin / sampleRate, frames / sampleRate);
    await source.add(packet, { decoderConfig: config });
    begin += frames;
  }
  source.close();
}

/** Their header is their size and their type, then come a version and flags, then the times: twice 8 bytes in version 1, else twice 4. */
const timedBoxes = ['mvhd', 'tkhd', 'mdhd'];

/**
 * Sets the creation and modification times of a file, its tracks and their media to zero, in place. A muxer writes the current
 * time there, but equal requests must give equal bytes. The boxes are in the index, which stands before the samples.
 * @see ISO/IEC 14496-12 clauses 8.2.2, 8.3.2 and 8.4.2
 */
function clearBoxTimes(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const index = bytes.subarray(0, bytes.indexOf('mdat'));
  for (const type of timedBoxes)
    for (let at = index.indexOf(type); at >= 0; at = index.indexOf(type, at + 1)) {
      const times = at + type.length + 4;
      index.fill(0, times, times + (index[at + type.length] === 1 ? 16 : 8));
    }
}

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
