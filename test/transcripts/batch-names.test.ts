import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn, manifestModel, threeLines, withManifest } from './fixtures/manifest.ts';

describe('the files of a batch', () => {
  it('are called revised where their line was, and names the older ones as outdated, which stay', async () => {
    const { batch, home, write } = withManifest(threeLines.slice(0, 2));
    const pictures = () => readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'));
    await batch('-D', 'out');
    expect(pictures()).toEqual(['s1-1.png', 's2-1.png']);
    const revise = async (prompt: string) => {
      write([{ ...threeLines[0], prompt }, threeLines[1] ?? {}]);
      return batch('--revise', '-D', 'out');
    };
    const wolf = await revise('a wolf');
    expect(wolf.code, wolf.stderr).toBe(0);
    expect(wolf.stderr).toContain(`1 file is outdated: its line was revised: ${join('out', 's1-1.png')}\n`);
    const [revised = ''] = pictures().filter((name) => /^s1-revised-[0-9a-f]{8}-1\.png$/.test(name));
    expect(pictures()).toEqual(['s1-1.png', revised, 's2-1.png']);
    const again = await batch('-D', 'out');
    expect([again.code, again.stderr.includes('outdated'), pictures().length]).toEqual([0, false, 3]);
    const bear = await revise('a bear');
    expect(bear.stderr).toMatch(/2 files are outdated: their lines were revised: /);
    expect(bear.stderr).toContain(revised);
    expect(pictures()).toHaveLength(4);
  });

  it('calls the first file of a shot by its name alone, whether its line was revised before or not', async () => {
    const { batch, home, write } = withManifest([{ id: 's1', prompt: 'sandbox:provider_rejected a fox' }]);
    const pictures = () => readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'));
    const revise = (prompt: string) => {
      write([{ id: 's1', prompt }]);
      return batch('--revise', '--retry-failed', '-D', 'out');
    };
    expect((await batch('-D', 'out')).code).toBe(5);
    const wolf = await revise('a wolf');
    expect([wolf.code, wolf.stderr.includes('outdated')], wolf.stderr).toEqual([0, false]);
    expect(pictures()).toEqual(['s1-1.png']);
    expect((await batch('-D', 'out')).stderr).toContain('1 done\n');
    const bear = await revise('a bear');
    expect(bear.stderr).toContain(`1 file is outdated: its line was revised: ${join('out', 's1-1.png')}\n`);
    expect(pictures()).toEqual(['s1-1.png', expect.stringMatching(/^s1-revised-[0-9a-f]{8}-1\.png$/)]);
    // Back at an earlier request, its file is known by the name that it got.
    write([{ id: 's1', prompt: 'a wolf' }]);
    const back = await batch('-D', 'out');
    expect([back.code, pictures().length], back.stderr).toEqual([0, 2]);
    expect(jobsIn(home)).toBe(3);
  });

  it('keeps the file of a revised shot where the first request has a file after all', async () => {
    const first = { id: 's1', prompt: 'sandbox:fails_twice a fox' };
    const { batch, home, write } = withManifest([first]);
    const pictures = () => readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'));
    expect((await batch('-D', 'out')).code).toBe(5);
    write([{ id: 's1', prompt: 'a wolf' }]);
    expect((await batch('--revise', '-D', 'out')).code).toBe(0);
    write([first]);
    const ended = await batch('--attempts', '3', '-D', 'out');
    expect(ended.code, ended.stderr).toBe(0);
    expect(pictures()).toEqual(['s1-1.png', expect.stringMatching(/^s1-revised-[0-9a-f]{8}-1\.png$/)]);
    expect((await batch('--attempts', '3', '-D', 'out')).stderr).toContain('1 done\n');
    expect(pictures()).toHaveLength(2);
  });

  it('count up where {v} is in their name, also for two processes at once, and a later run finds them', async () => {
    const lines = ['fox', 'tram', 'boat', 'owl'].map((prompt) => ({ id: prompt, prompt }));
    const { home, run, write } = withManifest(lines);
    renameSync(join(home, 'shots.jsonl'), join(home, 'more.jsonl'));
    write(lines.map((line) => ({ ...line, prompt: `a ${line.prompt}` })));
    const words = [...manifestModel, '-D', 'out', '--name', 'shot-{v:03}.{ext}'];
    const both = () =>
      Promise.all(
        ['shots.jsonl', 'more.jsonl'].map((name) => run(['batch', name, ...words], { ownProcess: true })),
      );
    const files = () => readdirSync(join(home, 'out')).toSorted();
    expect((await both()).map(({ code }) => code)).toEqual([0, 0]);
    const names = Array.from({ length: 8 }, (_, index) => `shot-00${index + 1}.png`);
    expect(files()).toEqual(names.flatMap((name) => [name, `${name}.json`]));
    const again = await both();
    expect(again.map(({ stderr }) => /4 done/.test(stderr))).toEqual([true, true]);
    expect(files()).toHaveLength(16);
  });
});
