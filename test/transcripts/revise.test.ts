import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

const image = (prompt: string) => ['submit', prompt, '-m', 'vendor-a/image-1', '--set', 'size=96x64', '-q'];
const fox = image('a red fox');

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

  it('is the same job where nothing changed, paid for once', async () => {
    const { home, run } = newHome();
    const served = await serveSandbox(home);
    const env = served.account;
    const plain = await run([...fox, '--once', 'n1'], { env });
    for (const words of [
      [...fox, '--once', 'n1', '--revise'],
      [...fox, '--revise', '--once', 'n1', '--attempts', '2', '--wait'],
    ]) {
      const revised = await run(words, { env });
      expect(revised.code, revised.stderr).toBe(0);
      expect(revised.stdout).toBe(plain.stdout);
    }
    // Revised from the start, it has the key of its name all the same.
    const first = await run([...fox, '--once', 'n2', '--revise'], { env });
    expect((await run([...fox, '--once', 'n2'], { env })).stdout).toBe(first.stdout);
    expect(served.jobIds()).toHaveLength(2);
  });
});
