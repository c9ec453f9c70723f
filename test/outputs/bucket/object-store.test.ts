import { describe, expect, it, onTestFinished } from 'vitest';
import { toldClock } from '../../../src/api/transport/clock.ts';
import type { Exchange } from '../../../src/api/transport/exchange.ts';
import { createRetryBudget } from '../../../src/api/transport/rate-gate.ts';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';
import { createObjectStore } from '../../../src/outputs/bucket/object-store.ts';
import type { StoreCredentials } from '../../../src/outputs/credentials/credentials.ts';
import { proveConditions } from '../../../src/outputs/destinations/bucket-ready.ts';
import { createFakeClock } from '../../api/fake-clock.ts';
import { type Step, startService } from '../../api/loopback-service.ts';
import type { DoubleOptions } from '../../stores/double-state.ts';
import { doubleKey, startStoreDouble } from '../../stores/store-double.ts';

const good: StoreCredentials = {
  accessKeyId: doubleKey.id,
  secretAccessKey: doubleKey.secret,
  sessionToken: undefined,
  expiresAtMs: undefined,
  source: 'a test',
};

interface Credentials {
  first: StoreCredentials;
  /** What they are renewed to. */
  second?: StoreCredentials;
}

function storeAt(
  endpoint: string,
  credentials: Credentials,
  clock = createFakeClock(),
  exchange: Exchange = createUndiciExchange(),
) {
  onTestFinished(() => exchange.close());
  return createObjectStore({
    address: { bucket: 'shots', endpoint, region: 'us-east-1' },
    credentials: { get: async () => credentials.first, renewed: async () => credentials.second },
    exchange,
    clock,
    told: toldClock(clock),
    random: () => 0,
    userAgent: 'test',
    signingKeys: new Map(),
    budget: createRetryBudget(),
  });
}

async function storeWith(options: DoubleOptions, credentials: Credentials = { first: good }) {
  const double = await startStoreDouble({ nowMs: createFakeClock().nowMs, ...options });
  onTestFinished(double.close);
  return { double, store: storeAt(double.endpoint, credentials) };
}

describe('a machine whose clock is off', () => {
  it.each([2, -2])('by %i h has its signatures taken by the time of the store', async (hours) => {
    const { double } = await storeWith({});
    const right = createFakeClock();
    const clock = { ...right, nowMs: () => right.nowMs() + hours * 3_600_000 };
    const store = storeAt(double.endpoint, { first: good }, clock);
    expect(await store.facts('a')).toBeUndefined();
    expect(await store.facts('b')).toBeUndefined();
  });
});

