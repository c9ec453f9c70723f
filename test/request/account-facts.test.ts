import { expect, it } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { fixedKey } from '../../src/account/keys/account-key.ts';
import { createApi } from '../../src/api/transport/api.ts';
import { factsReader } from '../../src/request/account-facts.ts';
import { buildAndCheck } from '../../src/request/rules/build-and-check.ts';
import type { AskedRequest } from '../../src/request/rules/judge-request.ts';
import { createFakeClock } from '../api/fake-clock.ts';
import { none } from '../compose/no-defaults.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { ledgerInTemp } from '../ledger/fixtures/open-ledger.ts';

const account: Account = {
  profile: 'work',
  baseUrl: 'https://api.example.com',
  embedded: false,
  keySource: 'stored',
  stored: undefined,
};
const noMedia = { media: [], findings: [] };
const properties = { prompt: { type: 'string' }, seconds: { type: 'integer' } };
const models = [{ id: 'vendor-a/video-1', media: 'video', input_schema: { type: 'object', properties } }];

/** The real ports of a command over a service that answers every request alike, and how often each was asked. */
function countedPorts(status: number, answer: unknown) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const folder = tempFolder();
  const clock = createFakeClock();
  const { ledger } = ledgerInTemp();
  const api = createApi({
    baseUrl: account.baseUrl,
    key: fixedKey('key-of-tests'),
    exchange: {
      async send({ method, url }) {
        asked.push(`${method} ${url.pathname}`);
        const body = (async function* () {
          yield new TextEncoder().encode(JSON.stringify(answer));
        })();
        return { status, headers: { 'content-type': 'application/json' }, body, discard: async () => {} };
      },
      close: async () => {},
    },
    clock,
    random: () => 0.5,
    userAgent: 'genctl/test',
  });
  function counted<Value>(what: string, value: Value): () => Promise<Value> {
    return async () => {
      asked.push(what);
      return value;
    };
  }
  const context = {
    clock,
    api: counted('api', api),
    apiOf: counted('api', api),
    interruption: () => new AbortController().signal,
    defaults: counted('defaults', none),
    home: async () => folder,
    ledger: counted('ledger', ledger),
    settings: async () => ({ settings: {}, profiles: {}, default_profile: null }),
    listen: (event: { kind: string; message?: string }) => {
      if (event.message !== undefined) warnings.push(event.message);
    },
  };
  return { asked, context, warnings };
}

/** A request that only the list tells the field for: what the model calls its length. */
function request(duration: number): AskedRequest {
  const words = { model: 'vendor-a/video-1', prompt: 'a fox', options: { duration }, media: [], set: [] };
  return { words, choice: { sync: false }, strict: false, preflight: true, isDryRun: false };
}

it('a hundred requests, side by side, read what they are judged by once', async () => {
  const { asked, context } = countedPorts(200, { data: models });
  const facts = await factsReader(context)(account);
  const built = await Promise.all(
    Array.from({ length: 100 }, (_, place) =>
      facts.settle((known) => buildAndCheck(request(place + 1), noMedia, known)),
    ),
  );
  expect(built.map(({ body }) => body.input)).toContainEqual({ prompt: 'a fox', seconds: 100 });
  expect(asked).toEqual(['defaults', 'api', 'GET /v2/models']);
});

it('a look that brought nothing is not repeated, and told once', async () => {
  const { asked, context, warnings } = countedPorts(404, { error: { code: 'not_found', message: 'none' } });
  const facts = await factsReader(context)(account);
  const counts = [2, 3, 4];
  for (const count of counts) {
    const wanted = { ...request(5), words: { ...request(5).words, model: 'vendor-b/video-2.5', count } };
    await facts.settle((known) => buildAndCheck(wanted, noMedia, known));
  }
  expect(asked).toEqual(['defaults', 'api', 'GET /v2/models']);
  expect(warnings).toEqual([
    expect.stringContaining('genctl did not check whether the service takes --count'),
  ]);
});

it('the drafts of a request are looked up for it, and the facts of an account read once', async () => {
  const { asked, context } = countedPorts(200, { data: models });
  const factsOf = factsReader(context);
  const facts = await factsOf(account);
  expect(await factsOf({ ...account })).toBe(facts);
  const content = [{ type: 'draft_task', draft_task: { id: 'job_1' } }];
  const body = { model: 'vendor-b/video-2.5', input: { content } };
  const final = { ...request(5), words: { body, options: {}, media: [], set: [] } };
  expect(await facts.settle((known) => buildAndCheck(final, noMedia, known))).toMatchObject({ body });
  expect(asked).toEqual(['defaults', 'ledger']);
});
