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

  it('more than eight are refused without a yes where nobody can be asked, and nothing is sent', async () => {
    const { run } = newHome();
    const nine = [...shot, '-m', 'vendor-b/video-2.5', '--vary', 'seed=1..9'];
    const refused = await run(nine);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('9 jobs: seed=1..9');
    expect(refused.stderr).toContain('--yes');
    expect((await run(['jobs', '-q'])).stdout).toBe('');
    expect((await run([...nine, '--yes'])).stdout.trim().split('\n')).toHaveLength(9);
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
    ['a name twice', ['--vary', 'seed=1', '--vary', 'seed=2'], 'varied twice'],
    ['a broken array', ['--vary', 'prompt=["a'], 'JSON array'],
    ['a value that the flag refuses', ['--vary', 'seed=one'], '--seed does not take "one"'],
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
