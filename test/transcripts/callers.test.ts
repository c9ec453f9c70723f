import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

/** A program types for somebody, and says so. */
const env = { CLAUDECODE: '1' };
const clip = ['submit', 'a red fox', '-m', 'vendor-b/video-2.5', '--duration', '4', '--sandbox'];

describe('a program that types for somebody', () => {
  it.each([[], ['--json']])(
    'is refused many jobs that a person would be asked about (%s)',
    async (...how) => {
      const { run } = newHome();
      const many = [...clip, '--takes', '9', ...how];
      const refused = await run(many, { env });
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain('--yes');
      expect(refused.stderr).toContain('CLAUDECODE is set');
      expect((await run(['jobs', '-q'])).stdout).toBe('');
      expect((await run([...many, '--yes'], { env })).code).toBe(0);
    },
  );

  it('is refused many lines of a batch, and a second final', async () => {
    const { home, run } = newHome();
    const lines = Array.from({ length: 9 }, (_, at) => `f${at},fox ${at}`);
    writeFileSync(join(home, 'nine.csv'), ['id,prompt', ...lines].join('\n'));
    const batch = ['batch', 'nine.csv', '-m', 'vendor-a/image-1', '--sandbox', '-D', 'out'];
    const refused = await run([...batch, '--json'], { env });
    expect(errorOf(refused)).toMatchObject({ code: 'input_required', hint: '--yes', exit_code: 2 });
    expect((await run([...batch, '--limit', '8'], { env })).code).toBe(0);

    await run(['draft', 'a fox', '--duration', '4', '--sandbox', '-w'], { env });
    const named = await run(['finalize', '@last', '--once', 'final'], { env });
    expect(named.code, named.stderr).toBe(0);
    expect((await run(['finalize', '@2', '--once', 'final'], { env })).stdout).toBe(named.stdout);
    const again = await run(['finalize', '@2', '--json'], { env });
    expect(errorOf(again)).toMatchObject({ code: 'input_required', hint: '--yes' });
  });

  it('is told in a line how to go on after a failure', async () => {
    const { run } = newHome();
    const real = { env: { ...env, GENCTL_SANDBOX_SPEED: '1' } };
    const waited = await run([...clip, '--once', 'fox', '-w', '--timeout', '10ms'], real);
    expect(waited.code).toBe(4);
    expect(waited.stderr).toMatch(
      /→ genctl wait job_\w+ --timeout 10ms\n {2}Nothing is lost: run the line above, .* genctl help skill\n$/,
    );
    const asData = await run([...clip, '--once', 'fox', '-w', '--timeout', '10ms', '--json'], real);
    const { fix } = errorOf(asData) as { fix: { argv: string[] } };
    expect(fix.argv).toEqual(['genctl', 'wait', expect.any(String), '--timeout', '10ms', '--json']);
    const over = await run([...clip, '--max-cost', '0.01'], { env });
    expect(over.stderr).toMatch(/\n {2}The person who pays decides this: stop and ask\. .*\n$/);
    const wrong = await run(['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--tier', 'x', '--sandbox'], {
      env,
    });
    expect(wrong.stderr).toMatch(/\n {2}The same line ends the same way: .*\n$/);
  });

  it('sees nothing move on a terminal', async () => {
    const { run } = newHome();
    const real = { env: { ...env, GENCTL_SANDBOX_SPEED: '20' }, terminal: 80 };
    const { code, screen } = await run([...clip, '-w'], real);
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the beginning of what moves the cursor.
    expect(screen).not.toMatch(/\u001b\[(\d*[A-HJK]|\?25)/);
    expect((await run([], { env, terminal: 80 })).code).toBe(0);
  });
});
