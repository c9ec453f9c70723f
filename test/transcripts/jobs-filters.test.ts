import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const { run } = newHome();
const picture = ['-m', 'vendor-a/image-1', '--sandbox', '-q', '-w'];
/** The ids of the jobs, by what each is. */
const ids: Record<string, string> = {};

async function submit(name: string, ...words: string[]): Promise<void> {
  const ended = await run(words);
  expect(ended.code, ended.stderr).toBe(0);
  ids[name] = ended.stdout.trim();
}

/** What the jobs are that a line lists, newest first. */
async function listed(...words: string[]): Promise<(string | undefined)[]> {
  const ended = await run(['jobs', '-q', ...words]);
  expect(ended.code, ended.stderr).toBe(0);
  const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return ended.stdout
    .split('\n')
    .filter(Boolean)
    .map((id) => named.get(id));
}

beforeAll(async () => {
  await submit('fox', 'submit', 'A red Fox in snow', ...picture, '--tag', 'client=acme', '--tag', 'round=1');
  await submit(
    'harbour',
    'submit',
    'a harbour, "draft":true',
    ...picture,
    '--tag',
    'client=other',
    '--once',
    'h',
  );
  await submit('draft', 'draft', 'eine FÜCHSIN im Schnee', '--sandbox', '-q', '-w', '--tag', 'client=acme');
  await submit('final', 'finalize', '@last', '-q', '-w');
  const takes = await run(['submit', 'two birds', ...picture, '--takes', '2', '--once', 'birds']);
  [ids.bird1 = '', ids.bird2 = ''] = takes.stdout.split('\n');
});

