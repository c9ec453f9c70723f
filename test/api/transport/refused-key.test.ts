import { describe, expect, it } from 'vitest';
import { programKey } from '../../../src/account/keys/program-key.ts';
import { AuthError } from '../../../src/errors/endings.ts';
import { bench, failureOf, poll, submit, submitTask } from '../api-bench.ts';
import { json, reset, type Step } from '../loopback-service.ts';

const ended = json(401, { error: { code: 'unauthorized', message: 'This key has ended.' } });
const done = json(200, { ok: true });

/** A service, and an account whose program prints key-2, key-3 and so on. */
async function withProgram(...steps: Step[]) {
  let printed = 1;
  const key = programKey('key-1', async () => {
    printed += 1;
    return `key-${printed}`;
  });
  const made = await bench(steps, { key });
  const sentKeys = () =>
    made.service.seen.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
  return { ...made, sentKeys };
}

describe('after a 401 a call goes on with the key that the program prints then', () => {
  it.each([
    ['a look', poll],
    ['the list of models', { route: 'listModels', retryRoute: 'models' } as const],
    ['a cancel', { route: 'cancelJob', retryRoute: 'cancel', id: 'job_1' } as const],
    ['a submit', submit],
    ['a submit of v1', submitTask],
    ['prepared references', { ...submitTask, route: 'submitRefs', retryRoute: 'submitRefs' } as const],
  ])('%s, with the same bytes', async (_, ask) => {
    const { api, clock, sentKeys, service } = await withProgram(ended, done);
    expect((await api.call(ask)).status).toBe(200);
    expect(sentKeys()).toEqual(['key-1', 'key-2']);
    const [first, second] = service.seen.map(({ body, headers }) => [body, headers['idempotency-key']]);
    expect(second).toEqual(first);
    expect(clock.slept).toEqual([]);
  });

  it.each([
    ['a look', poll],
    ['a submit', submit],
  ])('%s, also if a gateway says so in words of its own', async (_, ask) => {
    const { api, sentKeys } = await withProgram(json(401, { message: 'Unauthorized' }), done);
    expect((await api.call({ ...ask, approveKey: async () => {} })).status).toBe(200);
    expect(sentKeys()).toEqual(['key-1', 'key-2']);
  });

  it('but no submit of v1 by the words of a gateway, behind which a job may have started', async () => {
    const { api, sentKeys } = await withProgram(json(401, { message: 'Unauthorized' }));
    await failureOf(api.call(submitTask));
    expect(sentKeys()).toEqual(['key-1']);
  });

  it('one attempt of a wait, which is no failed look', async () => {
    const { api, sentKeys } = await withProgram(ended, done);
    expect((await api.attempt(poll)).status).toBe(200);
    expect(sentKeys()).toEqual(['key-1', 'key-2']);
  });

  it('many at once, with one run of the program', async () => {
    const byKey: Step = (response, request, raw) =>
      (request.headers.authorization === 'Bearer key-1' ? ended : done)(response, request, raw);
    const { api, sentKeys } = await withProgram(...Array.from({ length: 8 }, () => byKey));
    const answers = await Promise.all([1, 2, 3, 4].map((id) => api.call({ ...poll, id: `job_${id}` })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(sentKeys())).toEqual(new Set(['key-1', 'key-2']));
  });

  it('and ends where the service accepts none of the keys', async () => {
    const { api, sentKeys } = await withProgram(ended, ended, ended, ended);
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 3, why: expect.stringContaining('with none of the keys') });
    expect(sentKeys()).toEqual(['key-1', 'key-2', 'key-3', 'key-4']);
  });

  it('and ends where the service accepts each key for looks, and none for the submit', async () => {
    const refusesSubmits: Step = (response, request, raw) =>
      (request.method === 'POST' ? ended : done)(response, request, raw);
    const { api, sentKeys } = await withProgram(...Array.from({ length: 8 }, () => refusesSubmits));
    const approveKey = async () => void (await api.call(poll));
    const failure = await failureOf(api.call({ ...submit, approveKey }));
    expect(failure).toMatchObject({ exitCode: 3, why: expect.stringContaining('with none of the keys') });
    expect(new Set(sentKeys())).toEqual(new Set(['key-1', 'key-2', 'key-3', 'key-4']));
  });

  it('and shows none of the keys, whatever the service quotes', async () => {
    const quoting = json(401, { error: { code: 'unauthorized', message: 'No key-1, key-2, key-3, key-4.' } });
    const { api } = await withProgram(quoting, quoting, quoting, quoting);
    const { message, why } = await failureOf(api.call(poll));
    expect(`${message} ${why}`).not.toMatch(/key-\d/);
  });
});

