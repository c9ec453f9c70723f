import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endedKey, keyProgram } from './fixtures/key-program.ts';
import { knowAccount } from './fixtures/known-account.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { errorOf, newHome } from './genctl.ts';

const key = 'sbx_studio.k2';
const submit = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--json'];

/** A served sandbox, and a home whose account has a program that prints these keys. */
async function studio(keys: string[], words: readonly string[] = []) {
  const { home, run } = newHome();
  const served = await serveSandbox(home, { words });
  const base_url = served.account.GENCTL_BASE_URL;
  const program = keyProgram(home, ...keys);
  knowAccount(home, 'px', { base_url, credential_command: program.command });
  /** Has requests of an account fail; null ends that. */
  async function fault(account: string, how: object | null): Promise<void> {
    const made = await fetch(`${base_url}/_sandbox/faults`, {
      method: how === null ? 'DELETE' : 'POST',
      headers: { authorization: `Bearer ${account}`, 'content-type': 'application/json' },
      ...(how === null ? {} : { body: JSON.stringify(how) }),
    });
    expect(made.ok).toBe(true);
  }
  return { fault, home, program, run, served };
}

describe('a key that has ended is replaced by its program', () => {
  it.each([
    ['a submit', submit],
    ['a submit that is waited for', [...submit, '-D', 'out']],
    ['a submit of v1', ['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--api', 'v1', '--json']],
    ['a draft', ['draft', 'a fox', '--takes', '3', '--json', '-y']],
    ['the list of models', ['models', '--refresh', '--json']],
    ['auth status', ['auth', 'status', '--json']],
    ['api', ['api', 'GET', '/v2/models']],
    ['doctor', ['doctor', '--json']],
  ])('at %s', async (_, words) => {
    const { program, run, served } = await studio([endedKey, key]);
    const ended = await run(words);
    expect(ended.code, ended.stderr).toBe(0);
    expect(program.runs()).toBe(2);
    if (words[0] === 'submit') expect(served.jobIds()).toHaveLength(1);
    if (words[0] === 'draft') expect(served.jobIds()).toHaveLength(3);
  });

  it.each([
    ['status', []],
    ['wait', []],
    ['cancel', []],
    ['download', ['-D', 'out']],
  ])('at %s of a job', async (command, words) => {
    const { program, run } = await studio([key], ['--no-cdn']);
    const { id } = JSON.parse((await run([...submit, '--wait'])).stdout);
    program.print(endedKey, key);
    const ended = await run([command, id, ...words]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(program.runs()).toBeLessThan(3);
  });

  it('for a file under the base URL, whose link takes the key', async () => {
    const { home, program, run } = await studio([key], ['--no-cdn']);
    const { id } = JSON.parse((await run([...submit, '--wait'])).stdout);
    program.print(endedKey, key);
    const ended = await run(['download', id, '-D', 'out']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(program.runs()).toBe(2);
    expect(readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'))).toHaveLength(1);
  });

  it('and no output shows either key', async () => {
    const { run } = await studio([endedKey, key]);
    const { stderr, stdout } = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--wait', '-v']);
    expect(stdout + stderr).not.toMatch(/ends-1|\.k2/);
  });
});

describe('a batch', () => {
  const lines = Array.from({ length: 12 }, (_, at) => ({
    id: `s${at}`,
    prompt: `fox ${at}`,
    model: 'vendor-a/image-1',
  }));
  const write = (home: string, shots: object[]) =>
    writeFileSync(join(home, 'shots.jsonl'), shots.map((line) => `${JSON.stringify(line)}\n`).join(''));

  it('goes on with another key, and again tomorrow with the next', async () => {
    const { home, program, run, served } = await studio([endedKey, key]);
    write(home, lines.slice(0, 11));
    const first = await run(['batch', 'shots.jsonl', '-D', 'out']);
    expect(first.code, first.stderr).toBe(0);
    expect([served.jobIds().length, program.runs()]).toEqual([11, 2]);
    program.print('sbx_studio.tomorrow');
    write(home, lines);
    const second = await run(['batch', 'shots.jsonl', '-D', 'out']);
    expect(second.code, second.stderr).toBe(0);
    expect(served.jobIds()).toHaveLength(12);
    expect(readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'))).toHaveLength(12);
  });

  it('is refused where the next key is of another account, and renders nothing', async () => {
    const { home, program, run, served } = await studio([key]);
    write(home, lines.slice(0, 2));
    expect((await run(['batch', 'shots.jsonl', '-D', 'out'])).code).toBe(0);
    program.print('sbx_others.k1');
    write(home, lines);
    const ended = await run(['batch', 'shots.jsonl', '-D', 'out', '--json']);
    expect([ended.code, errorOf(ended).code]).toEqual([2, 'journal_of_other_account']);
    expect(errorOf(ended).why).toContain('does not see job_');
    expect(served.jobIds()).toHaveLength(2);
  });
});

it('an open submit goes on with the key of tomorrow, once a job of its account is known', async () => {
  const { fault, program, run, served } = await studio(['sbx_studio.k1']);
  expect((await run(submit)).code).toBe(0);
  // The service makes the job and its answer is lost; then the key ends, and the program has no other one.
  program.print('sbx_studio.k2');
  await fault(key, { cut: 'after', route: 'POST /v2/jobs', times: 1 });
  await fault(key, { status: 401, route: 'POST /v2/jobs' });
  const lost = await run([...submit, '--once', 'fox']);
  expect(lost.code, lost.stderr).toBe(13);
  await fault(key, null);
  program.print('sbx_studio.k3');
  const recovered = await run(['recover', '--json']);
  expect(recovered.code, recovered.stderr).toBe(0);
  expect(served.jobIds()).toHaveLength(2);
});

describe('it ends with 3, and nothing is lost,', () => {
  it('where the program prints the same key again', async () => {
    const { program, run, served } = await studio([endedKey]);
    const ended = await run(submit);
    expect(ended.code).toBe(3);
    expect(errorOf(ended).why).toContain('was run again, and printed one that was refused before');
    expect(program.runs()).toBe(2);
    program.print(key);
    expect((await run(submit)).code).toBe(0);
    expect(served.jobIds()).toHaveLength(1);
  });

  it('where the program fails', async () => {
    const { program, run } = await studio([endedKey, '']);
    const ended = await run(submit);
    expect([ended.code, errorOf(ended).code]).toEqual([3, 'credential_command_failed']);
    expect(errorOf(ended).why).toContain('(401), so the program was run again');
    expect(errorOf(ended).why).toContain('not signed in');
    expect(program.runs()).toBe(2);
  });

  it('where it prints the key of another account, under which nothing is sent', async () => {
    const { fault, program, run, served } = await studio([key]);
    expect((await run(submit)).code).toBe(0);
    await fault(key, { status: 401 });
    program.print(key, 'sbx_others.k1');
    const ended = await run(submit);
    expect([ended.code, errorOf(ended).code], ended.stderr).toEqual([3, 'key_of_another_account']);
    expect(served.jobIds()).toHaveLength(1);
  });
});
