import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toldClock } from '../../../src/api/transport/clock.ts';
import { createRetryBudget } from '../../../src/api/transport/rate-gate.ts';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';
import { createObjectSink, NameTakenError } from '../../../src/outputs/bucket/object-sink.ts';
import { createObjectStore } from '../../../src/outputs/bucket/object-store.ts';
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
      ...{ key: 'a.png', contentType: 'image/png', says: {}, condition: 'free' },
      isSame: async () => isSame,
    },
    { begin: () => ({ named() {}, over() {} }) },
    { bytes: ours.length, head: ours, totalBytes: ours.length },
  );
  await sink.write(ours);
  await sink.seal();
  const content = { bytes: ours.length, sha256: digestOf(ours) };
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
