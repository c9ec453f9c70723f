import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openCompositions } from '../../src/store/compositions.ts';
import { clockOfHome, copyHome, counts, filesIn } from '../store/fixtures/home-0.1/copy-home.ts';
import { type KeyedService, startKeyedService } from './fixtures/keyed-service.ts';
import { errorOf, newHome, type RunOptions } from './genctl.ts';

interface StoredJob {
  id: string;
  route: string;
  job: { status: string; cost_usd?: number };
  finals: string[];
  raw?: { job_id?: string };
}

/** A home of 0.1, opened minutes after its last record. What is asked of it must leave none of its records behind as torn. */
function oldHome(serviceUrl?: string) {
  const { home, run } = newHome();
  copyHome(home, serviceUrl);
  const ledger = join(home, 'genctl', 'ledger');
  const folder = join(ledger, 'done', '2026-10');
  const stored = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredJob);
  return {
    home,
    ledger,
    stored,
    async run(words: readonly string[], { env = {}, ...options }: RunOptions = {}) {
      const ended = await run(words, { ...options, env: { ...clockOfHome(), ...env } });
      expect(ended.stderr).not.toMatch(/torn|set aside|newer genctl/);
      expect(filesIn(join(home, 'genctl')).filter((file) => file.includes('.torn-'))).toEqual([]);
      return ended;
    },
  };
}

const itemsOf = (stdout: string) => (JSON.parse(stdout) as { items: Record<string, unknown>[] }).items;

