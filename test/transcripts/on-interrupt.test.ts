import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { hintedLines } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const submit = ['submit', 'fox', '-m', 'vendor-a/image-1', '--no-preflight', '-w'];
const cancel = ['--on-interrupt', 'cancel'];

const whenRunning =
  (signal: NodeJS.Signals, id = 'job_\\w+') =>
  (stderr: string, kill: (signal: NodeJS.Signals) => void): void => {
    if (new RegExp(`${id} running`).test(stderr)) kill(signal);
  };

describe('a signal, with --on-interrupt cancel', () => {
  it.each([
    ['SIGINT', 130, 'Stopped (Ctrl-C)'],
    ['SIGTERM', 143, 'Stopped by SIGTERM'],
    ['SIGHUP', 129, 'Stopped by SIGHUP'],
  ] as const)('%s cancels the job that was submitted', async (signal, exit, stopped) => {
    const service = await startPausedService();
    const { env } = service;
    const { run } = newHome();
    const ended = await run([...submit, ...cancel], { env, onStderr: whenRunning(signal) });
    expect(ended.code, ended.stderr).toBe(exit);
    expect(ended.stderr).toContain('\njob_1 canceled after ');
    expect(ended.stderr.endsWith(`✗ ${stopped}\n  job_1 was canceled.\n`), ended.stderr).toBe(true);
    expect(service.states.get('job_1')).toBe('canceled');
    expect((await run(['jobs', '--json'])).stdout).toContain('"status":"canceled"');
  });

  it('cancels all that are waited for, and leaves those that are over', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { run } = newHome();
    for (let count = 0; count < 3; count += 1) await run(submit.slice(0, -1), { env });
    service.states.set('job_2', 'succeeded');
    const ended = await run(['wait', 'job_1', 'job_2', 'job_3', ...cancel, '--json', '-v'], {
      env,
      onStderr: (stderr, kill) => {
        if (
          /< 200 [^>]*job_1/.test(stderr) &&
          /< 200 [^>]*job_2/.test(stderr) &&
          /< 200 [^>]*job_3/.test(stderr)
        )
          kill('SIGINT');
      },
    });
    expect(ended.code, ended.stderr).toBe(130);
    const { items } = JSON.parse(ended.stdout) as { items: { id: string; status: string }[] };
    expect(items.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'job_1 canceled',
      'job_2 succeeded',
      'job_3 canceled',
    ]);
    expect(errorOf(ended)).toMatchObject({ why: '2 jobs were canceled.', hint: null });
  });

  it('tells of one that can not be canceled, which goes on', async () => {
    const service = await startPausedService();
    const { env } = service;
    service.onCancel = (response) =>
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"no"}');
    const { run } = newHome();
    const ended = await run([...submit, ...cancel], { env, onStderr: whenRunning('SIGINT') });
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toMatch(/! job_1 could not be canceled and keeps running: /);
    expect(ended.stderr).toContain('\n  job_1 keeps running.\n');
    expect(hintedLines(ended.stderr)).toEqual(['genctl wait job_1 --on-interrupt cancel']);
  });

  it('and a second one while it cancels stop that, with the line that goes on', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { run } = newHome();
    let interruptAgain = (): void => {};
    // Never answered: only the second signal ends it.
    service.onCancel = () => interruptAgain();
    const ended = await run([...submit, ...cancel], {
      env,
      ownProcess: true,
      onStart: (kill) => {
        interruptAgain = () => kill('SIGINT');
      },
      onStderr: whenRunning('SIGINT'),
    });
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain('\n  job_1 keeps running.\n');
    expect(hintedLines(ended.stderr)).toEqual(['genctl wait job_1 --on-interrupt cancel']);
  });

  it('leaves the jobs running where nothing or detach is said', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { run } = newHome();
    const detach = ['--on-interrupt', 'detach'];
    const ended = await run([...submit, ...detach], { env, onStderr: whenRunning('SIGINT') });
    expect(ended.code, ended.stderr).toBe(130);
    expect(service.states.size).toBe(0);
  });
});

describe('v1, which has no cancel,', () => {
  it.each([
    ['submit', ['submit', 'fox', '-m', 'spicy/video-2-5', '--no-preflight', '-w']],
    ['draft', ['draft', 'fox', '--api', 'v1', '--no-preflight', '-w']],
  ])('is refused before anything is sent: %s', async (_, words) => {
    const service = await startPausedService();
    const { run } = newHome();
    const ended = await run([...words, ...cancel, '--json'], { env: service.env });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(ended)).toMatchObject({
      code: 'no_cancel_route',
      message: '--on-interrupt cancel is not possible: v1 has no cancel',
    });
    expect(service.submits()).toBe(0);
  });
});
