import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newBatch } from './fixtures/new-batch.ts';
import { sendJson } from './fixtures/on-loopback.ts';
import { type PausedService, startPausedService } from './fixtures/paused-service.ts';
import { filesIn, hintedLines, typeLine } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const image = ['-m', 'vendor-a/image-1', '--no-preflight'];
const submit = ['submit', 'fox', ...image, '-w'];
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

/** Answers cancels once eight of them are under way, and from then on at once: one after another they would never end. */
function cancelEightAtOnce(service: PausedService): void {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  service.onCancel = (response, id) => {
    waiting.push(() => answerCancel(service, response, id));
    isOpen ||= waiting.length === 8;
    if (isOpen) for (const answer of waiting.splice(0)) answer();
  };
}

/** Answers a cancel with the job as it is then: canceled, unless it had ended. */
function answerCancel({ states }: PausedService, response: ServerResponse, id: string): void {
  if (!states.has(id)) states.set(id, 'canceled');
  const status = states.get(id);
  const charge = status === 'succeeded' ? { cost_usd: 0.5 } : {};
  sendJson(response, 200, {
    id,
    model: 'vendor-a/image-1',
    status,
    ...charge,
    created_at: '2026-03-04T05:06:07Z',
  });
}

/** Sends a signal with the answer to the last of so many submits. */
function signalAfter(service: PausedService, submits: number) {
  let kill = (_: NodeJS.Signals): void => {};
  service.onSubmit = (response, count) => {
    service.accept(response, count);
    if (count === submits) kill('SIGINT');
  };
  return {
    env: service.env,
    onStart(send: (signal: NodeJS.Signals) => void) {
      kill = send;
    },
  };
}

describe('a batch that a signal stops, with --on-interrupt cancel,', () => {
  it('says so, cancels its jobs eight at once, and counts them', async () => {
    const service = await startPausedService();
    cancelEightAtOnce(service);
    const { run, words } = newBatch(12);
    const ended = await run([...words, ...cancel], signalAfter(service, 12));
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain('! canceling 12 jobs; a second signal stops that\n');
    expect(ended.stderr).toMatch(
      /shots 0\/12 done, 12 failed, took [\d.]+s\n✗ Stopped \(Ctrl-C\)\n {2}12 jobs were canceled\.\n/,
    );
  });

  it('ends with the line that sends its shots again, since without --retry-failed canceled ones stay as they are', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run, words } = newBatch(3);
    const ended = await run([...words, ...cancel], signalAfter(service, 3));
    const [told = '', ...others] = hintedLines(ended.stderr);
    expect(told).toMatch(/^to send the canceled shots again: genctl batch shots\.csv .*--retry-failed/);
    expect(others).toEqual([]);
    const asItWas = await run(words, { env });
    expect(asItWas.code, asItWas.stderr).toBe(6);
    const [, shows = ''] = hintedLines(asItWas.stderr);
    expect(shows).toBe('to see what was canceled: genctl jobs --batch shots --status canceled');
    expect((await typeLine(home, shows.split(': ')[1] ?? '', env)).stdout.match(/job_\d/g)).toHaveLength(3);
    service.state = 'succeeded';
    service.onSubmit = undefined;
    const typed = await typeLine(home, told.split(': ')[1] ?? '', env);
    expect(typed.code, typed.stderr).toBe(0);
    expect(service.submits()).toBe(6);
  });

  it('ends with the line that goes on without them as well where shots are left', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run, words } = newBatch(3);
    const one = words.map((word) => (word === '3' ? '1' : word));
    const ended = await run([...one, ...cancel], signalAfter(service, 1));
    expect(hintedLines(ended.stderr).map((line) => line.split(': ')[0])).toEqual([
      'to send canceled and failed shots again, and the rest',
      'to go on without them',
    ]);
    service.state = 'succeeded';
    service.onSubmit = undefined;
    const typed = await typeLine(home, hintedLines(ended.stderr)[1]?.split(': ')[1] ?? '', env);
    expect(typed.stderr).toContain('2 of 3 shots done: 1 failed');
    expect(service.submits()).toBe(3);
  });
});

describe('a job that ended before its cancel', () => {
  it.each([
    { words: ['submit', 'fox', ...image, '--on-interrupt', 'cancel', '-D', 'out'], signals: 1 },
    {
      words: ['submit', 'fox', ...image, '--on-interrupt', 'cancel', '-D', 'out', '--vary', 'seed=1..2'],
      signals: 2,
    },
  ])(
    'is told with its charge, and with the line that fetches its file: of $signals submits',
    async ({ words, signals }) => {
      const service = await startPausedService();
      service.onCancel = (response, id) => {
        if (id === 'job_1') service.states.set(id, 'succeeded');
        answerCancel(service, response, id);
      };
      const { home, run } = newHome();
      const ended = await run(words, signalAfter(service, signals));
      expect(ended.code, ended.stderr).toBe(130);
      expect(ended.stderr).toContain(
        'job_1 had already ended, charged $0.50. Files of job_1 are missing here.',
      );
      const [line = ''] = hintedLines(ended.stderr);
      expect(line).toBe('genctl download job_1 --dir out');
      service.onSubmit = undefined;
      expect((await typeLine(home, line, service.env)).code).toBe(0);
      expect(filesIn(join(home, 'out'))).toContain('fox-1-1.png');
    },
  );
});

describe('a cancel that fails at a signal', () => {
  it('is not tried again, and leaves its job with the line that goes on', async () => {
    const service = await startPausedService();
    const asked: string[] = [];
    service.onCancel = (response, id) => {
      asked.push(id);
      if (id === 'job_1') sendJson(response, 400, { error: { code: 'no', message: 'no' } });
      else answerCancel(service, response, id);
    };
    const { run } = newHome();
    const ended = await run([...submit, ...cancel, '--vary', 'seed=1..2'], signalAfter(service, 2));
    expect(ended.code, ended.stderr).toBe(130);
    expect(asked.toSorted()).toEqual(['job_1', 'job_2']);
    expect(ended.stderr).toContain('\n  job_2 was canceled. job_1 keeps running.\n');
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
