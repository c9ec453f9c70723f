// Takes 12 s, most of it two submits that try again until they give up.
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startKeyedService } from './fixtures/keyed-service.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { errorOf, newHome } from './genctl.ts';

const image = (prompt: string) => ['submit', prompt, '-m', 'vendor-a/image-1', '--set', 'size=96x64', '-q'];
const fox = image('a red fox');
const priceUsd = 0.03;

interface Item {
  id: string;
  cost_usd: number | null;
  once: string | null;
}
const itemsOf = (stdout: string) => (JSON.parse(stdout) as { items: Item[] }).items;

/** A home that goes with its test. */
function emptyHome(): ReturnType<typeof newHome> {
  const made = newHome();
  onTestFinished(() => rmSync(made.home, { recursive: true, force: true }));
  return made;
}

/** A home whose one submit was sent to a service that died before it answered: the intent is open, exit 13 or killed. */
async function homeWithOpenIntent(named: boolean) {
  const { home, run } = emptyHome();
  const open = join(home, 'genctl', 'ledger', 'open');
  const service = await startKeyedService('silence after commit', () => {
    const pid = Number(readFileSync(join(home, 'notes'), 'utf8'));
    process.kill(pid, 'SIGKILL');
  });
  const account = { GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: 'key' };
  const hook = join(import.meta.dirname, 'fixtures', 'crash-hook.cjs');
  const env = { ...account, NODE_OPTIONS: `--require ${hook}`, CRASH_NOTES: join(home, 'notes') };
  const words = [...fox, ...(named ? ['--once', 'hero'] : [])];
  expect((await run(words, { env })).code).toBeNull();
  const [name = ''] = readdirSync(open).filter((one) => one.endsWith('.json'));
  return { service, words, run, env: account, open, intentPath: join(open, name) };
}

const openIntents = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('one name is one job', () => {
  it('and another body under it is refused, here before it is sent and elsewhere by the service', async () => {
    const [here, elsewhere] = [emptyHome(), emptyHome()];
    const { account: env, jobIds } = await serveSandbox(here.home);
    await here.run([...fox, '--once', 'hero'], { env });
    const cat = [...image('a red cat'), '--once', 'hero'];
    const refused = await here.run([...cat, '--json'], { env });
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({ code: 'body_changed', job_id: jobIds()[0] });
    expect(errorOf(refused).why).toContain('"a red fox" before, "a red cat" now');
    const conflict = await elsewhere.run([...cat, '--json'], { env });
    expect(conflict.code).toBe(10);
    expect(errorOf(conflict)).toMatchObject({ code: 'idempotency_conflict' });
    // It made no job, and leaves nothing to recover.
    expect((await elsewhere.run(['recover'], { env })).stderr).toContain('Nothing to settle');
    expect(jobIds()).toHaveLength(1);
  });

  it('in a CI run and its re-runs, and another in the next', async () => {
    const { run } = emptyHome();
    const submit = (env: Record<string, string>) =>
      run([...fox, '--sandbox', '--once', '@ci/hero', '--json'], { env });
    const idOf = async (env: Record<string, string>) => JSON.parse((await submit(env)).stdout).id;
    const first = await idOf({ GITHUB_RUN_ID: '1007', GITHUB_RUN_ATTEMPT: '1' });
    expect(await idOf({ GITHUB_RUN_ID: '1007', GITHUB_RUN_ATTEMPT: '2' })).toBe(first);
    expect(await idOf({ GITHUB_RUN_ID: '1008' })).not.toBe(first);
    expect(await idOf({ CI_PIPELINE_ID: '1007' })).toBe(first);
    const outside = await submit({});
    expect(outside.code).toBe(2);
    expect(errorOf(outside)).toMatchObject({ code: 'no_ci_run' });
  });

  it('and so is one key set by hand', async () => {
    const { run } = emptyHome();
    const submit = (...words: string[]) => run([...words, '--sandbox', '--idempotency-key', 'order-7']);
    const first = await submit(...fox);
    expect((await submit(...fox)).stdout).toBe(first.stdout);
    expect((await submit(...image('a red cat'))).code).toBe(2);
  });

  it('said to be there already, and since when', async () => {
    const { home, run } = emptyHome();
    const words = [...fox.filter((word) => word !== '-q'), '--sandbox', '--once', 'hero'];
    const id = (await run(words)).stdout.trim();
    const months = join(home, 'genctl', 'ledger', 'done');
    const path = join(months, readdirSync(months)[0] ?? '', `${id}.json`);
    const record = JSON.parse(readFileSync(path, 'utf8'));
    record.job.created_at = new Date(Date.now() - 3 * 3_600_000).toISOString();
    writeFileSync(path, JSON.stringify(record));
    expect((await run(words)).stderr).toMatch(new RegExp(`${id} already exists, created 3 h ago`));
  });
});

