import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { hintedLines } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '-q'];

describe('jobs --watch', () => {
  it('tells each change until all are over, and prints the list as it stands then', async () => {
    const { run } = newHome();
    const env = { GENCTL_SANDBOX_SPEED: '10' };
    const words = ['submit', '-m', 'vendor-a/image-1', '--sandbox', '-q'];
    await run([...words, 'a fox', '-w'], { env });
    await run([...words, 'sandbox:provider_failed a hare'], { env });
    await run([...words, 'an owl'], { env });
    const ended = await run(['jobs', '--watch'], { env });
    // A failed job is an answer of this command, and no failure of it.
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/^job_\w+ succeeded after /m);
    expect(ended.stderr).toMatch(/^job_\w+ failed after /m);
    const rows = ended.stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));
    expect(rows.map(([, status, , , , prompt]) => [status, prompt])).toEqual([
      ['succeeded', 'an owl'],
      ['failed', 'sandbox:provider_failed a hare'],
      ['succeeded', 'a fox'],
    ]);
  });

  it('takes on what other processes submit meanwhile, where the filters leave it', async () => {
    const service = await startPausedService();
    const { env } = service;
    const { run } = newHome();
    const tagged = [...submit, '--tag', 'client=acme'];
    await run(tagged, { env });
    const watched = run(['jobs', '--watch', '--tag', 'client'], {
      env,
      onStderr(stderr) {
        if (/job_1 running/.test(stderr) && service.submits() === 1)
          void run(submit, { env }).then(() => run(tagged, { env }));
        if (/job_3 running/.test(stderr)) service.state = 'succeeded';
      },
    });
    const ended = await watched;
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout.split('\n').map((row) => row.split('\t').slice(0, 2))).toEqual([
      ['job_3', 'succeeded'],
      ['job_1', 'succeeded'],
      [''],
    ]);
  });

  it.each([['SIGTERM', 143, 'Stopped by SIGTERM']] as const)(
    'ends with %s as any command does: the jobs go on, and the line that was typed is told',
    async (signal, exit, stopped) => {
      const service = await startPausedService();
      const { env } = service;
      const { run } = newHome();
      await run(submit, { env });
      await run(submit, { env });
      const ended = await run(['jobs', '--watch', '--since', '2h', '--columns', 'id,status'], {
        env,
        onStderr(stderr, kill) {
          if (/job_1 running/.test(stderr) && /job_2 running/.test(stderr)) kill(signal);
        },
      });
      expect(ended.code, ended.stderr).toBe(exit);
      expect(ended.stdout).toBe('job_2\trunning\njob_1\trunning\n');
      expect(ended.stderr).toContain(`✗ ${stopped}\n  2 jobs keep running.\n`);
      expect(hintedLines(ended.stderr)).toEqual(['genctl jobs --watch --since 2h --columns id,status']);
    },
  );

  it('ends at once where nothing is unfinished, and looks at nothing', async () => {
    const { run } = newHome();
    const none = await run(['jobs', '--watch']);
    expect(none).toMatchObject({ code: 0, stdout: '' });
    expect(none.stderr).toContain('No jobs yet.');
    await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-w', '-q']);
    const over = await run(['jobs', '--watch', '-v']);
    expect(over.code).toBe(0);
    expect(over.stdout).toMatch(/^job_\w+\tsucceeded\t/);
    expect(over.stderr).toBe('');
  });

  it.each([
    [['--json'], '--watch and --json', 'genctl wait --all --events'],
    [['--refresh', '--json'], '--refresh and --watch', 'genctl jobs --watch'],
  ])('with %j is refused', async (flags, what, hint) => {
    const { run } = newHome();
    const ended = await run(['jobs', '--watch', ...flags]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(ended)).toMatchObject({ code: 'flag_conflict', hint });
    expect(errorOf(ended).message).toContain(what);
  });
});
