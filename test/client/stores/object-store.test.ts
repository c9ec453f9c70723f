import { describe, expect, it, onTestFinished } from 'vitest';
import type { StoreCredentials } from '../../../src/client/stores/credentials/credential-source.ts';
import { createObjectStore } from '../../../src/client/stores/object-store.ts';
import { proveConditions } from '../../../src/client/stores/prove-conditions.ts';
import { createRetryBudget } from '../../../src/client/transport/retry-budget.ts';
import { createUndiciExchange } from '../../../src/client/transport/undici-exchange.ts';
import type { DoubleOptions } from '../../stores/double-state.ts';
import { doubleKey, startStoreDouble } from '../../stores/store-double.ts';
import { createFakeClock } from '../fake-clock.ts';
import { type Step, startService } from '../loopback-service.ts';

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

function storeAt(endpoint: string, credentials: Credentials) {
  const exchange = createUndiciExchange();
  onTestFinished(() => exchange.close());
  return createObjectStore({
    address: { bucket: 'shots', endpoint, region: 'us-east-1' },
    credentials: { get: async () => credentials.first, renewed: async () => credentials.second },
    exchange,
    clock: createFakeClock(),
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

  it('that can’t be read is no empty one', async () => {
    await expect(listed('<html>please sign in<br></html>')).rejects.toMatchObject({
      code: 'store_list_unreadable',
    });
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