describe('--attempts', () => {
  it('goes on after failures that were not charged, to one charge in all', async () => {
    const { home, run } = emptyHome();
    const served = await serveSandbox(home);
    const env = served.account;
    const words = [...image('sandbox:fails_twice'), '--attempts', '3', '--once', 'hero'];
    const ended = await run(words, { env });
    expect(ended.code, ended.stderr).toBe(0);
    const items = itemsOf((await run(['jobs', '--json'])).stdout);
    expect(items).toHaveLength(3);
    expect(items.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0)).toBeCloseTo(priceUsd);
    // Run again, it is those three jobs and no fourth.
    expect((await run(words, { env })).stdout).toBe(ended.stdout);
    expect(served.jobIds()).toHaveLength(3);
    await run(fox, { env });
    expect(served.chargedUsd()).toBeCloseTo(priceUsd);
  });
});

describe('a submit whose answer never arrived', () => {
  it('too long ago is sent again only when that is asked for', async () => {
    const { run, words, env, service, intentPath, open } = await homeWithOpenIntent(true);
    const intent = JSON.parse(readFileSync(intentPath, 'utf8'));
    const first_sent_at = new Date(Date.now() - 25 * 3_600_000).toISOString();
    writeFileSync(intentPath, JSON.stringify({ ...intent, first_sent_at }));
    for (const line of [words, ['recover']]) {
      const refused = await run([...line, '--json'], { env });
      expect(refused.code).toBe(13);
      expect(errorOf(refused)).toMatchObject({ code: 'key_may_be_forgotten', exit_code: 13 });
    }
    expect(service.submits).toBe(1);
    await run(['config', 'set', 'idempotency_window', '48h']);
    expect((await run(['recover', '-q'], { env })).stdout).toBe('job_kept1\n');
    expect(openIntents(open)).toEqual([]);
    await service.close();
  });

  it('goes out again with --resend, under the same key', async () => {
    const { run, words, env, service, intentPath } = await homeWithOpenIntent(true);
    const intent = JSON.parse(readFileSync(intentPath, 'utf8'));
    const first_sent_at = new Date(Date.now() - 25 * 3_600_000).toISOString();
    writeFileSync(intentPath, JSON.stringify({ ...intent, first_sent_at }));
    const again = await run([...words, '--resend'], { env });
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout.trim()).toBe('job_kept1');
    expect(service.charges).toBe(1);
    await service.close();
  });

  it('is mentioned by other commands once it can’t be under way any more', async () => {
    const { run, intentPath, service } = await homeWithOpenIntent(false);
    expect((await run(['models'])).stderr).not.toContain('genctl recover');
    expect((await run(['jobs'])).stderr).toContain('1 submit has no answer yet');
    const before = new Date(Date.now() - 5 * 60_000);
    utimesSync(intentPath, before, before);
    expect((await run(['jobs'])).stderr).toContain('The answer of 1 submit never arrived: genctl recover');
    expect((await run(['jobs', '--json'])).stderr).toBe('');
    await service.close();
  });

  it('stays open while it is answered 401, 403 or 404, and its job is found after that', async () => {
    const { run, words, env, service, open } = await homeWithOpenIntent(true);
    for (const status of [401, 403, 404]) {
      service.refuseWith = status;
      for (const line of [['recover'], words]) {
        const refused = await run([...line, '--json'], { env });
        expect(refused.code, `${status}: ${refused.stderr}`).toBe(13);
        expect(openIntents(open)).toHaveLength(1);
      }
    }
    service.refuseWith = undefined;
    expect((await run(['recover', '-q'], { env })).stdout).toBe('job_kept1\n');
    expect((await run(words, { env })).stdout).toBe('job_kept1\n');
    expect(service.charges).toBe(1);
    await service.close();
  });

  it('is kept when it is interrupted, and found again', async () => {
    const { home, run } = emptyHome();
    const service = await startKeyedService('silence after commit');
    const env = { GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: 'key' };
    const ended = await run([...fox.filter((word) => word !== '-q'), '--verbose'], {
      env,
      onStderr: (stderr, kill) => {
        if (stderr.includes('POST ')) kill('SIGINT');
      },
    });
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain('genctl recover');
    expect(openIntents(join(home, 'genctl', 'ledger', 'open'))).toHaveLength(1);
    expect((await run(['recover', '-q'], { env })).stdout).toBe('job_kept1\n');
    expect(service.charges).toBe(1);
    await service.close();
  }, 30_000);
});

describe('a submit that never reached the service', () => {
  it('leaves nothing to recover, and is sent by nobody later', async () => {
    const { home, run } = emptyHome();
    const served = await startKeyedService('none');
    await served.close();
    const env = { GENCTL_BASE_URL: served.baseUrl, GENCTL_API_KEY: 'key' };
    const ended = await run([...fox, '--once', 'hero', '--json'], { env });
    expect(ended.code).toBe(9);
    expect(openIntents(join(home, 'genctl', 'ledger', 'open'))).toEqual([]);
    const recovered = await run(['recover'], { env });
    expect(recovered.code).toBe(0);
    expect(recovered.stderr).toContain('Nothing to settle');
  }, 120_000);
});
