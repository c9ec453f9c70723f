import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endedKey, keyProgram } from './fixtures/key-program.ts';
import { knowAccount } from './fixtures/known-account.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { errorOf, newHome } from './genctl.ts';

const [ownKey, nextKey, otherKey] = ['sbx_studio.k1', 'sbx_studio.k2', 'sbx_others.k1'];
const submit = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--json'];

/** A served sandbox, and a home whose account has a program that prints its own key, and that has made a job. */
async function studio(words: readonly string[] = []) {
  const { home, run } = newHome();
  const served = await serveSandbox(home, { words });
  const base_url = served.account.GENCTL_BASE_URL;
  const program = keyProgram(home, ownKey);
  knowAccount(home, 'px', { base_url, credential_command: program.command });
  const { id, created_at } = JSON.parse((await run([...submit, '--wait'])).stdout);
  const [first] = JSON.parse((await run(['jobs', '--json'])).stdout).items;
  /** Has requests of an account fail; null ends that. */
  async function fault(apiKey: string, how: object | null): Promise<void> {
    const made = await fetch(`${base_url}/_sandbox/faults`, {
      method: how === null ? 'DELETE' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(how === null ? {} : { body: JSON.stringify(how) }),
    });
    expect(made.ok).toBe(true);
  }
  const shots = Array.from({ length: 3 }, (_, at) => ({
    id: `s${at}`,
    prompt: `fox ${at}`,
    model: 'vendor-a/image-1',
  }));
  writeFileSync(join(home, 'shots.jsonl'), shots.map((shot) => `${JSON.stringify(shot)}\n`).join(''));
  return { base_url, fault, home, id, createdAt: created_at ?? first.created_at, program, run, served };
}

describe('a run that begins with the key of another account pays nothing', () => {
  it.each([
    ['submit', submit],
    ['submit --once', [...submit, '--once', 'owl']],
    ['submit that is waited for', [...submit, '--wait']],
    ['submit of several', [...submit, '--vary', 'seed=1..3', '-y']],
    ['submit of v1', ['submit', 'fox', '-m', 'vendor-b/video-2.5', '--api', 'v1', '--json']],
    ['draft', ['draft', 'a fox', '--takes', '2', '--json', '-y']],
    ['rerun', ['rerun', '@last', '--json']],
    ['batch', ['batch', 'shots.jsonl', '-D', 'out', '--json']],
  ])('by %s', async (_, words) => {
    const { base_url, createdAt, id, program, run, served } = await studio();
    program.print(otherKey);
    const ended = await run(words);
    expect([ended.code, errorOf(ended).code], ended.stderr).toEqual([3, 'key_of_another_account']);
    expect(errorOf(ended)).toMatchObject({
      message: expect.stringContaining('the key of the profile px is of another account'),
      why: expect.stringContaining(`does not see ${id}, made ${createdAt}`),
      hint: expect.stringContaining(`genctl auth login --profile NAME --base-url ${base_url}`),
    });
    expect(errorOf(ended).hint).not.toContain('--profile px');
    expect(served.jobIds()).toEqual([id]);
    program.print(nextKey);
    expect((await run(words)).code).toBe(0);
  });

  it('nor does one whose own key ends before the look', async () => {
    const { fault, id, program, run, served } = await studio();
    program.print(nextKey, otherKey);
    await fault(ownKey, { status: 401 });
    const ended = await run(submit);
    expect([ended.code, errorOf(ended).code], ended.stderr).toEqual([3, 'key_of_another_account']);
    expect(served.jobIds()).toEqual([id]);
  });

  it('and says so to a person', async () => {
    const { id, program, run } = await studio();
    program.print(otherKey);
    const ended = await run(['submit', 'a fox', '-m', 'vendor-a/image-1']);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('The key of the profile px is of another account; nothing was sent');
    expect(ended.stderr).toContain(id);
    expect(ended.stdout).toBe('');
  });
});

describe('the key of another account leaves a submit open', () => {
  it.each([
    ['v2', submit, 'POST /v2/jobs'],
    [
      'v1',
      ['submit', 'fox', '-m', 'vendor-b/video-2.5', '--api', 'v1', '--json'],
      'POST /v1/vendor-b/contents/generations/tasks',
    ],
  ])('of %s', async (_, words, route) => {
    const { fault, program, run, served } = await studio();
    await fault(ownKey, { cut: 'after', route });
    expect((await run([...words, '--once', 'owl'])).code).toBe(13);
    await fault(ownKey, null);
    const before = served.jobIds();
    program.print(otherKey);
    expect((await run([...words, '--once', 'owl'])).code).toBe(13);
    expect((await run(['recover', '--json'])).code).toBe(13);
    expect(served.jobIds()).toEqual(before);
  });
});

