import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn, manifestModel, threeLines, withManifest } from './fixtures/manifest.ts';
import { errorOf, newHome } from './genctl.ts';

describe('the lines of a batch', () => {
  it('come by stdin with a name, and not without one', async () => {
    const { home, run } = newHome();
    const stdin = threeLines
      .slice(0, 2)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    const unnamed = await run(['batch', '-', ...manifestModel], { stdin });
    expect(unnamed.code).toBe(2);
    const ended = await run(['batch', '-', '--batch', 'piped', ...manifestModel], { stdin });
    expect(ended.code, ended.stderr).toBe(0);
    expect(jobsIn(home)).toBe(2);
    const again = await run(['batch', '-', '--batch', 'piped', ...manifestModel], { stdin });
    expect(again.stderr).toContain('2 done');
    expect(existsSync(join(home, 'genctl', 'spool'))).toBe(false);
  });

  it('are told all that is wrong with them at once, and how a manifest without an extension is read', async () => {
    const { home, run } = newHome();
    const line = (more: object) =>
      JSON.stringify({ id: 's1', prompt: 'a fox', model: 'vendor-b/video-2.5', ...more });
    writeFileSync(join(home, 'shots'), `${line({})}\n${line({ duration: 99 })}\n`);
    const unread = await run(['batch', 'shots', '--sandbox', '--json'], { cwd: home });
    expect(errorOf(unread).fix).toMatchObject({
      argv: ['genctl', 'batch', 'shots', '--sandbox', '--json', '--format', 'jsonl'],
    });
    const refused = await run(['batch', 'shots', '--sandbox', '--format', 'jsonl'], { cwd: home });
    expect(refused.stderr).toMatch(/Line 2 \(s1\): "s1" is also the id of line 1: .*duration/);
  });

  it.each([
    [
      'shots.csv',
      'id,prompt\ns1,a fox\ns2,an owl\ns1,a boat\n',
      /Line 4 \(s1\): "s1" is also the id of line 2: A later run finds a shot by its id \(an id of its own\)/,
    ],
    [
      'shots.txt',
      'a fox\n\nan owl\na fox\n',
      /Line 4 \(\w+\): its prompt is also that of line 1: In a \.txt .* \(change the prompt or remove the line\)/,
    ],
  ])('of %s that are one shot are told by both their numbers', async (name, text, told) => {
    const { home, run } = newHome();
    writeFileSync(join(home, name), text);
    const refused = await run(['batch', name, ...manifestModel, '--dry-run']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(told)]);
  });

  it('without a model are told the flag of their line', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'shots.csv'), 'id,prompt\ns1,a fox\ns2,an owl\n');
    const refused = await run(['batch', 'shots.csv', '--dry-run', '--sandbox']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('genctl batch shots.csv --dry-run --sandbox --model ID');
    expect(refused.stderr).not.toContain('genctl submit');
  });

  it.each(['--report', '--failed'])('tries the place of %s before anything is sent', async (flag) => {
    const { batch, home } = withManifest(threeLines.slice(0, 2));
    const ended = await batch(flag, 'no-such-folder/file.jsonl', '--json');
    expect(errorOf(ended)).toMatchObject({ code: 'report_failed', exit_code: 14 });
    expect(jobsIn(home)).toBe(0);
  });

  it('tells a fault of many lines once, with how many they are, before and after it sends', async () => {
    const invalid = withManifest(Array.from({ length: 30 }, () => ({ prompt: 'nameless' })));
    const refused = await invalid.batch();
    expect(refused.code, refused.stderr).toBe(2);
    expect(refused.stderr.match(/^ {2}Line .*/gm)).toEqual([
      expect.stringMatching(/^ {2}Line 1 and 29 more: /),
    ]);
    const failing = withManifest(
      Array.from({ length: 30 }, (_, at) => ({ id: `s${at}`, prompt: 'sandbox:provider_failed a fox' })),
    );
    const failed = await failing.batch();
    expect(failed.code, failed.stderr).toBe(5);
    expect(
      failed.stderr.match(/^ {2}Line \d+, s\d+ \(job_\w+\) and 29 more: failed, provider_failed/gm),
    ).toHaveLength(1);
    expect(failed.stderr.match(/^ {2}and \d+ more/gm)).toBeNull();
  });

  it('prints ids where no files are asked for', async () => {
    const { batch } = withManifest(threeLines.slice(0, 2));
    const ended = await batch();
    expect(ended.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^job_/),
      expect.stringMatching(/^job_/),
    ]);
  });

  it('shows twenty faults and counts the others', async () => {
    const { batch } = withManifest(
      Array.from({ length: 30 }, (_, at) => ({ id: `s${at}`, prompt: 'a fox', count: `n${at}` })),
    );
    const { stderr } = await batch();
    expect(stderr.match(/^ {2}Line \d+ \(s\d+\):/gm)).toHaveLength(20);
    expect(stderr).toContain('And 10 more');
  });
});
