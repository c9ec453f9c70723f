import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { errorOf, newHome } from './genctl.ts';

const words = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '-q'];

/** A home with two unfinished jobs of an account that can't be used any more, and one of an account that can. */
async function unreached() {
  const { run } = newHome();
  const service = await startPausedService();
  for (const _ of [1, 2]) await run(words, { env: service.env });
  const other = await startPausedService();
  other.state = 'succeeded';
  other.onSubmit = (response) => other.accept(response, 99);
  await run(['auth', 'login', '--profile', 'studio', '--base-url', other.baseUrl], { stdin: 'studio-key' });
  await run([...words, '--profile', 'studio']);
  return { run, service };
}

const bothNamed = 'jobs could not be looked at: job_2, job_1';

describe('an account whose key is gone', () => {
  it('keeps wait --all from none of the others, and is named before and at the end', async () => {
    const { run } = await unreached();
    const ended = await run(['wait', '--all']);
    expect(ended.code, ended.stderr).toBe(3);
    expect(ended.stdout).toMatch(/^job_99\tsucceeded\t/);
    expect(ended.stderr).toContain('2 jobs are not waited for (job_2, job_1): there is no key for http://');
    expect(ended.stderr).toContain('2 of 3 jobs could not be waited for: job_2, job_1');
    expect(ended.stderr).toContain('genctl wait job_2 job_1');
  });

  it.each([
    [['sync', '-D', 'out'], `2 of 3 ${bothNamed}`, /\.png\n$/],
    [['jobs', '--watch', '--all-accounts'], `2 of 3 ${bothNamed}`, /^job_99\tsucceeded\t/],
    [['download', '@3', '@2', '@last'], '2 of 3 jobs could not be looked at: job_1, job_2', /\.png\n$/],
  ])('keeps %j from none of the others, and its jobs are named', async (line, named, stdout) => {
    const { run } = await unreached();
    const ended = await run(line);
    expect(ended.code, ended.stderr).toBe(3);
    expect(ended.stdout).toMatch(stdout);
    expect(ended.stderr.split(named)).toHaveLength(2);
  });

  it.each([[['jobs', '--refresh']], [['jobs', '--watch']]])(
    'is told with its one job by %j, which nobody named',
    async (line) => {
      const { run } = newHome();
      const service = await startPausedService();
      await run(words, { env: service.env });
      const ended = await run(line);
      expect(ended.code, ended.stderr).toBe(3);
      expect(ended.stderr).toContain('1 of 1 job could not be looked at: job_1');
    },
  );

  it.each([[['sync', '-D', 'out']], [['download', 'job_1', 'job_99', '-D', 'out']]])(
    'is told with its job by %j, where that is over and its files are not here',
    async (line) => {
      const { run, service } = await unreached();
      await run(['cancel', 'job_2'], { env: service.env });
      service.states.set('job_1', 'succeeded').set('job_2', 'failed');
      await run(['status', 'job_1', 'job_2'], { env: service.env });
      const ended = await run(line);
      expect(ended.code, ended.stderr).toBe(3);
      expect(ended.stderr).toContain('1 of 2 jobs could not be fetched: job_1');
    },
  );

  it('leaves cancel the last known state of its job in JSON, beside what was canceled', async () => {
    const { run } = await unreached();
    const one = await run(['cancel', 'job_1', '--json']);
    expect([one.code, errorOf(one).code]).toEqual([3, 'no_key']);
    expect(JSON.parse(one.stdout).items).toMatchObject([{ id: 'job_1', status: 'queued' }]);
    expect(await run(['cancel', 'job_1'])).toMatchObject({ code: 3, stdout: '' });
    const both = await run(['cancel', 'job_1', 'job_99', '--json']);
    const states = JSON.parse(both.stdout).items.map(({ id, status }: Record<string, string>) => [
      id,
      status,
    ]);
    expect(states).toEqual([
      ['job_1', 'queued'],
      ['job_99', 'canceled'],
    ]);
  });

  it('is told as ever where nothing else was asked for', async () => {
    const { run } = await unreached();
    const one = await run(['wait', 'job_1', '--json']);
    expect([one.code, errorOf(one).code, errorOf(one).job_id]).toEqual([3, 'no_key', 'job_1']);
    expect(JSON.parse(one.stdout).items).toMatchObject([{ id: 'job_1', status: 'queued' }]);
    expect((await run(['wait', 'job_1', 'job_2'])).stderr).toContain('2 of 2 jobs could not be waited for');
    const first = await run(['wait', '--all', '--fail-fast']);
    expect([first.code, first.stdout]).toEqual([3, '']);
  });
});

describe('an account whose key is refused', () => {
  it.each([[['wait', '--all']], [['jobs', '--watch', '--all-accounts']]])(
    'does not end %j for the others',
    async (line) => {
      const { run, service } = await unreached();
      service.refuseWith = 401;
      const { env } = service;
      const ended = await run(line, { env });
      expect(ended.code, ended.stderr).toBe(3);
      expect(ended.stdout).toMatch(/^job_99\tsucceeded\t/);
      expect(ended.stderr).toMatch(/[12] of 3 jobs could not be (waited for|looked at): job_[12]/);
    },
  );
});
