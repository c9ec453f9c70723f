import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const image = (prompt: string) => ['submit', prompt, '-m', 'vendor-a/image-1', '--set', 'size=96x64', '-q'];

describe('--revise', () => {
  it('makes another request under a name a job of its own, the same each time', async () => {
    const { run } = newHome();
    const submit = (prompt: string, ...more: string[]) =>
      run([...image(prompt), '--sandbox', '--once', 'hero', ...more]);
    const first = (await submit('a red fox')).stdout;
    const revised = await submit('a red cat', '--revise');
    expect(revised.code, revised.stderr).toBe(0);
    expect(revised.stdout).not.toBe(first);
    expect((await submit('a red cat', '--revise')).stdout).toBe(revised.stdout);
    expect((await submit('a red fox')).stdout).toBe(first);
    expect((await run(['jobs', '-q'])).stdout.trim().split('\n')).toHaveLength(2);
  });
});
