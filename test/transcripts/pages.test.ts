import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Answer, bare, page, serviceBehind, times, zipped } from './fixtures/answers-in-between.ts';
import { newBatch } from './fixtures/new-batch.ts';
import { sendJson } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '-q'];
const submitOnV1 = ['submit', 'a fox', '-m', 'spicy/video-2-5', '--no-preflight', '--json'];

describe('a page in place of the state of a job', () => {
  it.each<[string, Answer, string]>([
    ['a page of a firewall', page(403), 'with an HTML page: Blocked by Acme WAF'],
    ['a page that was packed', zipped, 'with an HTML page: Blocked by Acme WAF'],
    ['an error of a gateway', bare(403, '{"message":"Forbidden"}'), 'Forbidden'],
    ['an empty 204', bare(204, ''), 'it is empty'],
    ['a redirect', page(302, { location: 'https://login.test/x' }), 'a redirect to login.test'],
  ])(
    'such as %s is asked for three times by a status, and is not the word of the service',
    async (_, answer, why) => {
      const { run } = newHome();
      const { env, host, seen } = await serviceBehind({ 'GET /v2/jobs': [...times(2, answer)] });
      await run(submit, { env });
      const again = await run(['status', '@last'], { env });
      expect([again.code, again.stdout], again.stderr).toEqual([0, expect.stringContaining('running')]);
      const blind = await serviceBehind({ 'GET /v2/jobs': times(3, answer) });
      const ended = await run(['status', 'job_1', '--base-url', blind.env.GENCTL_BASE_URL, '--json'], {
        env,
      });
      expect(errorOf(ended)).toMatchObject({ exit_code: 9, retryable: true, job_id: 'job_1' });
      expect(errorOf(ended).why).toContain(why);
      expect(errorOf(ended).message).toContain(blind.host);
      expect(seen.filter(({ asked }) => asked.startsWith('GET /v2/jobs'))).toHaveLength(3);
      expect(host).not.toBe(blind.host);
    },
  );

  it('is given both readings, and a key is refused at once where the service asks for one', async () => {
    const { run } = newHome();
    const bearer = page(401, { 'www-authenticate': 'Bearer realm="api"' });
    const { env } = await serviceBehind({ 'GET /v2/jobs': [...times(3, page(401)), bearer] });
    await run(submit, { env });
    const unverified = errorOf(await run(['status', '@last', '--json'], { env }));
    expect(unverified.why).toMatch(
      /Either a gateway, firewall or login page in between wrote that, or the service does not accept the key/,
    );
    expect(errorOf(await run(['status', '@last', '--json'], { env }))).toMatchObject({
      code: 'unauthorized',
      exit_code: 3,
    });
  });

  it('between good looks of a wait ends nothing', async () => {
    const { run } = newHome();
    const over: Answer = (response) => sendJson(response, 200, { id: 'job_1', status: 'canceled' });
    const { env } = await serviceBehind({
      'GET /v2/jobs': [page(403), bare(200, ''), page(200), bare(404, ''), over],
    });
    const ended = await run([...submit, '--wait'], { env });
    expect([ended.code, ended.stdout], ended.stderr).toEqual([6, 'job_1\n']);
  });
});