describe('a home that 0.1 wrote', () => {
  it('lists every job in its state', async () => {
    const { run, stored } = oldHome();
    expect(stored).toHaveLength(counts.jobs);
    const list = ['jobs', '--limit', '100', '--json'];
    const own = itemsOf((await run(list)).stdout);
    const listed = [...own, ...itemsOf((await run([...list, '--sandbox'])).stdout)];
    const statusOf = (jobs: { id?: unknown; status?: unknown }[]) =>
      jobs.map(({ id, status }) => `${id} ${status}`).sort();
    expect(statusOf(listed)).toEqual(statusOf(stored.map(({ id, job }) => ({ id, status: job.status }))));
    const statuses = new Set(listed.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(['canceled', 'expired', 'failed', 'queued', 'running', 'succeeded']);
  });

  it('finds its tasks by the job_id that v1 showed beside their own', async () => {
    const { run, stored } = oldHome();
    const tasks = stored.flatMap(({ id, raw }) =>
      raw?.job_id === undefined || raw.job_id === id ? [] : [{ id, raw }],
    );
    expect(tasks.length).toBeGreaterThan(0);
    for (const { id, raw } of tasks) {
      for (const word of [raw.job_id ?? '', raw.job_id?.slice(0, -1) ?? ''])
        expect(JSON.parse((await run(['show', word, '--json'])).stdout).id).toBe(id);
    }
  });

  it('shows each way a job was made: v1 with its whole body, a picture of the ledger, draft and final', async () => {
    const { run, stored } = oldHome();
    const ofRoute = (route: string) => stored.filter((record) => record.route === route);
    const drafts = stored.filter(({ finals }) => finals.length > 0);
    expect(drafts).toHaveLength(2);
    for (const { id, finals } of drafts) {
      expect(JSON.parse((await run(['show', id, '--json'])).stdout)).toMatchObject({ id, finals });
      expect(JSON.parse((await run(['show', finals[0] ?? '', '--json'])).stdout).draft_of).toBe(id);
    }
    for (const route of ['submitTask', 'submitImage', 'generateImage', 'submitSpicy', 'submitRefs']) {
      const [record] = ofRoute(route);
      const shown = JSON.parse((await run(['show', record?.id ?? route, '--json'])).stdout);
      expect(shown.raw, route).not.toBeNull();
      if (route === 'generateImage') expect(existsSync(new URL(shown.outputs[0].url))).toBe(true);
    }
  });

  it('goes on with the jobs of its sandbox', async () => {
    const { run, stored } = oldHome();
    const sandbox = stored.filter(
      ({ id, job }) => /running|queued/.test(job.status) && id.startsWith('job_'),
    );
    const running = sandbox.find(({ job }) => job.status === 'running');
    const looked = await run(['status', running?.id ?? '', '--json']);
    expect(looked.code, looked.stderr).toBe(0);
    expect(itemsOf(looked.stdout)).toMatchObject([{ status: 'running' }]);
    const canceled = await run(['cancel', running?.id ?? '', '--json']);
    expect(canceled.code, canceled.stderr).toBe(0);
    expect(itemsOf(canceled.stdout)).toMatchObject([{ status: 'canceled' }]);
  });

  it('keeps what every name of --once stands for, pruned jobs too', async () => {
    const { run } = oldHome();
    const submit = (name: string, prompt: string, ...more: string[]) =>
      run([
        ...['submit', prompt, '-m', 'vendor-a/image-1', '--set', 'size=64x64'],
        ...['--once', name, '--sandbox', '--json', ...more],
      ]);
    for (const [name, prompt, ...more] of [
      ['pruned', 'known by its name alone'],
      ['hero', 'two red foxes', '--count', '2'],
      ['twice', 'one red fox'],
      ['twice', 'another red fox', '--revise'],
    ] as const) {
      const ended = await submit(name, prompt, ...more);
      expect(ended.code, ended.stderr).toBe(0);
      expect(JSON.parse(ended.stdout).replayed, name).toBe(true);
    }
    expect(errorOf(await submit('hero', 'three red foxes')).code).toBe('body_changed');
    const refusedBefore = await submit('unpaid', 'a fox that is paid');
    expect(JSON.parse(refusedBefore.stdout).replayed).toBe(false);
  });

  it('has the same accounts and settings, and none of their keys is shown', async () => {
    const { run } = oldHome();
    const accounts = await run(['auth', 'list']);
    expect(accounts.stdout).toMatch(/^studio\tdefault\t.*\tstored\nvault\t\t.*\tcommand\nsandbox\t/);
    const settings = await run(['config', 'list']);
    for (const line of ['timeout\t20m', 'bell\tlong', 'idempotency_window\t48h', 'concurrency\t4']) {
      expect(settings.stdout).toContain(`${line}\t`);
    }
    expect(accounts.stdout + settings.stdout).not.toContain('sk-test');
  });

  it('adds up to what its jobs were charged', async () => {
    const { run, stored } = oldHome();
    const charged = stored.reduce((sum, { job }) => sum + (job.cost_usd ?? 0), 0);
    const rows = [await run(['costs']), await run(['costs', '--sandbox'])].map(({ stdout }) =>
      stdout.trim().split('\t'),
    );
    const sumOf = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
    expect(rows.map(([day]) => day)).toEqual(['2026-10-05', '2026-10-05']);
    expect([sumOf(1).toFixed(2), sumOf(2)]).toEqual([charged.toFixed(2), counts.jobs]);
  });

  it('is well, as doctor sees it, but for the submits without an answer and the files that nobody fetched', async () => {
    const { run } = oldHome();
    const ended = await run(['doctor', '--sandbox', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(itemsOf(ended.stdout).filter(({ status }) => status !== 'ok')).toMatchObject([
      { name: 'ledger', message: `${counts.jobs} jobs, ${counts.openIntents} submits without an answer` },
      { name: 'files', fix: 'genctl sync -D out' },
    ]);
  });

  it('mentions its submits without an answer in a line', async () => {
    const { run } = oldHome();
    const told = async (...flags: string[]) =>
      Number(
        / (\d+) submits never arrived: genctl recover\n$/.exec((await run(['costs', ...flags])).stderr)?.[1],
      );
    expect((await told()) + (await told('--sandbox'))).toBe(counts.openIntents);
  });

  it('makes a request of a job, and of the sidecar of a download, again', async () => {
    const { home, run } = oldHome();
    const [sidecar] = filesIn(join(home, 'files')).filter((file) => file.endsWith('.json'));
    for (const words of [
      ['rerun', sidecar ?? '', '--dry-run'],
      ['rerun', '@last', '--sandbox', '--dry-run'],
    ]) {
      const ended = await run(words);
      expect(ended.code, ended.stderr).toBe(0);
    }
  });

  it('has what was begun in the composer', () => {
    const { home } = oldHome();
    const compositions = openCompositions(join(home, 'genctl'));
    expect(compositions.names()).toEqual(['red-fox']);
    expect(compositions.read('red-fox').composition).toMatchObject({
      body: { model: 'vendor-a/image-1', input: { prompt: 'a red fox' } },
    });
  });
});

describe('the open intents of 0.1', () => {
  const services: KeyedService[] = [];
  afterAll(() => Promise.all(services.map(({ close }) => close())));
  async function serviceOfIntents(): Promise<KeyedService> {
    const service = await startKeyedService('none');
    services.push(service);
    return service;
  }

  it('are each a job afterwards, or still open: none is lost, and no v1 request is sent', async () => {
    const service = await serviceOfIntents();
    const { run, ledger } = oldHome(service.baseUrl);
    const left = () => readdirSync(join(ledger, 'open')).filter((name) => name.endsWith('.json'));
    expect(left()).toHaveLength(counts.openIntents);
    const account = { GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: 'sk-test-environment' };
    const ended = await run(['recover', '--json'], { env: account });
    expect(ended.code, ended.stderr).toBe(13);
    const made = itemsOf(ended.stdout);
    expect(made.length + left().length).toBe(counts.openIntents);
    expect(made.length).toBeGreaterThanOrEqual(2);
    const routes = left().map((name) => JSON.parse(readFileSync(join(ledger, 'open', name), 'utf8')).route);
    expect(routes.filter((route) => route === 'submitTask')).toHaveLength(3);
    expect(service.conflicts).toBe(0);
  });

  it('are sent no more once their keys may be forgotten', async () => {
    const service = await serviceOfIntents();
    const { run, ledger } = oldHome(service.baseUrl);
    const open = join(ledger, 'open');
    const sent = readdirSync(open).filter(
      (name) => !readFileSync(join(open, name), 'utf8').includes('"first_sent_at":null'),
    );
    const ended = await run(['recover'], { env: { CLOCK_SHIFT_MS: '0' } });
    expect(ended.code, ended.stderr).toBe(13);
    expect(readdirSync(open)).toEqual(expect.arrayContaining(sent));
  });
});
