import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { filesIn, hintedLines, typeLine } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const image = ['-m', 'vendor-a/image-1', '--no-preflight'];
const oddFolder = "the fox's\nfolder";
const journey = [...['-D', oddFolder, '--name', 'fox {id}.{ext}', '--no-sidecar', '--timeout', '90s']];

/** Ends a run with a signal once it waits. */
const whenWaiting =
  (signal: NodeJS.Signals) =>
  (stderr: string, kill: (signal: NodeJS.Signals) => void): void => {
    if (/job_\w+ running/.test(stderr)) kill(signal);
  };

describe('the line that a signal prints does the same journey', () => {
  it('after SIGTERM', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run } = newHome();
    const ended = await run(['submit', 'fox', ...image, ...journey], {
      env,
      onStderr: whenWaiting('SIGTERM'),
    });
    expect(ended.code, ended.stderr).toBe(143);
    const [line = ''] = hintedLines(ended.stderr);
    expect(line).toMatch(/^genctl wait job_1 --dir .* --no-sidecar --timeout 90s$/);
    service.state = 'succeeded';
    const typed = await typeLine(home, line, env);
    expect(typed.code, typed.stderr).toBe(0);
    expect(filesIn(join(home, oddFolder))).toEqual(['fox job_1.png']);
    expect(service.submits()).toBe(1);
  });

  it('of several takes, and with --json in the failure', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run } = newHome();
    const draft = [
      'draft',
      'fox',
      '--takes',
      '7',
      '--no-preflight',
      '-D',
      'out',
      '--overwrite',
      '--json',
      '-v',
    ];
    const ended = await run(draft, {
      env,
      onStderr: (stderr, kill) => {
        if (/GET \S+job_7/.test(stderr)) kill('SIGTERM');
      },
    });
    expect(ended.code, ended.stderr).toBe(143);
    service.state = 'succeeded';
    const typed = await typeLine(home, String(errorOf(ended).hint), env);
    expect(typed.code, typed.stderr).toBe(0);
    expect(filesIn(join(home, 'out')).filter((name) => name.endsWith('.png'))).toHaveLength(7);
  });

  it('of wait: for any of them, and of jobs that no ledger has', async () => {
    const service = await startPausedService();
    const account = ['--base-url', service.baseUrl];
    const env = { GENCTL_API_KEY: 'very-secret' };
    const { home, run } = newHome();
    const ended = await run(['wait', 'job_8', 'job_9', '--any', '-D', 'out', '--api', 'v2', ...account], {
      env,
      onStderr: whenWaiting('SIGINT'),
    });
    expect(ended.code, ended.stderr).toBe(130);
    service.states.set('job_9', 'succeeded');
    const [line = ''] = hintedLines(ended.stderr);
    const typed = await typeLine(home, line, env);
    expect(typed.code, typed.stderr).toBe(0);
    expect(filesIn(join(home, 'out'))).toContain('9-1.png');
    expect(typed.stdout).toBe(`${join(home, 'out', '9-1.png')}\n`);
  });

  it('while files come: for those that are not here, and for those that did not come', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run } = newHome();
    service.state = 'succeeded';
    for (let job = 0; job < 3; job += 1) await run(['submit', 'fox', ...image, '-q'], { env });
    service.onFile = (response, id) => {
      if (id === 'job_1') response.writeHead(404).end();
      else if (id === 'job_2')
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': 520 }).write('x');
      else response.writeHead(404).end();
    };
    const download = ['download', 'job_1', 'job_2', '-D', 'out', '--no-sidecar', '--concurrency', '1', '-v'];
    const ended = await run(download, {
      env,
      onStderr: (stderr, kill) => {
        if (/< 200 \S+file\/job_2/.test(stderr)) kill('SIGINT');
      },
    });
    expect(ended.code, ended.stderr).toBe(130);
    service.onFile = undefined;
    const [line = ''] = hintedLines(ended.stderr);
    expect(line).toBe('genctl download job_1 job_2 --dir out --no-sidecar --concurrency 1');
    expect((await typeLine(home, line, env)).code).toBe(0);
    expect(filesIn(join(home, 'out')).filter((name) => name.endsWith('.png'))).toEqual([
      'fox-1-1.png',
      'fox-2-1.png',
    ]);
  });

  it('before the answer of the submit came: the job is found, and followed', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { home, run } = newHome();
    // Neither answered nor refused, so that nobody knows; the second signal does not wait for the last word.
    service.onSubmit = () => {};
    const ended = await run(['submit', 'fox', ...image, '-D', 'out', '-v'], {
      env,
      onStderr: (stderr, kill) => {
        if (stderr.includes('> POST')) kill('SIGINT');
      },
    });
    expect(ended.code, ended.stderr).toBe(130);
    service.onSubmit = undefined;
    service.state = 'succeeded';
    const [line = ''] = hintedLines(ended.stderr);
    const typed = await typeLine(home, line, env);
    expect(typed.code, typed.stderr).toBe(0);
    expect(typed.stdout).toMatch(/\/out\/fox-\d+-1\.png\n$/);
  });
});
