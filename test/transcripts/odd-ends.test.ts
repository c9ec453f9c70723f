import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const submit = (prompt: string) => ['submit', prompt, '-m', 'vendor-a/image-1', '--sandbox'];

describe('what became of a job', () => {
  const { run } = newHome();

  it('canceled because its time was over is not said to go on', async () => {
    const env = { GENCTL_SANDBOX_SPEED: '1' };
    const words = [...submit('sandbox:slow fox'), '--wait', '--timeout', '1s', '--cancel-on-timeout'];
    const ended = await run(words, { env });
    expect(ended.code, ended.stderr).toBe(4);
    expect(ended.stderr).toContain('told to cancel the job');
    expect(ended.stderr).not.toMatch(/goes? on|genctl wait/);
    const status = await run(['status', '@last', '--exit-status'], { env });
    expect(status).toMatchObject({ code: 6, stdout: expect.stringContaining('canceled') });
  });

  it('canceled by its owner is said once', async () => {
    const ended = await run([...submit('sandbox:canceled fox'), '--wait']);
    expect(ended.code).toBe(6);
    expect(ended.stderr).toMatch(/job_\w+ was canceled\n/);
  });

  it('a file gets no second extension on a name that has one', async () => {
    const ended = await run([...submit('fox'), '--dir', 'out', '--name', 'hero.png', '--quiet']);
    expect(ended.stdout).toMatch(/out\/hero\.png\n$/);
  });
});