describe('jobs', () => {
  it('--grep finds the prompts that have each word, in any case; a final by its draft’s', async () => {
    expect(await listed('--grep', 'fox')).toEqual(['fox']);
    expect(await listed('--grep', 'SNOW red')).toEqual(['fox']);
    expect(await listed('--grep', 'füchsin')).toEqual(['final', 'draft']);
    expect(await listed('--grep', 'füchsin', '--limit', '1')).toEqual(['final']);
    expect(await listed('--grep', 'fox harbour')).toEqual([]);
    expect(await listed('--grep', 'r.d')).toEqual([]);
  });

  it('--tag finds those that have each, by the value or by the name', async () => {
    expect(await listed('--tag', 'client=acme')).toEqual(['final', 'draft', 'fox']);
    expect(await listed('--tag', 'client')).toEqual(['final', 'draft', 'harbour', 'fox']);
    expect(await listed('--tag', 'client=acme', '--tag', 'round')).toEqual(['fox']);
  });

  it('--once finds a job by its name, and the takes of a request by theirs', async () => {
    expect(await listed('--once', 'h')).toEqual(['harbour']);
    expect((await listed('--once', 'birds')).toSorted()).toEqual(['bird1', 'bird2']);
    expect(await listed('--once', 'bird')).toEqual([]);
  });

  it('--draft finds drafts alone, whatever a prompt says', async () => {
    expect(await listed('--draft')).toEqual(['draft']);
    expect(await listed('--draft', '--tag', 'client=other')).toEqual([]);
  });

  it('--sort lists the largest first, behind the filters and before the limit', async () => {
    const costs = await run(['jobs', '--sort', 'cost', '--columns', 'cost']);
    const amounts = costs.stdout.split('\n').filter(Boolean).map(Number);
    expect(amounts).toHaveLength(6);
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
    expect(await listed('--sort', 'cost', '--limit', '1')).toEqual(['final']);
    expect(await listed('--sort', 'created', '--tag', 'client=acme')).toEqual(['final', 'draft', 'fox']);
    expect(await listed('--sort', 'took', '--grep', 'fox')).toEqual(['fox']);
    expect((await run(['jobs', '--sort', 'cost', '--watch'])).stderr).toContain('--sort and --watch');
    expect((await run(['jobs', '--sort', 'price'])).stderr).toContain('cost, took, created');
  });

  it('--columns chooses and orders what a pipe gets', async () => {
    const ended = await run(['jobs', '--once', 'h', '--columns', 'tags,STATUS, model,once,seed']);
    expect(ended.stdout).toBe('client=other\tsucceeded\tvendor-a/image-1\th\t\n');
    const usual = await run(['jobs', '--once', 'h']);
    expect(usual.stdout.split('\t')).toHaveLength(6);
  });

  it('an id that begins several jobs is told with their number', async () => {
    const error = errorOf(await run(['show', 'job_', '--json']));
    expect(error).toMatchObject({ code: 'ambiguous_id', message: '"job_" names 6 jobs' });
    expect(String(error.why).split('\n')).toHaveLength(6);
    expect(error.why).toMatch(/\nand 1 more$/);
  });

  it('--header names the columns of a pipe, as those of models and costs; on a terminal they are named', async () => {
    const firstLine = async (...words: string[]) => (await run(words)).stdout.split('\n')[0];
    expect(await firstLine('jobs', '--header')).toBe('ID\tSTATUS\tMODEL\tCOST\tCREATED\tPROMPT');
    expect(await firstLine('jobs', '--header', '--columns', 'once,tags')).toBe('ONCE\tTAGS');
    expect((await run(['jobs', '--header', '--once', 'nothing'])).stdout.split('\n')).toHaveLength(2);
    expect(await firstLine('models', '--header', '--sandbox')).toBe(
      'MODEL\tMEDIA\tRUNTIME\tOUTPUTS\tNEEDS\tAPI',
    );
    expect(await firstLine('costs', '--header')).toBe('DAY\tCOST\tJOBS\tCHARGED\tNOT KNOWN');
    expect(await firstLine('costs', '--header', '--by', 'model')).toMatch(/^MODEL\tCOST\t/);
    for (const command of ['jobs', 'models', 'costs']) {
      const rows = async (...words: string[]) =>
        (await run([command, ...words, '--sandbox'], { terminal: 120 })).stdout.split('\n').length;
      expect(await rows('--header')).toBe(await rows());
      for (const flag of ['--json', '--quiet'])
        expect((await run([command, '--header', flag])).stderr).toContain(`--header and ${flag}`);
    }
    expect((await run(['models', 'vendor-a/image-1', '--header'])).code).toBe(2);
  });

  it.each([
    ['id,promt', 'There is no column "promt". The nearest is prompt.', '--columns id,prompt'],
    ['qqqqqqqq', 'There is no column "qqqqqqqq".', '--columns id,status,prompt'],
    ['id,', 'A name is empty.', '--columns id'],
  ])('--columns %s is refused with the names that there are', async (list, why, hint) => {
    const ended = await run(['jobs', '--columns', list, '--json']);
    const error = errorOf(ended);
    expect(ended.code).toBe(2);
    expect(error.hint).toBe(`genctl jobs ${hint} --json`);
    expect(error.why).toContain(why);
    expect(error.why).toContain('id, status, model');
  });

  it('--columns says which of them a narrow terminal has no room for, and how they are seen', async () => {
    const columns = ['--columns', 'id,status,model,created,profile,route,prompt'];
    const narrow = await run(['jobs', ...columns], { terminal: 40 });
    const shown = narrow.stdout.split('\n')[0]?.split(/ +/) ?? [];
    const [, count = '', titles = ''] =
      /(\d+) columns? (?:does|do) not fit: (.*?)\. To/s.exec(narrow.stderr) ?? [];
    expect(shown.length + Number(count)).toBe(7);
    expect(titles).toContain('PROMPT');
    expect(narrow.stderr).toContain(`genctl jobs ${columns.join(' ')} | cat`);
    expect((await run(['jobs', ...columns], { terminal: 200 })).stderr).not.toContain('not fit');
  });
});
