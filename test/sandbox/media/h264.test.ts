import { describe, expect, it } from 'vitest';
import { fillSpan } from '../../../src/media/drawing/canvas.ts';
import { createBitWriter, nalUnit } from '../../../src/sandbox/h264/bit-writer.ts';
import type { Planes } from '../../../src/sandbox/h264/planes.ts';
import { createCoder } from '../../../src/sandbox/media/h264.ts';
import { createBitReader, decodeSlice, payloadOf } from './fixtures/decode-slice.ts';
import { planesOf } from './fixtures/planes-of.ts';
import { testCanvas } from './fixtures/test-canvas.ts';

/** The bits a writer has written, the trailing one left out. */
function bitsOf(write: (bits: ReturnType<typeof createBitWriter>) => void): string {
  const bits = createBitWriter(64);
  write(bits);
  const text = Array.from(bits.finish(), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return text.slice(0, text.lastIndexOf('1'));
}

describe('fields of bits', () => {
  it('are written most significant bit first, over the bounds of bytes', () => {
    expect(
      bitsOf((bits) => {
        bits.unsigned(0b101, 3);
        bits.unsigned(0xabcd, 16);
        bits.unsigned(0xffff_ffff, 32);
      }),
    ).toBe(`101${(0xabcd).toString(2)}${'1'.repeat(32)}`);
  });

  it('are Exp-Golomb codes as in table 9-2', () => {
    const codes = ['1', '010', '011', '00100', '00101', '00110', '00111', '0001000', '0001001', '0001010'];
    expect(codes.map((_, value) => bitsOf((bits) => bits.expGolomb(value)))).toEqual(codes);
    expect(bitsOf((bits) => bits.expGolomb(254))).toBe('000000011111111');
    expect(bitsOf((bits) => bits.expGolomb(255))).toBe('00000000100000000');
  });

  it('end in a one and zeros up to a whole byte', () => {
    const bits = createBitWriter(8);
    bits.unsigned(0b11, 2);
    expect([...bits.finish()]).toEqual([0b1110_0000]);
    const whole = createBitWriter(8);
    whole.bytes(Uint8Array.of(7));
    expect([...whole.finish()]).toEqual([7, 0x80]);
  });
});

describe('a NAL unit', () => {
  it.each([
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      [0, 0, 1, 0x80],
      [0, 0, 3, 1, 0x80],
    ],
    [
      [0, 0, 0, 0, 0, 1],
      [0, 0, 3, 0, 0, 3, 0, 1],
    ],
    [
      [0, 0, 2],
      [0, 0, 3, 2],
    ],
    [
      [0, 0, 3, 0x80],
      [0, 0, 3, 3, 0x80],
    ],
    [
      [0, 0, 4, 0, 0, 0x80],
      [0, 0, 4, 0, 0, 0x80],
    ],
    [
      [9, 0, 0, 0, 5],
      [9, 0, 0, 3, 0, 5],
    ],
    [
      [0, 1, 0, 2, 0],
      [0, 1, 0, 2, 0],
    ],
  ])('of the payload %j has no start code within it', (payload, expected) => {
    const unit = nalUnit(7, Uint8Array.from(payload));
    expect([...unit]).toEqual([0x67, ...expected]);
    expect([...payloadOf(unit)]).toEqual(payload);
  });
});

const format = { width: 90, height: 70, keyInterval: 20 };

const bytesOf = ({ luma, chroma }: Planes): Buffer =>
  Buffer.concat([luma, ...chroma].map(({ samples }) => Buffer.from(samples.buffer)));

describe.each([8, 10] as const)('a stream of %i bits', (sampleBits) => {
  it('decodes to exactly what was coded, key pictures and changed ones', () => {
    const canvas = testCanvas(format.width, format.height);
    const coder = createCoder({ ...format, sampleBits });
    let before: Planes | undefined;
    const seen: (number | undefined)[] = [];
    for (let frame = 0; frame < 45; frame++) {
      const area = { x: (frame * 7) % 80, y: (frame * 5) % 60, width: 9, height: 8 };
      for (let y = area.y; y < area.y + area.height; y++) {
        fillSpan(canvas, { left: area.x, right: area.x + area.width, y }, 0x00_10_20 + frame * 0x03_05_01);
      }
      const { unit, isKey } = coder.code(canvas, [area]);
      const decoded = decodeSlice(unit, { ...format, sampleBits }, before);
      expect(isKey).toBe(frame % 20 === 0);
      expect(decoded.frameNumber).toBe((frame % 20) % 16);
      expect(bytesOf(decoded.planes).equals(bytesOf(planesOf(canvas, sampleBits)))).toBe(true);
      if (isKey) {
        expect(decoded.predictedCount).toBeGreaterThan(0);
        expect(decoded.rawCount).toBeGreaterThan(0);
        seen.push(decoded.idrPictureId);
      }
      before = decoded.planes;
    }
    expect(seen).toEqual([0, 1, 0]);
  });

  it('costs a few bytes where nothing changes, whatever area is named', () => {
    const canvas = testCanvas(format.width, format.height);
    const coder = createCoder({ ...format, sampleBits });
    coder.code(canvas, []);
    const { unit } = coder.code(canvas, [{ x: -20, y: -20, width: 500, height: 500 }]);
    expect(unit.length).toBeLessThan(10);
  });

  it('says its profile, level, depth, size and crop before the first picture', () => {
    const coder = createCoder({ ...format, width: 1470, height: 630, sampleBits });
    coder.code(testCanvas(1470, 630), []);
    const { sequence } = coder.parameters;
    const bits = createBitReader(payloadOf(sequence));
    const profile = sampleBits === 8 ? [66, 0xc0] : [110, 0];
    expect([bits.unsigned(8), bits.unsigned(8), bits.unsigned(8)]).toEqual([...profile, 51]);
    expect(bits.expGolomb()).toBe(0);
    if (sampleBits === 10) {
      const [chromaFormat, luma, chroma] = [bits.expGolomb(), bits.expGolomb(), bits.expGolomb()];
      expect({ chromaFormat, luma, chroma }).toEqual({ chromaFormat: 1, luma: 2, chroma: 2 });
      expect(bits.unsigned(2)).toBe(0);
    }
    const [, order, references] = [bits.expGolomb(), bits.expGolomb(), bits.expGolomb()];
    expect([order, references]).toEqual([2, 1]);
    bits.unsigned(1);
    expect([bits.expGolomb() + 1, bits.expGolomb() + 1]).toEqual([92, 40]);
    expect(bits.unsigned(3)).toBe(0b111);
    expect([bits.expGolomb(), bits.expGolomb(), bits.expGolomb(), bits.expGolomb()]).toEqual([0, 1, 0, 5]);
  });
});
