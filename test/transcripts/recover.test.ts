import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knowAccount } from './fixtures/known-account.ts';
import { onLoopback } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

type Answer = (response: ServerResponse) => void;

const refuse =
  (status: number, message = 'No.'): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code: 'refused', message } }));
const reset: Answer = (response) => response.socket?.resetAndDestroy();

/** A home with open submits, and the service that lost them: it answers every later send as it is told to. */
async function lostSubmits(lines: readonly string[][], environment: Record<string, string> = {}) {
  const { home, run } = newHome();
  let answers: Answer[] = [];
  const origin = await onLoopback((request, response) => {
    request.resume().on('end', () => (answers.length > 1 ? answers.shift() : answers[0])?.(response));
  });
  const url = origin;
  knowAccount(home, 'px', { base_url: url, api_key: 'a-key' });
  for (const words of lines) {
    answers = [reset, refuse(404)];
    const ended = await run(['submit', 'a fox', '--no-preflight', ...words], { env: environment });
    expect(ended.code, ended.stderr).toBe(13);
  }
  const open = join(home, 'genctl', 'ledger', 'open');
  const keys = (): Record<string, unknown>[] =>
    readdirSync(open, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(open, name), 'utf8')));
  return {
    home,
    keys,
    async recover(answer: Answer, words: string[] = []) {
      answers = [answer];
      return run(['recover', ...words], { env: environment });
    },
    run,
  };
}

const picture = ['-m', 'vendor-a/image-1'];
const task = ['-m', 'vendor-a/image-1', '--api', 'v1', '--route', 'tasks'];

describe('a submit that recover leaves open', () => {
  it.each([
    ['a route that is not there', refuse(404)],
    ['a key that is refused', refuse(401)],
    ['a 400 of a body that names a link', refuse(400)],
  ])('names what ends it, after %s', async (_, answer) => {
    const { keys, recover, run } = await lostSubmits([[...picture, '--set', 'note=https://a.example']]);
    const [intent] = keys();
    const ended = await recover(answer, ['--json']);
    expect(ended.code).toBe(13);
    const { hint, why } = errorOf(ended);
    expect(hint).toMatch(/genctl recover;.*genctl recover --forget /);
    expect(why).toContain(`First sent ${intent?.first_sent_at}`);
    const line = String(hint).split(': ').at(-1)?.split(' ').slice(1) ?? [];
    expect((await run(line)).code).toBe(0);
    expect(keys()).toEqual([]);
  });

  it('tells each of several what to do, on a line of its own', async () => {
    const { keys, recover } = await lostSubmits([
      picture,
      task,
      [...picture, '--idempotency-key', "my;'key"],
    ]);
    const ended = await recover(refuse(401), ['--json']);
    const lines = String(errorOf(ended).hint).split('\n');
    expect(lines).toHaveLength(3);
    for (const { created_at, idempotency_key } of keys().filter(({ api }) => api === 'v2')) {
      const line = lines.find((one) => one.includes(String(created_at)));
      const quoted = idempotency_key === "my;'key" ? "'my;'\\''key'" : idempotency_key;
      expect(line).toContain('genctl auth login --profile px');
      expect(line?.endsWith(`genctl recover --forget ${quoted}`)).toBe(true);
    }
    expect(
      lines.filter((line) => line.includes('check with the service whether it has a job; then close it')),
    ).toHaveLength(1);
    expect(String(errorOf(ended).why).split('\n')).toHaveLength(3);
  });

  it('says which it is by its name and the beginning of its prompt, to programs as well', async () => {
    const { keys, recover } = await lostSubmits([[...picture, '--once', 'film/s1'], task]);
    const ended = await recover(refuse(401), ['--json']);
    const words = keys().map(({ created_at, once }) =>
      once === null ? `${created_at} (prompt "a fox"): ` : `${created_at} (once film/s1, prompt "a fox"): `,
    );
    expect(words).toHaveLength(2);
    const { hint, why } = errorOf(ended);
    for (const text of [ended.stderr, String(why)])
      for (const one of words) expect(text.replaceAll('\\"', '"')).toContain(one);
    expect(hint).toContain('(once film/s1): ');
    const { items, open_submits } = JSON.parse(ended.stdout);
    expect(items).toEqual([]);
    expect(open_submits).toEqual(
      expect.arrayContaining(
        keys().map(({ idempotency_key, once }) =>
          expect.objectContaining({ idempotency_key, once, prompt: 'a fox', batch: null }),
        ),
      ),
    );
  });

  it('too long ago names both what sends it again and what closes it', async () => {
    const { keys, recover, run } = await lostSubmits([picture]);
    await run(['config', 'set', 'idempotency_window', '0']);
    const [intent] = keys();
    const ended = await recover(refuse(500), ['--json']);
    expect(errorOf(ended)).toMatchObject({
      code: 'key_may_be_forgotten',
      hint: `check with the service whether it has a job; if not: genctl recover --resend; otherwise: genctl recover --forget ${intent?.idempotency_key}`,
    });
  });

  it('whose account is gone names the login, and what closes it', async () => {
    const { keys, recover, run } = await lostSubmits([picture]);
    await run(['auth', 'logout', 'px']);
    const [intent] = keys();
    const ended = await recover(refuse(500), ['--json']);
    expect(ended.code).toBe(13);
    expect(errorOf(ended).hint).toBe(
      `genctl auth login --profile px --base-url ${intent?.base_url}; then: genctl recover; if it stays open, check with the service whether it has a job, then close it: genctl recover --forget ${intent?.idempotency_key}`,
    );
  });
});

describe('a submit that the service refuses as recover sends it again', () => {
  it('tells what the service said of each, and names no flag that recover lacks', async () => {
    const { keys, recover } = await lostSubmits([picture]);
    const refused = await recover(refuse(400, 'The size is odd.'), ['--json']);
    const { hint, message, why } = errorOf(refused);
    expect([refused.code, message]).toEqual([10, '1 of 1 submit made no job']);
    expect(why).toContain('answered 400: The size is odd.');
    expect(hint).not.toMatch(/--dry-run|--verbose/);
    expect(keys()).toEqual([]);
  });
});
