import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { filesIn, hintedLines, typeLine } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'];
const paused = ['submit', 'fox', '-m', 'vendor-a/image-1', '--no-preflight'];

describe('a command for each job that is over', () => {
  it('is run once the files are here, told of the job and them, and its stdout is on stderr', async () => {
    const { home, run } = newHome();
    const command = 'test -s "$GENCTL_FILES" && echo "$GENCTL_JOB_STATUS $GENCTL_MODEL" && env > told && cat';
    const ended = await run([...picture, '-D', 'out', '--once', 'fox', '--exec', command]);
    expect(ended.code, ended.stderr).toBe(0);
    const [file = ''] = filesIn(join(home, 'out'));
    expect(ended.stdout).toBe(`${join(home, 'out', file)}\n`);
    expect(ended.stderr).toContain('\nsucceeded vendor-a/image-1\n');
    const told = readFileSync(join(home, 'told'), 'utf8').split('\n');
    expect(told).toContain(`GENCTL_FILES=${join(home, 'out', file)}`);
    const [, beginning] = /^a-fox-(\w{8})-1\.png$/.exec(file) ?? [];
    expect(told.join('\n')).toContain(`\nGENCTL_JOB_ID=job_${beginning}`);
    expect(told).toContain('GENCTL_ONCE=fox');
    expect(told).toContain('GENCTL_PROFILE=sandbox');
    expect(told.filter((line) => /^GENCTL_(BATCH|SHOT|ERROR_CODE)=/.test(line))).toEqual([]);
  });

  it('that ended with 0 is not run again, by the same line or by wait; another command is', async () => {
    const { home, run } = newHome();
    const exec = ['--exec', 'echo ran >> ran'];
    for (const words of [
      [...picture, '-w', '--once', 'fox'],
      [...picture, '-D', 'out', '--once', 'fox'],
      ['wait', '@last'],
    ])
      expect((await run([...words, ...exec])).code).toBe(0);
    expect(readFileSync(join(home, 'ran'), 'utf8')).toBe('ran\n');
    await run(['wait', '@last', '--exec', 'echo other >> ran']);
    expect(readFileSync(join(home, 'ran'), 'utf8')).toBe('ran\nother\n');
  });

  it('that fails ends it with 12, keeps the answer, and runs again by the line of the hint', async () => {
    const { home, run } = newHome();
    const command = 'echo "$GENCTL_JOB_ID" >> tries; test -e mended';
    const ended = await run([...picture, '-D', 'out', '--exec', command]);
    expect(ended.code).toBe(12);
    expect(ended.stdout).toMatch(/out\/a-fox-\w{8}-1\.png\n$/);
    expect(ended.stderr).toMatch(/✗ --exec failed for job_\w+\n {2}It ended with exit code 1\.\n/);
    const [line = ''] = hintedLines(ended.stderr);
    const typed = await typeLine(home, `touch mended; ${line}`);
    expect(typed.code, typed.stderr).toBe(0);
    expect(readFileSync(join(home, 'tries'), 'utf8').trim().split('\n')).toHaveLength(2);
    expect(filesIn(join(home, 'out'))).toHaveLength(2);
  });

  it('is run for a job that failed as well, whose end stays the exit', async () => {
    const { home, run } = newHome();
    const words = ['submit', 'sandbox:provider_failed fox', '-m', 'vendor-a/image-1', '--sandbox'];
    const ended = await run([...words, '-w', '--json', '--exec', 'echo "$GENCTL_ERROR_CODE" > why; exit 4']);
    expect(ended.code, ended.stderr).toBe(5);
    expect(readFileSync(join(home, 'why'), 'utf8')).toBe('provider_failed\n');
    expect(errorOf(ended)).toMatchObject({
      code: 'provider_failed',
      why: expect.stringMatching(/--exec failed for job_\w+\.$/),
      hint: expect.stringContaining(" --exec 'echo"),
    });
  });

  it('does not get the key, nor any other secret of genctl', async () => {
    const service = await startPausedService();
    service.state = 'succeeded';
    const { home, run } = newHome();
    const env = {
      ...service.env,
      GENCTL_QUEUE_PASSWORD: 'open-very-secret',
      GENCTL_QUEUE: 'redis://:very-secret@127.0.0.1:6379',
    };
    const ended = await run([...paused, '-w', '--exec', 'env > told'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    const told = readFileSync(join(home, 'told'), 'utf8');
    expect(told).toContain(`GENCTL_BASE_URL=${service.baseUrl}`);
    expect(told).not.toContain('very-secret');
    // The account is made by variables, and has no profile.
    expect(told).not.toContain('GENCTL_PROFILE');
  });
});

describe('a signal while it runs', () => {
  it('ends it and all that it started; its line runs it again', async () => {
    const { home, run } = newHome();
    const command = `trap 'echo got > got; exit 0' TERM; echo begun; test -e got || { sleep 60 & wait; }; echo > done`;
    const ended = await run([...picture, '-w', '--exec', command], {
      onStderr: (stderr, kill) => {
        if (stderr.includes('begun')) kill('SIGTERM');
      },
    });
    expect(ended.code, ended.stderr).toBe(143);
    expect(ended.stderr).toMatch(/✗ Stopped by SIGTERM\n {2}--exec has not finished for job_\w+\.\n/);
    expect(existsSync(join(home, 'got'))).toBe(true);
    const [line = ''] = hintedLines(ended.stderr);
    const typed = await typeLine(home, line);
    expect(typed.code, typed.stderr).toBe(0);
    expect(existsSync(join(home, 'done'))).toBe(true);
  });
});
