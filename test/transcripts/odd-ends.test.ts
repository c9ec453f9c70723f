import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const submit = (prompt: string) => ['submit', prompt, '-m', 'vendor-a/image-1', '--sandbox'];

describe('what became of a job', () => {
  const { run } = newHome();

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
