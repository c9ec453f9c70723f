import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];

/** A chunk of a PNG that holds a manifest store. */
const chunk = Buffer.from('00000004636142580102030400000000', 'hex');

describe('Content Credentials', () => {
  it('are told of a file that carries them, as present and not verified, and the file stays as it is', async () => {
    const { home, run } = newHome();
    await run([...picture, '-D', 'out', '--name', 'fox.{ext}']);
    const path = join(home, 'out', 'fox.png');
    const told = async () => {
      const shown = JSON.parse((await run(['show', '@last', '--json'])).stdout);
      return shown.outputs[0].content_credentials;
    };
    expect(await told()).toBe(false);
    expect((await run(['show', '@last'])).stdout).not.toContain('Credentials');

    const bytes = readFileSync(path);
    const carrying = Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)]);
    writeFileSync(path, carrying);
    expect(await told()).toBe(true);
    expect((await run(['show', '@last'])).stdout).toContain('Content Credentials present, not verified');
    expect(readFileSync(path)).toEqual(carrying);

    rmSync(path);
    expect(await told()).toBeNull();
  });

  it('are not told of a job whose files are not here', async () => {
    const { run } = newHome();
    await run([...picture, '-w']);
    const shown = JSON.parse((await run(['show', '@last', '--json'])).stdout);
    expect(shown.outputs).toMatchObject([{ path: null, content_credentials: null }]);
  });
});
