import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface ShownJob {
  id: string;
  model: string;
  once: string | null;
  request: { model: string; input: Record<string, unknown> };
}

const itemsOf = ({ stdout }: Ended) => (JSON.parse(stdout) as { items: ShownJob[] }).items;
const shot = ['submit', 'a red fox in snow', '--sandbox'];
const bodiesOf = ({ stdout }: Ended) =>
  (JSON.parse(stdout) as { items: { body: { model: string; input: Record<string, unknown> } }[] }).items.map(
    ({ body }) => body,
  );

describe('several jobs of one request', () => {
  it('takes have seeds of their own, and the same ones again under the same name', async () => {
    const { run } = newHome();
    const takes = [...shot, '-m', 'vendor-b/video-2.5', '--takes', '3', '--once', 'fox', '--json'];
    const first = await run(takes);
    expect(first.code, first.stderr).toBe(0);
    const jobs = itemsOf(first);
    expect(jobs.map(({ once }) => once)).toEqual(['fox/1', 'fox/2', 'fox/3']);
    expect(new Set(jobs.map(({ request }) => request.input.seed)).size).toBe(3);
    const again = itemsOf(await run(takes));
    expect(again.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
  });

  it('the seeds of takes count up from a given one', async () => {
    const { run } = newHome();
    const dry = await run([
      ...shot,
      '-m',
      'vendor-b/video-2.5',
      '--takes',
      '3',
      '--seed',
      '7',
      '--dry-run',
      '--json',
    ]);
    expect(bodiesOf(dry).map(({ input }) => input.seed)).toEqual([7, 8, 9]);
  });

  it('variations multiply, are counted before they are sent, and each id says which it is', async () => {
    const { run } = newHome();
    const varied = [...shot, '--vary', 'model=vendor-b/video-2.5,vendor-b/video-2.0', '--vary', 'seed=1..2'];
    const { code, stderr, stdout } = await run([...varied, '--once', 'fox']);
    expect(code, stderr).toBe(0);
    const ids = stdout.trim().split('\n');
    expect(ids).toHaveLength(4);
    expect(stderr).toContain('4 jobs: model=vendor-b/video-2.5,vendor-b/video-2.0 × seed=1..2\n');
    expect(stderr).toContain(`${ids[0]} is model=vendor-b/video-2.5,seed=1\n`);
    expect(stderr).toContain(`${ids[3]} is model=vendor-b/video-2.0,seed=2\n`);
    // A value put in between is one more job, and the others are the same.
    const wider = await run([...varied.slice(0, -1), 'seed=1,5,2', '--once', 'fox', '--json']);
    const jobs = itemsOf(wider);
    expect(jobs).toHaveLength(6);
    expect(jobs.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it('a rerun is varied, too, and fields by set.NAME', async () => {
    const { run } = newHome();
    const { stdout } = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox']);
    const dry = await run([
      'rerun',
      stdout.trim(),
      ...['--vary', 'set.size=1024x1024,1536x1024', '--vary', 'prompt=["a fox, asleep","a hare"]'],
      ...['--dry-run', '--json'],
    ]);
    expect(bodiesOf(dry).map(({ input }) => [input.size, input.prompt])).toEqual([
      ['1024x1024', 'a fox, asleep'],
      ['1024x1024', 'a hare'],
      ['1536x1024', 'a fox, asleep'],
      ['1536x1024', 'a hare'],
    ]);
  });

  it('what they come to is told before the first is sent, and nothing is asked where nobody can be', async () => {
    const { run } = newHome();
    const clip = [...shot, '-m', 'vendor-b/video-2.5', '--duration', '4'];
    const first = await run([...clip, '--takes', '9', '--once', 'fox', '--wait']);
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toMatch(
      /^9 jobs, about \$1\.62 in all \(the price list says \$0\.18 each; .*\)\njob_\w+ is take 1/,
    );
    const again = await run([...clip, '--takes', '9', '--once', 'fox']);
    expect(again.stderr).not.toContain('jobs,');
    const varied = await run([...clip, '--vary', 'seed=1..9']);
    expect(varied.stderr).toMatch(/9 jobs: seed=1\.\.9\n9 jobs, about \$\d+\.\d+ in all \(9 similar jobs/);
    const reruns = await run(['rerun', '@last', '--takes', '2']);
    expect(reruns.stderr).toMatch(/^2 jobs, about/m);
    const drafts = await run(['draft', 'a fox', '--duration', '4', '--takes', '2', '--sandbox', '-w']);
    expect(drafts.stderr).toMatch(/^2 jobs, /);
    const finals = await run(['finalize', '@1', '@2', '--yes']);
    expect(finals.stderr).toMatch(/^2 jobs, about \$0\.80 in all \(the price list says \$0\.40 each; /m);
  });

  it('nothing is told of one job, and nothing to programs', async () => {
    const { run } = newHome();
    const clip = [...shot, '-m', 'vendor-b/video-2.5', '--takes'];
    expect((await run([...clip, '1'])).stderr).not.toContain('1 job');
    expect(await run([...clip, '2', '-q'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run([...clip, '2', '--json'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('a variant that is refused stops all of them, and is named', async () => {
    const { run } = newHome();
    const error = errorOf(
      await run([...shot, '-m', 'vendor-b/video-2.5', '--vary', 'duration=4,99', '--json']),
    );
    expect(error).toMatchObject({ code: 'preflight', exit_code: 2 });
    expect(error.message).toContain('(duration=99)');
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });

  it.each([
    ['a name without a flag', ['--vary', 'modell=a'], 'nearest is model'],
    ['no values', ['--vary', 'seed'], 'no name before an equals sign'],
    ['an empty value', ['--vary', 'seed=1,,2'], 'empty'],
    ['a value twice', ['--vary', 'seed=1,1'], 'twice'],
    ['a length twice, in two spellings', ['--vary', 'duration=5,5s'], '5s is given twice'],
    ['a number twice, in two spellings', ['--vary', 'set.seed=1,1.0'], '1.0 is given twice'],
    ['a name twice', ['--vary', 'seed=1', '--vary', 'seed=2'], 'varied twice'],
    ['a broken array', ['--vary', 'prompt=["a'], 'JSON array'],
    ['a value that the flag refuses', ['--vary', 'seed=one'], '--vary seed=VALUE'],
    ['a range with a dash', ['--vary', 'seed=1-3'], '--vary seed=1..3'],
    ['one such value of several', ['--vary', 'duration=5s,8x,6'], '--vary duration=5s,VALUE,6'],
    ['a range beside another value', ['--vary', 'seed=1..3,9'], '--vary does not take "seed=1..3"'],
    ['the flag beside it', ['--seed', '3', '--vary', 'seed=1,2'], '--seed and --vary seed'],
    ['takes of varied seeds', ['--takes', '2', '--vary', 'seed=1,2'], '--takes and --vary seed'],
    ['one key for all', ['--vary', 'seed=1,2', '--idempotency-key', 'k'], '--vary and --idempotency-key'],
    ['more than 500', ['--vary', 'seed=1..501'], 'would make 501 requests'],
  ])('%s is refused with what mends it', async (_, words, says) => {
    const { run } = newHome();
    const { code, stderr, stdout } = await run([...shot, '-m', 'vendor-b/video-2.5', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});
