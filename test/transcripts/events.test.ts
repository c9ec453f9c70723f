import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journeyLines } from '../../src/cli/documents/event-lines.ts';
import { startPausedService } from './fixtures/paused-service.ts';
import { newHome } from './genctl.ts';

type Line = { event: keyof typeof journeyLines } & Record<string, unknown>;

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'];

/** The lines of a run, each held to its shape. */
function linesOf({ stdout }: { stdout: string }): Line[] {
  expect(stdout.endsWith('\n')).toBe(true);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  for (const line of lines) journeyLines[line.event].strict().parse(line);
  expect(lines[0]).toMatchObject({ schema: 'genctl.events/v1', event: 'started' });
  expect(lines.at(-1)?.event).toBe('summary');
  return lines;
}

describe('--events', () => {
  it('tells on stdout what happens, and at last the jobs and how it ends', async () => {
    const { home, run } = newHome();
    const ended = await run([...picture, '-D', 'out', '--exec', 'echo to stderr', '--events']);
    expect(ended.code, ended.stderr).toBe(0);
    const lines = linesOf(ended);
    expect([...new Set(lines.map(({ event }) => event))]).toEqual([
      'started',
      'submitted',
      'state',
      'download',
      'file',
      'exec',
      'summary',
    ]);
    const job_id = lines[1]?.job_id;
    const path = join(home, 'out', `a-fox-${String(job_id).slice(4, 12)}-1.png`);
    expect(lines.find(({ event }) => event === 'file')).toMatchObject({
      job_id,
      path,
      fetched: true,
    });
    expect(lines.at(-1)).toMatchObject({
      exit_code: 0,
      error: null,
      jobs: [{ id: job_id, status: 'succeeded', outputs: [{ path }] }],
    });
    expect(ended.stderr).toContain('to stderr\n');
  });

  it('tells a file that was here, and a command that was done, in the next run', async () => {
    const { run } = newHome();
    await run([...picture, '-D', 'out', '--exec', 'true', '-q']);
    const lines = linesOf(await run(['wait', '@last', '-D', 'out', '--exec', 'true', '--events']));
    expect(lines.find(({ event }) => event === 'file')).toMatchObject({ fetched: false });
    expect(lines.find(({ event }) => event === 'exec')).toMatchObject({ state: 'done_before' });
  });

  it.each([
    ['checks that refuse the request', [...picture, '--duration', '4'], 2, 0],
    ['a job that failed', [...picture.with(1, 'sandbox:provider_failed'), '-w'], 5, 1],
    ['an id that is nobody’s', ['wait', 'nobody'], 11, 0],
  ])('ends with the failure: %s', async (_, words, code, jobs) => {
    const { run } = newHome();
    const ended = await run([...words, '--events']);
    expect(ended.code, ended.stderr).toBe(code);
    const summary = linesOf(ended).at(-1);
    expect(summary).toMatchObject({ exit_code: code, error: { exit_code: code } });
    expect(summary?.jobs).toHaveLength(jobs);
    expect(ended.stderr).toContain('✗');
  });

  it.each([['--json'], ['-q'], ['--dry-run']])(
    'is refused beside %s, before anything is sent',
    async (flag) => {
      const { run } = newHome();
      const ended = await run([...picture, '--events', flag]);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toMatch(/--events and --[\w-]+ can't be used together|flag_conflict/);
      expect((await run(['jobs', '-q'])).stdout).toBe('');
    },
  );

  it('a signal ends it with the summary of what goes on', async () => {
    const service = await startPausedService();
    const { run } = newHome();
    const ended = await run(['submit', 'fox', '-m', 'vendor-a/image-1', '--no-preflight', '-w', '--events'], {
      env: service.env,
      onStderr: (stderr, kill) => {
        if (stderr.includes('job_1 running')) kill('SIGINT');
      },
    });
    expect(ended.code).toBe(130);
    expect(linesOf(ended).at(-1)).toMatchObject({
      exit_code: 130,
      error: { code: 'interrupted', hint: 'genctl wait job_1 --events' },
      jobs: [{ id: 'job_1', status: 'running' }],
    });
  });

  it('whose reader goes away ends quietly, and its job and files are recorded', async () => {
    const { home, run } = newHome();
    const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
    const child = spawn(process.execPath, [binary, ...picture, '-D', 'out', '--events'], {
      cwd: home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        GENCTL_HOME: join(home, 'genctl'),
        GENCTL_SANDBOX_SPEED: 'instant',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    expect(code, stderr).toBe(0);
    expect(stderr).not.toMatch(/✗|EPIPE/);
    const [job] = JSON.parse((await run(['jobs', '--json'])).stdout).items;
    expect(job).toMatchObject({ status: 'succeeded', outputs: [{ path: expect.stringContaining('out') }] });
  });
});
