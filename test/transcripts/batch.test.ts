import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf, jobsIn, manifestModel, threeLines, withManifest } from './fixtures/manifest.ts';
import { errorOf, newHome } from './genctl.ts';

describe('a batch', () => {
  it('renders each line, prints a path a shot, and run again it sends nothing and prints them again', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 2));
    const first = await batch('-D', 'out');
    expect(first.code, first.stderr).toBe(0);
    const paths = ['s1-1.png', 's2-1.png'].map((name) => join(home, 'out', name));
    expect(first.stdout.trim().split('\n').sort()).toEqual(paths);
    expect(first.stderr).toContain('batch shots: 2 lines, 2 new\n');
    expect(readFileSync(join(home, 'out', 's1-1.png.json'), 'utf8')).toContain('"a fox in snow"');
    const again = await batch('-D', 'out');
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout.trim().split('\n')).toEqual(paths);
    expect(first.stderr).toMatch(/shots 2\/2 done, took .*, charged \$/);
    expect(again.stderr).toMatch(/shots 2\/2 done, took .*, charged \$0\.00 in this run, \$0\.06 in all\n/);
    expect(again.stderr).toContain('batch shots: 2 lines, 2 done\n');
    expect(jobsIn(home)).toBe(2);
  });

  it('into another folder prints the paths in that folder alone, and fetches without a submit', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 2));
    await batch('-D', 'out');
    const { stdout } = await batch('-D', 'again', '--report', 'report.ndjson');
    const paths = ['s1-1.png', 's2-1.png'].map((name) => join(home, 'again', name));
    expect(stdout.trim().split('\n').sort()).toEqual(paths);
    const report = readFileSync(join(home, 'report.ndjson'), 'utf8');
    expect(report).toContain(paths[0]);
    expect(report).not.toContain(join(home, 'out'));
    expect(jobsIn(home)).toBe(2);
  });

  it('without a shot in it is refused', async () => {
    const { batch } = withManifest([]);
    expect(errorOf(await batch('--json'))).toMatchObject({ code: 'manifest_empty', exit_code: 2 });
  });

  it.each([
    ['shots.csv', 'id,prompt\n', 's01,"a red fox in snow" below id,prompt'],
    ['shots.tsv', 'id\tprompt\n', 's01 TAB a red fox in snow, below id TAB prompt'],
    ['shots.jsonl', '\n', '{"id": "s01", "prompt": "a red fox in snow"}'],
    ['shots.txt', '\n', 'a red fox in snow'],
  ])('without a shot in %s is shown one as that has it', async (name, content, hint) => {
    const { home, run } = newHome();
    writeFileSync(join(home, name), content);
    const refused = await run(['batch', name, ...manifestModel, '--json']);
    expect(errorOf(refused).hint).toBe(`write one line a shot, such as ${hint}`);
  });

  it('sends nothing where lines are at fault, and shows each with its number', async () => {
    const { batch, home } = withManifest([
      { id: 's1', prompt: 'a fox' },
      { id: 's1', prompt: 'another' },
      { prompt: 'nameless' },
      { id: 's4', prompt: 'a {hero}' },
      { id: 's5', prompt: 'a fox', count: 'many' },
    ]);
    const ended = await batch();
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('4 of 5 lines of shots.jsonl can’t be sent'.replace('’', "'"));
    for (const line of ['Line 2 (s1)', 'Line 3:', 'Line 4', 'Line 5']) expect(ended.stderr).toContain(line);
    expect(jobsIn(home)).toBe(0);
    const rest = await batch('--skip-invalid');
    expect(rest.code, rest.stderr).toBe(0);
    expect(rest.stderr).toContain('left out: line 3: ');
    expect(jobsIn(home)).toBe(1);
  });

  it('refuses changed lines by the names of their fields, all together, and renders them anew with --revise', async () => {
    const { batch, home, write } = withManifest(threeLines.slice(0, 2));
    await batch();
    write([
      { id: 's1', prompt: 'a wolf', set: undefined },
      { id: 's2', prompt: 'a bus', 'set.size': '1536x1024' },
    ]);
    const refused = await batch('--json');
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({ code: 'lines_changed' });
    expect(errorOf(refused).why).toMatch(/line 1 \(s1\): job_\w+ was made with another prompt/);
    expect(errorOf(refused).why).toMatch(/line 2 \(s2\): job_\w+ was made with another prompt, size/);
    // The manifest of another folder may have the same name.
    expect(errorOf(refused).hint).toContain('--batch NAME');
    const revised = await batch('--revise');
    expect(revised.code, revised.stderr).toBe(0);
    expect(jobsIn(home)).toBe(4);
    // A line that was revised is known from then on, without the flag, too.
    const again = await batch();
    expect(again.code, again.stderr).toBe(0);
    expect(jobsIn(home)).toBe(4);
  });

  it('leaves what failed as it is, unless it is asked for another attempt', async () => {
    const { batch, home } = withManifest(threeLines);
    const first = await batch();
    expect(first.code).toBe(5);
    expect(first.stderr).toContain('2 of 3 shots done: 1 failed');
    expect(first.stderr).toMatch(
      /to retry the failed shots: genctl batch shots\.jsonl --retry-failed .*--sandbox/,
    );
    expect((await batch()).code).toBe(5);
    expect(jobsIn(home)).toBe(3);
    await batch('--retry-failed');
    expect(jobsIn(home)).toBe(4);
    await batch('--retry-failed');
    expect(jobsIn(home)).toBe(5);
  });

  it('makes up to as many attempts as are asked for', async () => {
    const { batch, home } = withManifest(threeLines.slice(2));
    const ended = await batch('--attempts', '3');
    expect(ended.code).toBe(5);
    expect(jobsIn(home)).toBe(3);
    await batch('--attempts', '3');
    expect(jobsIn(home)).toBe(3);
  });

  it('with --dry-run counts, and with --json has a reason for every line', async () => {
    const { batch, home, write } = withManifest(threeLines);
    const before = await batch('--dry-run');
    expect(before).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^batch shots: 3 lines, 3 new\nexpected: about \$0\.09 .*\n$/),
    });
    expect(jobsIn(home)).toBe(0);
    await batch();
    write([...threeLines.slice(1), { id: 's1', prompt: 'changed' }, { id: 's9', prompt: 'new' }]);
    const ended = await batch('--dry-run', '--json');
    const { lines } = documentOf(ended) as { lines: Record<string, unknown>[] };
    expect(lines.map(({ id, reason, fields }) => [id, reason, fields])).toEqual([
      ['s2', 'done', null],
      ['s3', 'failed', null],
      ['s1', 'changed', ['prompt']],
      ['s9', 'new', null],
    ]);
    expect(ended.code).toBe(2);
  });
});
