import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toldClock } from '../../../src/api/transport/clock.ts';
import { createRetryBudget } from '../../../src/api/transport/rate-gate.ts';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';
import {
  createObjectSink,
  createSeenSpans,
  NameTakenError,
} from '../../../src/outputs/bucket/object-sink.ts';
import { createObjectStore } from '../../../src/outputs/bucket/object-store.ts';
import { endsWhole, type OutputKind } from '../../../src/outputs/downloads/output-kind.ts';
import { png } from '../../api/download-bench.ts';
import { createFakeClock } from '../../api/fake-clock.ts';
import { type DoubleOptions, objectOf } from '../../stores/double-state.ts';
import { doubleKey, startStoreDouble } from '../../stores/store-double.ts';

const ours = Buffer.from('our picture');
const theirs = Buffer.from('another picture');

/** An output that is on its way to a key of a store, and whether what has the key counts as it. */
async function sinkAt(options: DoubleOptions, isSame: boolean) {
  const clock = createFakeClock();
  const double = await startStoreDouble({ nowMs: clock.nowMs, ...options });
  const exchange = createUndiciExchange();
  onTestFinished(async () => {
    await exchange.close();
    await double.close();
  });
  const { id: accessKeyId, secret: secretAccessKey } = doubleKey;
  const credentials = { accessKeyId, secretAccessKey, sessionToken: undefined, expiresAtMs: undefined };
  const store = createObjectStore({
    address: { bucket: 'shots', endpoint: double.endpoint, region: 'us-east-1' },
    credentials: { get: async () => ({ ...credentials, source: 'a test' }), renewed: async () => undefined },
    ...{ exchange, clock, told: toldClock(clock), random: () => 0, userAgent: 'test' },
    ...{ signingKeys: new Map(), budget: createRetryBudget() },
  });
  const sink = createObjectSink(
    store,
    {
      ...{ key: 'a.png', contentType: 'image/png', metadata: {}, condition: 'free' },
      isSame: async () => isSame,
    },
    { begin: () => ({ named() {}, over() {} }) },
  );
  await sink.write(ours);
  const content = { bytes: ours.length, sha256: await sink.seal() };
  return { double, finish: () => sink.finish(content) };
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('an output whose name was free when that was looked at', () => {
  it('is not there where another one has the name by now: it needs another name', async () => {
    const { double, finish } = await sinkAt({}, false);
    double.objects.set('a.png', objectOf(double, theirs, {}));
    await expect(finish()).rejects.toBeInstanceOf(NameTakenError);
    expect(double.objects.get('a.png')?.sha256).toBe(digestOf(theirs));
  });

  it('is there where the one that has the name by now is the same', async () => {
    const { double, finish } = await sinkAt({}, true);
    double.objects.set('a.png', objectOf(double, ours, {}));
    expect(await finish()).toBe('s3://shots/a.png');
  });

  it('is there where the store put it, and its answer was lost', async () => {
    const { double, finish } = await sinkAt(
      { fault: ({ what }, before) => (what === 'PUT object' && before === 0 ? 'cut after' : undefined) },
      true,
    );
    expect(await finish()).toBe('s3://shots/a.png');
    expect(double.objects.get('a.png')?.sha256).toBe(digestOf(ours));
  });
});

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

/** Whether bytes that went by in pieces of a length end as their kind must. */
function seenWhole(kind: OutputKind, bytes: Buffer, pieceBytes: number): boolean {
  const seen = createSeenSpans();
  for (let at = 0; at < bytes.length; at += pieceBytes) seen.note(bytes.subarray(at, at + pieceBytes));
  return endsWhole(kind, seen.read, bytes.length);
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
    const boxes = Buffer.concat([box('ftyp', 16), ...Array.from({ length: 20_000 }, () => box('free', 8))]);
    expect(seenWhole('mp4', boxes, 65_536)).toBe(false);
  });
});
