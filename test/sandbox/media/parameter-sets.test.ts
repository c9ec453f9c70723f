import { describe, expect, it } from 'vitest';
import { sequenceParameterSet } from '../../../src/sandbox/h264/parameter-sets.ts';
import { avcCodecString, avcConfiguration, avcSample } from '../../../src/sandbox/media/container.ts';
import { type BitReader, createBitReader, payloadOf } from './fixtures/decode-slice.ts';

/** The fields of a set before those on how to show it, which most frames without a crop share. */
function skipToUsability(bits: BitReader): void {
  for (const field of [8, 8, 8]) bits.unsigned(field); // profile, constraints, level
  for (let field = 0; field < 4; field++) bits.expGolomb(); // id, frame numbers, order, references
  bits.unsigned(1);
  bits.expGolomb();
  bits.expGolomb();
  bits.unsigned(3); // frames only, inference, no crop
}

describe('a sequence parameter set', () => {
  it('says how to show the pictures: square pixels, BT.709 in the limited range, the rate, in order', () => {
    const unit = sequenceParameterSet({
      width: 1280,
      height: 720,
      sampleBits: 8,
    });
    expect(unit[0]).toBe(0x67);
    const bits = createBitReader(payloadOf(unit));
    skipToUsability(bits);
    expect(bits.unsigned(1)).toBe(1);
    expect({ given: bits.unsigned(1), aspect: bits.unsigned(8) }).toEqual({ given: 1, aspect: 1 });
    expect({ overscan: bits.unsigned(1), video: bits.unsigned(1) }).toEqual({ overscan: 0, video: 1 });
    expect({ format: bits.unsigned(3), fullRange: bits.unsigned(1) }).toEqual({ format: 5, fullRange: 0 });
    expect([bits.unsigned(1), bits.unsigned(8), bits.unsigned(8), bits.unsigned(8)]).toEqual([1, 1, 1, 1]);
    expect([bits.unsigned(1), bits.expGolomb(), bits.expGolomb()]).toEqual([1, 1, 1]);
    const [timed, ticks, scale, fixed] = [1, 32, 32, 1].map((length) => bits.unsigned(length));
    // A frame is two ticks.
    expect({ timed, ticks, scale, fixed }).toEqual({ timed: 1, ticks: 1, scale: 48, fixed: 1 });
    expect([bits.unsigned(1), bits.unsigned(1), bits.unsigned(1)]).toEqual([0, 0, 0]);
    expect([bits.unsigned(1), bits.unsigned(1)]).toEqual([1, 1]);
    for (let field = 0; field < 4; field++) bits.expGolomb();
    expect({ reordered: bits.expGolomb(), buffered: bits.expGolomb() }).toEqual({
      reordered: 0,
      buffered: 1,
    });
    expect(bits.hasMore()).toBe(false);
  });
});

describe('the configuration in an MP4', () => {
  const sequence = Uint8Array.of(0x67, 0x42, 0xc0, 31);
  const picture = Uint8Array.of(0x68, 4);
  const parameters = { sampleBits: 8, sequence, picture } as const;

  it('repeats profile and level and holds both parameter sets', () => {
    expect(Buffer.from(avcConfiguration(parameters)).toString('hex')).toBe(
      '0142c01f' + 'ff' + 'e1' + '00046742c01f' + '01' + '00026804',
    );
  });

  it('goes on with chroma and depths where there are more than eight bits', () => {
    const high10 = { sampleBits: 10, sequence: Uint8Array.of(0x67, 110, 0, 31), picture } as const;
    expect(Buffer.from(avcConfiguration(high10)).toString('hex')).toBe(
      '016e001f' + 'ff' + 'e1' + '0004676e001f' + '01' + '00026804' + 'fd' + 'fa' + 'fa' + '00',
    );
    expect(avcCodecString(high10)).toBe('avc1.6e001f');
  });

  it('is spelled as browsers do', () => {
    expect(avcCodecString(parameters)).toBe('avc1.42c01f');
  });

  it('counts on four bytes of length before a sample', () => {
    expect([...avcSample(picture)]).toEqual([0, 0, 0, 2, 0x68, 4]);
  });
});
