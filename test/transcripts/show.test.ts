import { describe, expect, it } from 'vitest';
import { hintedLines } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox', '-q'];

describe('show of several jobs', () => {
  it('has each of them whole, in the order of the line, with --json as a list', async () => {
    const { run } = newHome();
    const [first, second] = [(await run([...image, '-w'])).stdout.trim(), (await run(image)).stdout.trim()];
    const { code, stderr, stdout } = await run(['show', '@last', first, '@last']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.indexOf(second)).toBeLessThan(stdout.indexOf(first));
    expect(stdout.split('\n\n')).toHaveLength(2);
    const list = JSON.parse((await run(['show', first, second, '--json'])).stdout);
    expect(list).toMatchObject({ schema: 'genctl.jobs/v1', items: [{ id: first }, { id: second }] });
    expect(list.items[0].request).toMatchObject({ model: 'vendor-a/image-1' });
    const one = JSON.parse((await run(['show', first, '--json'])).stdout);
    expect(one).toMatchObject({ schema: 'genctl.job/v1', id: first });
    expect((await run(['show', first, second, '-q'])).stdout).toBe(`${first}\n${second}\n`);
  });

  it('shows those that are known where another is not there any more', async () => {
    const { run } = newHome();
    const id = (await run([...image, '-w'])).stdout.trim();
    const ended = await run(['show', id, 'job_ffffffffffffffffffffffffffffffff', '--sandbox', '--json']);
    expect(ended.code, ended.stderr).toBe(11);
    expect(JSON.parse(ended.stdout)).toMatchObject({ schema: 'genctl.jobs/v1', items: [{ id }] });
  });
});

describe('show --diff and show --open', () => {
  it.each([
    [['--diff', '--open']],
    [['--diff', '--preview']],
    [['--diff', '--api', 'v1']],
    [['--open', '--route', 'tasks']],
  ])('%j can’t be used together', async (flags) => {
    const { run } = newHome();
    const ended = await run(['show', '@2', '@last', ...flags, '--json']);
    expect([ended.code, errorOf(ended).code]).toEqual([2, 'flag_conflict']);
  });

  it.each([
    ['diff @2 @last', 'genctl show --diff @2 @last'],
    ['open @last', 'genctl show --open @last'],
    ['open', 'genctl show --help'],
  ])('were called %s: the line is %s', async (typed, line) => {
    const { run } = newHome();
    const refused = await run(typed.split(' '));
    expect([refused.code, hintedLines(refused.stderr)]).toEqual([2, [line]]);
  });
});
