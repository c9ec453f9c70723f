import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--wait', '-q'];

/** A home with the accounts studio and client at one service, and the account that is in use. */
async function twoAccounts(inUse: string | null = 'studio') {
  const { home, run } = newHome();
  const { account } = await serveSandbox(home);
  const base_url = account.GENCTL_BASE_URL;
  const config = join(home, 'genctl/config.json');
  const key = account.GENCTL_API_KEY;
  const store = (keys: Record<string, object>, default_profile: string | null = inUse) => {
    mkdirSync(join(home, 'genctl'), { recursive: true });
    const profiles = Object.fromEntries(
      Object.entries(keys).map(([name, fields]) => [name, { base_url, ...fields }]),
    );
    writeFileSync(config, JSON.stringify({ settings: {}, profiles, default_profile }));
  };
  store({ studio: { api_key: `${key}studio` }, client: { api_key: `${key}client` } });
  const made: Record<string, string> = {};
  for (const profile of ['studio', 'client', 'sandbox'])
    made[profile] = (await run([...image, '--profile', profile])).stdout.trim();
  const listed = async (...words: string[]) =>
    (await run(['jobs', '-q', ...words])).stdout.split('\n').filter(Boolean);
  return { base_url, home, key, listed, made, run, store };
}

describe('jobs', () => {
  it('lists those of the account in use, and says how many others there are', async () => {
    const { made, run } = await twoAccounts();
    const listed = await run(['jobs']);
    expect(listed.stdout).toContain(made.studio);
    expect(listed.stdout.split('\n')).toHaveLength(2);
    expect(listed.stderr).toBe('2 jobs of 2 other accounts: genctl jobs --all-accounts\n');
    expect((await run(['jobs', '-q'])).stderr).toBe('');
    const document = await run(['jobs', '--json']);
    expect([document.stderr, JSON.parse(document.stdout).items]).toEqual([
      '',
      [expect.objectContaining({ id: made.studio })],
    ]);
  });

  it('names the account of each with --all-accounts', async () => {
    const { run } = await twoAccounts();
    const all = await run(['jobs', '--all-accounts', '--header']);
    expect(all.stderr).toBe('');
    expect(all.stdout.split('\n')[0]?.split('\t').at(-1)).toMatch(/^profile$/i);
    const profiles = all.stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').at(-1));
    expect(profiles).toEqual(['sandbox', 'client', 'studio']);
    const both = await run(['jobs', '--all-accounts', '--sandbox']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--all-accounts and --sandbox')]);
  });

  it('counts --limit after the account', async () => {
    const { listed, made } = await twoAccounts();
    expect(await listed('--limit', '1')).toEqual([made.studio]);
  });

  it('lists all where no account is in use', async () => {
    const { listed, made, run } = await twoAccounts(null);
    expect(await listed()).toEqual([made.sandbox, made.client, made.studio]);
    expect((await run(['jobs'])).stderr).toBe('');
  });

  it('knows an account after its key was rotated, and by another profile with its key', async () => {
    const { key, listed, made, store } = await twoAccounts();
    store({ studio: { api_key: `${key}rotated` }, twin: { api_key: `${key}client` } }, 'studio');
    expect(await listed()).toEqual([made.studio]);
    store({ studio: { api_key: `${key}rotated` }, twin: { api_key: `${key}client` } }, 'twin');
    expect(await listed()).toEqual([made.client]);
  });

  it('knows the account that variables make by its key', async () => {
    const { base_url, key, made, run } = await twoAccounts();
    const env = { GENCTL_BASE_URL: base_url, GENCTL_API_KEY: `${key}client` };
    expect((await run(['jobs', '-q'], { env })).stdout).toBe(`${made.client}\n`);
    const other = { ...env, GENCTL_API_KEY: `${key}other` };
    expect((await run(['jobs', '-q'], { env: other })).stdout).toBe('');
  });

  it('asks no program for a key', async () => {
    const { home, listed, made, store } = await twoAccounts();
    store({ studio: { credential_command: ['touch', join(home, 'asked')] }, client: { api_key: 'k' } });
    expect(await listed()).toEqual([made.studio]);
    expect(existsSync(join(home, 'asked'))).toBe(false);
  });

  it('shows a record without a fingerprint with the profile that it carries', async () => {
    const { home, listed, made, run, store, key } = await twoAccounts();
    const done = join(home, 'genctl/ledger/done');
    const month = new Date().toISOString().slice(0, 7);
    for (const name of ['studio', 'client'] as const) {
      const path = join(done, month, `${made[name]}.json`);
      const record = JSON.parse(readFileSync(path, 'utf8'));
      delete record.intent.account;
      delete record.intent.key_source;
      writeFileSync(path, JSON.stringify(record));
    }
    expect(await listed()).toEqual([made.studio]);
    store({ studio: { api_key: `${key}studio` } });
    expect(await listed(), 'nobody else can be meant by a name that is gone').toEqual([
      made.client,
      made.studio,
    ]);
    expect((await run(['jobs', '--all-accounts'])).stdout).toContain('client');
  });
});

describe('what takes the jobs of all accounts', () => {
  it('says how many are others’', async () => {
    const { run } = await twoAccounts();
    expect((await run(['sync', '-D', 'out'])).stderr).toContain(
      '2 of 3 jobs are of other accounts: client 1, sandbox 1\n',
    );
    expect((await run(['costs'])).stderr).toContain('1 of 2 jobs is of other accounts: client 1\n');
    const running = ['submit', 'sandbox:stuck', '-m', 'vendor-b/video-2.5', '-q', '--profile'];
    for (const profile of ['studio', 'client']) await run([...running, profile]);
    const canceled = await run(['cancel', '--all', '--yes']);
    expect(canceled.stderr).toContain('1 of 2 jobs is of other accounts: client 1\n');
    const pruned = await run(['jobs', 'prune', '--older-than', '0', '--yes']);
    expect(pruned.stderr).toContain('5 jobs (client 2, studio 2, sandbox 1) removed');
    expect((await run(['jobs'])).stderr).not.toContain('--all-accounts');
  });
});

describe('what pays on another account', () => {
  it('says so before it sends', async () => {
    const { base_url, made, run } = await twoAccounts();
    const { origin } = new URL(base_url);
    const charged = `This goes to client at ${origin}, which charges for it; the account in use is studio.`;
    const again = await run(['rerun', made.client ?? '']);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining(charged)]);
    const dry = await run(['rerun', made.client ?? '', '--dry-run']);
    expect(dry.stderr).toContain('This would go to client');
    const free = await run(['rerun', made.sandbox ?? '']);
    expect(free.stderr).toContain(
      'This goes to the sandbox, which charges nothing real; the account in use is studio.',
    );
    const own = await run(['rerun', made.studio ?? '']);
    expect(own.stderr).not.toContain('This goes to');
    for (const named of [['--profile', 'client'], ['-q'], ['--json']])
      expect((await run(['rerun', made.client ?? '', ...named])).stderr).not.toContain('This goes to');
  });

  it('says so for a final, too', async () => {
    const { run } = await twoAccounts();
    const draft = await run(['draft', 'a fox', '--duration', '4', '--wait', '-q', '--profile', 'client']);
    const final = await run(['finalize', draft.stdout.trim()]);
    expect([final.code, final.stderr]).toEqual([0, expect.stringContaining('This goes to client at http')]);
    expect(final.stderr.split('This goes to')).toHaveLength(2);
  });
});