describe('a page in place of the answer to a submit', () => {
  it('on v2 is followed by the same submit under the same key', async () => {
    const { run } = newHome();
    const { env, made, seen } = await serviceBehind({
      'POST /v2/jobs': [page(403), page(402), bare(401, ''), bare(409, 'no'), page(418)],
    });
    const ended = await run(submit, { env });
    expect([ended.code, ended.stdout], ended.stderr).toEqual([0, 'job_1\n']);
    expect(new Set(seen.flatMap(({ key }) => key ?? [])).size).toBe(1);
    expect([seen.length, made.size]).toEqual([6, 1]);
  });

  it('leaves the others of a batch alone', async () => {
    const { run, words } = newBatch(6);
    const { env, made } = await serviceBehind({ 'POST /v2/jobs': [page(403)] });
    const ended = await run([...words, '--no-preflight', '--timeout', '1ms', '--json'], { env });
    expect(JSON.parse(ended.stdout), ended.stderr).toMatchObject({ failed: 0, unsent: 0, left: 6 });
    expect(made.size).toBe(6);
  });

  it('at the looks of a batch leaves its lines not finished, and what waits for them unsent', async () => {
    const { home, run } = newHome();
    writeFileSync(
      join(home, 'shots.jsonl'),
      '{"id":"a","prompt":"a fox","command":"draft"}\n{"id":"b","draft":"@a","command":"finalize"}\n',
    );
    const { env } = await serviceBehind({ 'GET /v2/jobs': times(50, page(403)) });
    const words = ['batch', 'shots.jsonl', '--no-preflight', '--timeout', '1s', '--json'];
    const ended = await run(words, { env });
    expect(JSON.parse(ended.stdout), ended.stderr).toMatchObject({ failed: 0, left: 1, unsent: 1, held: 0 });
    expect(errorOf(ended)).toMatchObject({ exit_code: 9, retryable: true, code: 'unverified_answer' });
  });

  it('of a proxy that asks for a password says so', async () => {
    const { run } = newHome();
    const { env, seen } = await serviceBehind({ 'POST /v2/jobs': [page(407)] });
    const ended = errorOf(await run([...submit, '--json'], { env }));
    expect(ended).toMatchObject({ exit_code: 9, code: 'proxy_password' });
    expect(ended.message).toMatch(/^A proxy before .+ asks for a name and a password$/);
    expect(seen).toHaveLength(1);
  });

  it('on v1 leaves its intent open, unsent again; an empty or plain one refuses it', async () => {
    const { home, run } = newHome();
    const refusals = [bare(401, '{"message":"Unauthorized"}'), page(402)];
    const { env, seen } = await serviceBehind({
      'POST /v1': [page(403), ...refusals, bare(403, ''), bare(401, 'no key'), bare(404, '')],
    });
    const open = (): string[] => readdirSync(join(home, 'genctl', 'ledger', 'open'));
    for (const _ of [1, 2, 3]) expect(errorOf(await run(submitOnV1, { env })).exit_code).toBe(13);
    expect(open()).toHaveLength(3);
    for (const exit of [3, 3, 11]) expect(errorOf(await run(submitOnV1, { env })).exit_code).toBe(exit);
    expect([open().length, seen.length]).toEqual([3, 6]);
  });

  it('that is too large names its size', async () => {
    const { run } = newHome();
    const { env } = await serviceBehind({ 'POST /v2/jobs': [page(413)] });
    const words = ['submit', 'a fox '.repeat(1_000), ...submit.slice(2), '--json'];
    const ended = errorOf(await run(words, { env }));
    expect(ended).toMatchObject({ exit_code: 10, code: 'request_too_large' });
    expect(ended.message).toMatch(/^The request is too large for 127\.0\.0\.1:\d+: it has 6\.05 kB$/);
    expect(ended.hint).toBe('Shorten the prompt, or give fewer references');
    const short = await serviceBehind({ 'POST /v1': [page(413)] });
    const refused = errorOf(await run(submitOnV1, { env: short.env }));
    expect(refused).toMatchObject({ exit_code: 10, code: 'request_too_large' });
    expect(refused.why).toContain('The limit is that of a gateway or proxy in between.');
    expect(refused.hint).toMatch(
      /^A request of \d+ B can hardly be shorter: the gateway needs a higher limit/,
    );
  });
});

describe('a page where an account is tried', () => {
  it.each([
    page(200),
    page(402),
    page(403),
    bare(401, 'Unauthorized'),
    page(302, { location: 'https://login.test' }),
  ])('keeps a login from saving its key (%#)', async (answer) => {
    const { run } = newHome();
    const { env } = await serviceBehind({ 'GET /v2/models': times(6, answer) });
    const login = ['auth', 'login', '--profile', 'px', '--base-url', env.GENCTL_BASE_URL, '--json'];
    const ended = await run(login, { stdin: 'a-key\n' });
    expect(errorOf(ended)).toMatchObject({ exit_code: 9, code: 'no_service' });
    expect(errorOf(ended).message).toContain('nothing was saved');
    expect((await run(['auth', 'list'])).stdout).not.toContain('px');
    const checks = await run(['doctor', '--json'], { env });
    expect(checks.code).toBe(9);
  });
});

it('a failed job whose error is a sentence alone tells it', async () => {
  const { run } = newHome();
  const failed: Answer = (response) =>
    sendJson(response, 200, { id: 'job_1', status: 'failed', error: 'it broke' });
  const { env } = await serviceBehind({ 'GET /v2/jobs': [failed] });
  const ended = await run([...submit, '--wait'], { env });
  expect([ended.code, ended.stderr]).toEqual([5, expect.stringContaining('It broke')]);
});
