import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const request = ['-m', 'vendor-a/image-1', '--sandbox'];

describe('a switch', () => {
  it.each([
    ['--audio', 'false'],
    ['--watermark', 'False'],
    ['--dry-run', 'false'],
  ])('%s %s is refused: the word would go with the prompt', async (flag, value) => {
    const { run } = newHome();
    const clip = ['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--sandbox'];
    for (const line of [
      [...clip, flag, value],
      [...clip, flag, value, '--json'],
    ])
      expect((await run(line)).stderr).toContain('takes no value');
    expect((await run(['jobs', '--sandbox', '--json'])).stdout).toContain('"items":[]');
  });

  it('stays before words of a prompt, and before a word behind --', async () => {
    const { run } = newHome();
    const clip = ['submit', '-m', 'vendor-b/video-2.5', '--sandbox', '--dry-run'];
    expect((await run([...clip, '--audio', 'true', 'love'])).stdout).toContain('"true love"');
    expect((await run([...clip, '--audio', '--', 'true'])).stdout).toContain('"true"');
  });
});

describe('a flag where the value of another one is', () => {
  const { run } = newHome();

  it.each([
    [['submit', '-p', '--dry-run', ...request], '-p', '--prompt=--dry-run'],
    [['submit', '--sandbox', '-p', '-m', 'vendor-a/image-1'], '-p', '--prompt=-m'],
    [['submit', ...request, '--prompt', '--duration=5'], '--prompt', '--prompt=--duration'],
    [['submit', ...request, '-p', '--dryrun'], '-p', '--prompt=--dryrun'],
    [['submit', ...request, '-qp', '--dry-run'], '-qp', '--prompt=--dry-run'],
    [['submit', 'a fox', ...request, '--once', '--dry-run'], '--once', '--once=--dry-run'],
    [['submit', 'a fox', ...request, '--set', '--max-cost', '1'], '--set', '--set=--max-cost'],
    [['submit', 'a fox', ...request, '-D', '--dry-run'], '-D', '--dir=--dry-run'],
    [['batch', 'shots.jsonl', '--prompt', '--dry-run'], '--prompt', '--prompt=--dry-run'],
    [['jobs', 'prune', '--older-than', '--dry-run'], '--older-than', '--older-than=--dry-run'],
  ])('%j is refused before anything is sent', async (typed, name, meant) => {
    const refused = await run([...typed.slice(0, 1), '--json', ...typed.slice(1)]);
    const { code, fix, hint, message, why } = errorOf(refused) as unknown as Record<string, string>;
    expect([refused.code, code, fix]).toEqual([2, 'flag_as_value', null]);
    expect(message).toMatch(new RegExp(`^${name} would take `));
    expect(why).toMatch(/would have no effect/);
    expect(hint).toBe(`a value behind ${name}; ${meant}, where that is the value`);
    expect((await run(['jobs', '--json'])).stdout).toContain('"items":[]');
  });

  it.each([
    [['--prompt=--dry-run'], '--dry-run'],
    [['-p=--dry-run'], '--dry-run'],
    [['-p=a = b'], 'a = b'],
    [['-p--dry-run'], '--dry-run'],
    [['-p', '--dry-run the fox'], '--dry-run the fox'],
    [['-p', '-5 degrees'], '-5 degrees'],
    [['-p', '-5', '--seed', '-1'], '-5'],
    [['-p', '—'], '—'],
    [['--', '-p', '--dry-run'], '-p --dry-run'],
    [['--', '--set', '--help'], '--set --help'],
  ])('%j says what is meant', async (words, prompt) => {
    const made = await run(['submit', ...request, '--dry-run', '--json', ...words]);
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ body: { input: { prompt } } });
  });

  it('a dash alone is stdin', async () => {
    const made = await run(['submit', ...request, '--dry-run', '--json', '-p', '-'], { stdin: 'a fox' });
    expect(made.stdout).toContain('"prompt":"a fox"');
  });
});
