import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface ShownJob {
  id: string;
  draft_of: string | null;
  once: string | null;
}

const jobsOf = ({ stdout }: Ended) => (JSON.parse(stdout) as { items: ShownJob[] }).items;
const draftsOf = (jobs: readonly ShownJob[]) => jobs.map(({ draft_of }) => draft_of);

/** A home with so many succeeded drafts, and their ids. */
async function withDrafts(takes: number) {
  const { run } = newHome();
  const words = ['draft', 'a red fox', '--duration', '4', '--takes', String(takes), '-w', '-q', '--sandbox'];
  const drafted = await run(words);
  return { run, ids: drafted.stdout.trim().split('\n') };
}

describe('genctl finalize of several drafts', () => {
  it('makes the final of each, a draft that is named twice once', async () => {
    const { run, ids } = await withDrafts(2);
    const ended = await run(['finalize', ...ids, '@last', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(draftsOf(jobsOf(ended))).toEqual(ids);
    const none = await run(['finalize', '-', '--json'], { stdin: '' });
    expect([none.code, errorOf(none).message]).toEqual([2, 'stdin names no job']);
  });

  it('is of each one job under a name of --once, however many drafts its line names', async () => {
    const { run, ids } = await withDrafts(2);
    const [one = '', two = ''] = ids;
    const under = (name: string, ...drafts: string[]) =>
      run(['finalize', '-', '--once', name, '--yes', '--json'], { stdin: drafts.join('\n') });
    const idsOf = (ended: Ended) => {
      expect(ended.code, ended.stderr).toBe(0);
      const document = JSON.parse(ended.stdout) as ShownJob & { items?: ShownJob[] };
      return (document.items ?? [document]).map(({ id }) => id);
    };
    const [alone] = idsOf(await under('grows', one));
    expect(idsOf(await under('grows', one, two))[0]).toBe(alone);
    const [first, second] = idsOf(await under('shrinks', one, two));
    expect(idsOf(await under('shrinks', one))).toEqual([first]);
    expect(idsOf(await under('shrinks', two))).toEqual([second]);
  });

  it('sends none where one of them has no final', async () => {
    const { run, ids } = await withDrafts(1);
    await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '-w', '-q', '--sandbox']);
    const ended = await run(['finalize', ...ids, '@last', '--json']);
    expect([ended.code, errorOf(ended).code]).toEqual([2, 'draft_unusable']);
    expect((await run(['jobs', '-q'])).stdout.trim().split('\n')).toHaveLength(2);
  });
});

describe('genctl finalize of a final', () => {
  it('says of which draft a job is the final', async () => {
    const { run } = newHome();
    const draft = (await run(['draft', 'x', '-w', '-q', '--sandbox'])).stdout.trim();
    const final = (await run(['finalize', draft, '-w', '-q'])).stdout.trim();
    const refused = await run(['finalize', final, '--json']);
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({
      code: 'draft_unusable',
      why: `It is the final of ${draft}.`,
      fix: { argv: ['genctl', 'show', final] },
    });
  });
});