describe('a submit that may have started a job', () => {
  it('goes on with another key that is approved of', async () => {
    const { api, sentKeys } = await withProgram(reset, ended, done);
    const asked: unknown[] = [];
    const approveKey = async (apiKey: string, { isOpen }: { isOpen: boolean }) =>
      void asked.push([apiKey, isOpen]);
    expect((await api.call({ ...submit, approveKey })).status).toBe(200);
    expect(sentKeys()).toEqual(['key-1', 'key-1', 'key-2']);
    expect(asked).toEqual([
      ['key-1', false],
      ['key-1', true],
      ['key-2', true],
    ]);
  });

  it('is not sent with a key that is refused it', async () => {
    const { api, sentKeys } = await withProgram(ended);
    const other = new AuthError({ code: 'key_of_another_account', message: 'another account' });
    const approveKey = async (apiKey: string) => {
      if (apiKey === 'key-2') throw other;
    };
    expect(await failureOf(api.call({ ...submit, approveKey }))).toBe(other);
    expect(sentKeys()).toEqual(['key-1']);
  });

  it('stays open where the program fails', async () => {
    const key = programKey('key-1', () =>
      Promise.reject(
        new AuthError({ code: 'failed', message: 'it gave no key', why: 'sh: it ended with 1' }),
      ),
    );
    const { api } = await bench([reset, ended], { key });
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 13, why: expect.stringContaining('sh: it ended with 1') });
  });
});

describe('a program that fails after a 401 of a gateway', () => {
  const failing = (): Promise<string> =>
    Promise.reject(new AuthError({ code: 'failed', message: 'it gave no key', why: 'sh: it ended with 1' }));
  const gateway = json(401, { message: 'Unauthorized' });

  it.each([
    ['a look', poll, 3],
    ['the list of models', { route: 'listModels', retryRoute: 'models' } as const, 3],
    ['a cancel', { route: 'cancelJob', retryRoute: 'cancel', id: 'job_1' } as const, 3],
    ['a submit, which stays open,', submit, 13],
  ])('ends %s at once, with its reason', async (_, ask, exitCode) => {
    const { api, clock } = await bench([gateway], { key: programKey('key-1', failing) });
    const { exitCode: code, message, why } = await failureOf(api.call(ask));
    expect([code, `${message} ${why}`]).toEqual([exitCode, expect.stringContaining('sh: it ended with 1')]);
    expect(clock.slept).toEqual([]);
  });

  it('ends a wait at once', async () => {
    const { api } = await bench([gateway], { key: programKey('key-1', failing) });
    expect((await failureOf(api.attempt({ ...poll, deadlineMs: Infinity }))).exitCode).toBe(3);
  });
});

describe('the program is not asked', () => {
  it('after a 403', async () => {
    const { api, sentKeys } = await withProgram(json(403, { error: { code: 'forbidden', message: 'No.' } }));
    expect((await failureOf(api.call(poll))).exitCode).toBe(3);
    expect(sentKeys()).toEqual(['key-1']);
  });

  it('by a call that was given up meanwhile', async () => {
    const controller = new AbortController();
    const key = programKey('key-1', () => {
      controller.abort(new Error('enough'));
      return new Promise(() => {});
    });
    const { api } = await bench([ended], { key });
    await expect(api.call({ ...poll, signal: controller.signal })).rejects.toThrow('enough');
  });
});

it.each([
  ['a page of something between', {}],
  ['a page that asks for a bearer key', { 'www-authenticate': 'Bearer' }],
])('%s is no word of the service: a submit of v1 is not sent again', async (_, headers) => {
  const page: Step = (response) =>
    response.writeHead(401, { 'content-type': 'text/html', ...headers }).end('<title>Portal</title>');
  const { api, sentKeys } = await withProgram(page);
  await failureOf(api.call(submitTask));
  expect(sentKeys()).toEqual(['key-1']);
});
