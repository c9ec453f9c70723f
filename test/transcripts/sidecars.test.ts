import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
const named = ['-D', 'out', '--name', 'fox.{ext}'];

/** A home with the folder that files go to, and what is in it. */
function bench() {
  const { home, run } = newHome();
  const out = join(home, 'out');
  mkdirSync(out);
  const at = (name: string) => join(out, name);
  return {
    home,
    run,
    at,
    names: () => readdirSync(out).toSorted(),
    text: (name: string) => readFileSync(at(name), 'utf8'),
    sidecar: (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as Record<string, unknown>,
  };
}

describe('what made a file', () => {
  it('is never written through a link: the pair takes the next name, and what the link leads to stays', async () => {
    const { home, run, at, names, sidecar } = bench();
    writeFileSync(join(home, 'precious'), 'precious');
    symlinkSync(join(home, 'precious'), at('fox.png.json'));
    symlinkSync(join(home, 'nowhere'), at('fox-2.png.json'));
    const ended = await run([...picture, ...named, '-q']);
    expect([ended.code, ended.stdout]).toEqual([0, `${at('fox-3.png')}\n`]);
    expect(names()).toEqual(['fox-2.png.json', 'fox-3.png', 'fox-3.png.json', 'fox.png.json']);
    expect(sidecar('fox-3.png.json')).toMatchObject({ output: 1 });
    expect(readFileSync(join(home, 'precious'), 'utf8')).toBe('precious');
    expect(existsSync(join(home, 'nowhere'))).toBe(false);
  });

  it("never takes the place of somebody's own file, nor of what made another", async () => {
    const { run, at, names, text, sidecar } = bench();
    writeFileSync(at('fox.png.json'), '{"mine":1}');
    const first = await run([...picture, ...named, '-q']);
    expect(first.stdout).toBe(`${at('fox-2.png')}\n`);
    expect(text('fox.png.json')).toBe('{"mine":1}');
    rmSync(at('fox-2.png'));
    const second = await run([...picture, ...named, '-q']);
    expect(second.stdout).toBe(`${at('fox-3.png')}\n`);
    expect(sidecar('fox-2.png.json').job_id).not.toBe(sidecar('fox-3.png.json').job_id);
    expect(names()).toEqual(['fox-2.png.json', 'fox-3.png', 'fox-3.png.json', 'fox.png.json']);
  });

  it('goes with the file that --overwrite replaces, but never in the place of what is no sidecar', async () => {
    const { home, run, at, names, text, sidecar } = bench();
    await run([...picture, ...named, '-q']);
    const before = sidecar('fox.png.json');
    const words = [...picture, ...named, '--overwrite'];
    expect((await run([...words, '-q'])).stdout).toBe(`${at('fox.png')}\n`);
    expect(sidecar('fox.png.json').job_id).not.toBe(before.job_id);
    writeFileSync(at('fox.png.json'), 'mine');
    const kept = await run(words);
    expect(kept.code).toBe(0);
    expect(kept.stderr).toContain('fox.png.json is something else, and genctl leaves it as it is');
    expect(text('fox.png.json')).toBe('mine');
    rmSync(at('fox.png.json'));
    writeFileSync(join(home, 'precious'), JSON.stringify(before));
    symlinkSync(join(home, 'precious'), at('fox.png.json'));
    expect((await run(words)).code).toBe(0);
    expect(readlinkSync(at('fox.png.json'))).toBe(join(home, 'precious'));
    expect(JSON.parse(readFileSync(join(home, 'precious'), 'utf8'))).toEqual(before);
    expect(names()).toEqual(['fox.png', 'fox.png.json']);
  });

  it('says the same after a second download, comes again where it is gone, and takes the place of an empty one', async () => {
    const { run, at, text } = bench();
    await run([...picture, ...named, '-q']);
    const before = text('fox.png.json');
    const again = () => run(['download', '@last', ...named, '-q']);
    expect((await again()).code).toBe(0);
    expect(text('fox.png.json')).toBe(before);
    for (const leave of [() => rmSync(at('fox.png.json')), () => writeFileSync(at('fox.png.json'), '')]) {
      leave();
      expect((await again()).stdout).toBe(`${at('fox.png')}\n`);
      expect(JSON.parse(text('fox.png.json'))).toMatchObject({ schema: 'genctl.sidecar/v1' });
    }
  });

  it('that the disk does not take leaves nothing, and the file is whole all the same', async () => {
    const { home, run, at, names } = bench();
    await run(['submit', 'a fox '.repeat(8000), ...picture.slice(2), ...named, '-q']);
    rmSync(at('fox.png.json'));
    const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
    const words = [process.execPath, binary, 'download', '@last', ...named];
    const child = spawn('sh', ['-c', `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`, ...words], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, GENCTL_HOME: join(home, 'genctl') },
    });
    let stderr = '';
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece;
    });
    const [code] = await once(child, 'close');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('genctl could not write its sidecar');
    expect(names()).toEqual(['fox.png']);
  });

  it('is no trouble where files can not go: a file in the place of the folder is told of, by its path', async () => {
    const { home, run, at } = bench();
    await run([...picture, ...named, '-q']);
    writeFileSync(join(home, 'taken'), '');
    const elsewhere = await run(['download', '@last', '-D', 'taken', '--json']);
    expect(errorOf(elsewhere).message).toMatch(/files can't go to .*taken/i);
    expect(elsewhere.code).toBe(14);
    rmSync(at('.'), { recursive: true });
    writeFileSync(join(home, 'out'), '');
    expect(errorOf(await run(['download', '@last', ...named, '--json'])).code).toBe('not_a_folder');
  });
});