it('a look that fails ends the run before anything is sent', async () => {
  const { fault, program, run, served } = await studio();
  program.print(nextKey);
  await fault(ownKey, { status: 500, route: 'GET /v2/jobs/{id}' });
  const ended = await run(submit);
  expect([ended.code, errorOf(ended).code], ended.stderr).toEqual([9, 'internal']);
  expect(errorOf(ended).message).toContain('could not see whether the key of px is of the same account');
  expect(served.jobIds()).toHaveLength(1);
});

it('a profile of its own pays as the other account', async () => {
  const { base_url, program, run, served } = await studio();
  program.print(otherKey);
  const login = ['auth', 'login', '--profile', 'others', '--base-url', base_url];
  expect((await run(login, { stdin: `${otherKey}\n` })).code).toBe(0);
  expect((await run([...submit, '--profile', 'others'])).code).toBe(0);
  expect(served.jobIds()).toHaveLength(2);
});

describe('a look whose next key is of another account says so', () => {
  it.each([
    ['status', []],
    ['cancel', []],
    ['download', ['-D', 'out']],
  ])('at %s', async (command, words) => {
    const { base_url, createdAt, id, program, run } = await studio(['--no-cdn']);
    program.print(endedKey, otherKey);
    const ended = await run([command, id, ...words, '--json']);
    expect([ended.code, errorOf(ended).code], ended.stderr).toEqual([3, 'key_of_another_account']);
    expect(errorOf(ended)).toMatchObject({
      message: expect.stringContaining(`is of another account, and does not see ${id}`),
      why: expect.stringContaining(`made ${createdAt}, belongs to the account of the first key`),
      hint: expect.stringContaining(`genctl auth login --profile NAME --base-url ${base_url}`),
      job_id: id,
    });
  });

  it.each([
    ['submit --wait', [...submit, '--wait']],
    ['batch', ['batch', 'shots.jsonl', '-D', 'out', '--json']],
  ])('at %s, whose key ends while it waits', async (_, words) => {
    const { fault, program, run, served } = await studio();
    await fault(ownKey, { status: 401, route: 'GET /v2/jobs/{id}' });
    program.print(ownKey, otherKey);
    const ended = await run(words);
    expect([ended.code, errorOf(ended).code], ended.stderr).toEqual([3, 'key_of_another_account']);
    await fault(ownKey, null);
    program.print(ownKey);
    const before = served.jobIds();
    expect((await run(['wait', '--all'])).code).toBe(0);
    if (words[0] === 'batch') expect((await run(words)).code).toBe(0);
    expect(served.jobIds().length).toBe(words[0] === 'batch' ? 4 : before.length);
  });

  it('at wait', async () => {
    const { program, run } = await studio();
    const [, id = ''] = /"id":"(job_\w+)"/.exec((await run(submit)).stdout) ?? [];
    program.print(endedKey, otherKey);
    const ended = await run(['wait', id, '--json']);
    expect([ended.code, errorOf(ended).code], ended.stderr).toEqual([3, 'key_of_another_account']);
    program.print(nextKey);
    expect((await run(['wait', id])).code).toBe(0);
  });

  it('but not at a job that nobody here ever saw', async () => {
    const { program, run } = await studio();
    program.print(endedKey, nextKey);
    const ended = await run(['status', 'job_00000000000000000000000000000000', '--json']);
    expect([ended.code, errorOf(ended).code]).toEqual([11, 'not_found']);
  });
});

it('a login that changes the account of a profile says which job it does not see', async () => {
  const { home, run } = newHome();
  const { account } = await serveSandbox(home);
  const base_url = account.GENCTL_BASE_URL;
  knowAccount(home, 'px', { base_url, api_key: ownKey });
  const { id } = JSON.parse((await run(submit)).stdout);
  const login = ['auth', 'login', '--profile', 'px', '--base-url', base_url];
  const rotated = await run(login, { stdin: `${nextKey}\n` });
  expect(rotated.stderr).not.toContain('another account');
  const changed = await run(login, { stdin: `${otherKey}\n` });
  expect(changed.code, changed.stderr).toBe(0);
  expect(changed.stderr).toContain(`the key of px is of another account now: it does not see ${id}`);
  expect((await run(submit)).code).toBe(0);
});
