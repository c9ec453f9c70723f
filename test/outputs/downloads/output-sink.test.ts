import { describe, expect, it } from 'vitest';
import { type OutputKind, ReceivedBytes } from '../../../src/outputs/downloads/output-sink.ts';
import { png } from '../../api/download-bench.ts';

/** A box of MP4: its size, its name, and what is in it. */
function box(name: string, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes, 0x61);
  whole.writeUInt32BE(bytes);
  whole.write(name, 4, 'latin1');
  return whole;
}

function largeBox(name: string, bytes: number): Buffer {
  const whole = box(name, bytes);
  whole.writeUInt32BE(1);
  whole.writeBigUInt64BE(BigInt(bytes), 8);
  return whole;
}

/** Tells if bytes that went by in pieces of a length end as their kind must. */
function seenWhole(kind: OutputKind, bytes: Buffer, pieceBytes: number): boolean {
  const received = new ReceivedBytes();
  for (let at = 0; at < bytes.length; at += pieceBytes) received.add(bytes.subarray(at, at + pieceBytes));
  return received.endsWhole(kind);
}

const clip = Buffer.concat([
  box('ftyp', 24),
  box('free', 8),
  largeBox('mdat', 5000),
  box('moov', 300),
  box('free', 8),
]);

describe('a stream whose length nobody told', () => {
  it.each([1, 7, 16, 1000, 100_000])('is known to be whole or not, in pieces of %d bytes', (pieceBytes) => {
    expect(seenWhole('mp4', clip, pieceBytes)).toBe(true);
    expect(seenWhole('mp4', clip.subarray(0, -1), pieceBytes)).toBe(false);
    expect(seenWhole('mp4', clip.subarray(0, 3000), pieceBytes)).toBe(false);
    expect(seenWhole('mp4', clip.subarray(0, 5032), pieceBytes)).toBe(false);
    const picture = png(5000);
    expect(seenWhole('png', picture, pieceBytes)).toBe(true);
    expect(seenWhole('png', picture.subarray(0, 4000), pieceBytes)).toBe(false);
    const wave = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(500)]);
    wave.writeUInt32LE(wave.length - 8, 4);
    expect(seenWhole('wav', wave, pieceBytes)).toBe(true);
    expect(seenWhole('wav', wave.subarray(0, 400), pieceBytes)).toBe(false);
    const photo = Buffer.concat([Buffer.alloc(500, 1), Buffer.from([0xff, 0xd9, 0, 0])]);
    expect(seenWhole('jpeg', photo, pieceBytes)).toBe(true);
    expect(seenWhole('jpeg', photo.subarray(0, 500), pieceBytes)).toBe(false);
  });

  it('of boxes without end is no clip, and takes no memory for them', () => {
    const boxes = Buffer.concat([box('ftyp', 16), ...Array.from({ length: 120_000 }, () => box('free', 8))]);
    expect(seenWhole('mp4', boxes, 65_536)).toBe(false);
  });
});
