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
  it('cancels the job that was submitted', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { run } = newHome();
    const ended = await run([...submit, ...cancel], { env, onStderr: whenRunning('SIGINT') });
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain('\njob_1 canceled after ');
    expect(ended.stderr.endsWith('✗ Stopped (Ctrl-C)\n  job_1 was canceled.\n'), ended.stderr).toBe(true);
    expect(service.states.get('job_1')).toBe('canceled');
    expect((await run(['jobs', '--json'])).stdout).toContain('"status":"canceled"');
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
});

describe('v1, which has no cancel,', () => {
  it('is refused before anything is sent', async () => {
    const words = ['submit', 'fox', '-m', 'spicy/video-2-5', '--no-preflight', '-w'];
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