describe('a bucket in another region than was guessed', () => {
  it('answers all calls that were under way when that was found out', async () => {
    const { store } = await storeWith({ region: 'eu-central-1' });
    const looks = ['a', 'b', 'c', 'd'].map((key) => store.facts(key));
    expect(await Promise.all(looks)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('credentials that expire', () => {
  it('are renewed also where the answer has no body to say so', async () => {
    const old = { ...good, accessKeyId: 'AKIAOLD', secretAccessKey: 'old', sessionToken: 'token' };
    const keys = new Map([
      ['AKIAOLD', { secret: 'old', token: 'token', isExpired: true }],
      [doubleKey.id, { secret: doubleKey.secret }],
    ]);
    const { store } = await storeWith({ keys }, { first: old, second: good });
    expect(await store.facts('a.mp4')).toBeUndefined();
  });
});

describe('a list', () => {
  async function listed(...bodies: string[]) {
    const service = await startService(
      ...bodies.map(
        (body): Step =>
          (response) =>
            response.end(body),
      ),
    );
    const keys: string[] = [];
    for await (const { key } of storeAt(service.baseUrl, { first: good }).list('')) keys.push(key);
    return keys;
  }
  const page = (more: string) =>
    `<ListBucketResult><Contents><Key>a.mp4</Key><Size>1</Size></Contents>${more}</ListBucketResult>`;

  it('that can’t be read is no empty one, and is asked for again', async () => {
    const signIn = '<html>please sign in<br></html>';
    await expect(listed(...Array.from({ length: 6 }, () => signIn))).rejects.toMatchObject({
      code: 'store_answer_unusable',
      exitCode: 14,
    });
    expect(await listed(signIn, page(''))).toEqual(['a.mp4']);
  });

  it('that goes on and does not say where is not taken for a whole one', async () => {
    await expect(listed(page('<IsTruncated>true</IsTruncated>'))).rejects.toMatchObject({
      code: 'store_list_unreadable',
    });
  });

  it('that begins again is not followed for ever', async () => {
    const again = page('<IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken>');
    await expect(listed(again, again)).rejects.toMatchObject({ code: 'store_list_unreadable' });
  });

  it('has no keys that no address keeps', async () => {
    const odd = ['a/../b', './a', 'a/..', '&#xD800;'].map((key) => `<Contents><Key>${key}</Key></Contents>`);
    expect(
      await listed(
        `<ListBucketResult>${odd.join('')}<Contents><Key>a//b</Key></Contents></ListBucketResult>`,
      ),
    ).toEqual(['a//b']);
  });
});

describe('the trial of a store', () => {
  it('is not misled by an answer that was lost', async () => {
    const { double, store } = await storeWith({
      fault: ({ what }, before) => (what === 'PUT object' && before === 0 ? 'cut after' : undefined),
    });
    expect(await proveConditions(store, 'probe')).toBe('kept');
    expect(double.objects.size).toBe(0);
  });
});

describe('an answer that is no store’s', () => {
  const words = { 'content-type': 'video/mp4' };
  const body = Buffer.from('a clip');
  const page = { headers: { 'content-type': 'text/html', etag: '"1"' }, body: '<html>please sign in' };
  type Call = (store: ReturnType<typeof storeAt>) => Promise<unknown>;
  const calls: Record<string, Call> = {
    'PUT object': (store) => store.put('a.mp4', body, words, 'free'),
    'HEAD object': (store) => store.facts('a.mp4'),
    'GET object': (store) => store.read('a.mp4'),
    'DELETE object': (store) => store.remove('a.mp4'),
    'POST begin': (store) => store.begin('a.mp4', words),
    'PUT part': (store) => store.part({ key: 'a.mp4', uploadId: 'u' }, 1, body),
    'POST complete': (store) => store.complete({ key: 'a.mp4', uploadId: 'u' }, ['"1"'], 'free'),
    'DELETE upload': (store) => store.abort({ key: 'a.mp4', uploadId: 'u' }),
  };
  const odd = [
    ...[200, 206, 302, 511].map((status) => ({ status, ...page })),
    { status: 200, body: '<?xml version="1.0"?>   ' },
    {
      status: 200,
      body: '<InitiateMultipartUploadResult><UploadId></UploadId></InitiateMultipartUploadResult>',
    },
    { status: 200, body: '<InitiateMultipartUploadResult><UploadId>a' },
    { status: 204, headers: { etag: '' } },
  ];

  it.each(Object.keys(calls))('is never taken for one to %s', async (what) => {
    for (const answer of odd) {
      // Nothing comes of it: it is what S3 itself answers.
      if (answer.status === 204 && what.startsWith('DELETE')) continue;
      const { double, store } = await storeWith({
        fault: (call) => (call.what === what ? { ...answer, isDone: false } : undefined),
      });
      const ended = calls[what]?.(store);
      await expect(ended, JSON.stringify(answer)).rejects.toMatchObject(
        answer.status === 511
          ? { code: 'store_error', exitCode: 9 }
          : { code: 'store_answer_unusable', exitCode: 14 },
      );
      expect(double.seen).toHaveLength(6);
    }
  });

  it('is 9 where it is an error within a 200 that stays', async () => {
    const fault = () => ({ status: 200, code: 'InternalError' });
    const { store } = await storeWith({ fault });
    await expect(calls['POST complete']?.(store)).rejects.toMatchObject({ exitCode: 9 });
  });
});

describe('an object that breaks off, and whose length tells', () => {
  it('has no hash, however often it is read', async () => {
    let reads = 0;
    const exchange: Exchange = {
      async send() {
        reads += 1;
        const headers = { etag: '"1"', 'content-length': '9' };
        return { status: 200, headers, body: chunksOf('a cl'), discard: async () => {} };
      },
      close: async () => {},
    };
    const store = storeAt('http://127.0.0.1:9', { first: good }, createFakeClock(), exchange);
    expect(await store.hash('a.mp4')).toBeUndefined();
    expect(reads).toBe(6);
  });
});

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('an upload', () => {
  const words = { 'content-type': 'video/mp4' };
  const spoilt = { status: 200, body: '<InitiateMultipartUploadResult><UploadId>a', isDone: true };

  it.each(['cut after', spoilt] as const)(
    'that was begun twice, as an answer was lost, is ended once',
    async (lost) => {
      const { double, store } = await storeWith({
        fault: ({ what }, before) => (what === 'POST begin' && before === 0 ? lost : undefined),
      });
      const nowMs = createFakeClock().nowMs();
      double.uploads.set('theirs', {
        key: 'a.mp4',
        headers: {},
        begunMs: nowMs - 60_000,
        parts: new Map(),
      });
      double.uploads.set('other', { key: 'a.mp4.b', headers: {}, begunMs: nowMs, parts: new Map() });
      const uploadId = await store.begin('a.mp4', words);
      expect([...double.uploads.keys()]).toEqual(['theirs', 'other', uploadId]);
    },
  );

  it('that the store does not know any more is told as lost, with 14', async () => {
    const { store } = await storeWith({});
    const upload = { key: 'a.mp4', uploadId: 'gone' };
    await expect(store.part(upload, 1, Buffer.from('a'))).rejects.toMatchObject({
      code: 'store_upload_lost',
      exitCode: 14,
    });
    expect(await store.complete(upload, ['"1"'], 'free')).toBe('lost');
  });
});
