import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOldHome } from './opened-home.ts';
import { typedLines } from './typed-lines.ts';
import { manifests } from './typed-manifests.ts';

const commits = readdirSync(import.meta.dirname)
  .filter((name) => name.startsWith('home-'))
  .map((name) => name.slice('home-'.length));

type OldHome = Awaited<ReturnType<typeof openOldHome>>;

/** The records on the disk. */
function recordsIn({ genctl }: OldHome): string[] {
  const names = readdirSync(join(genctl, 'ledger', 'done'), { recursive: true, encoding: 'utf8' });
  return names.flatMap((name) => /(?:^|\/)((?:job_|task-)[0-9a-f]+)\.json$/.exec(name)?.[1] ?? []);
}

/** The prompts of jobs that the service has beyond those that it had, by a body or by a key that it knew. */
function renderedAgain({ service, submits }: OldHome): string[] {
  const known = new Set(submits.flatMap(({ body, jobId }) => (jobId === undefined ? [] : [body])));
  const before = new Set(submits.map(({ jobId }) => jobId));
  return service.submits
    .filter(({ body, jobId }) => jobId !== undefined && !before.has(jobId) && known.has(body))
    .map(({ body }) => body);
}

const batches = Object.keys(manifests).map((path) => path.slice('work/'.length));
const looks: readonly (readonly string[])[] = [
  ['jobs'],
  ['jobs', '--profile', 'studio'],
  ['jobs', '--sandbox'],
  ['jobs', '--batch', 'm1'],
  ['jobs', '--tag', 'client=acme'],
  ['jobs', '--draft'],
  ['jobs', '--refresh'],
  ['status', '@last'],
  ['show', '@last'],
  ['show', '$WORK/out/s1-1.png.json'],
  ['costs'],
  ['costs', '--by', 'tag:client'],
  ['costs', '--since', '2026-10-01', '--until', '2026-11-01'],
  ['config', 'list'],
  ['config', 'prices'],
  ['auth', 'list'],
  ['models'],
  ['sync', '--dry-run', '-D', '$WORK/out'],
  ['gallery', '$WORK/out'],
  ['rerun', '@2', '--dry-run'],
  ['rerun', '$WORK/out/s1-1.png.json', '--dry-run'],
  ['jobs', 'prune', '--older-than', '90d', '--yes'],
  ['download', '$WORK/out/s1-1.png.json'],
  ...batches.map((name) => ['batch', `$WORK/${name}`, '-D', '$WORK/out', '--no-probe', '--dry-run']),
];

/** What may be sent a second time under its key, and what nobody had sent. */
const repeats = typedLines.filter(
  ({ words }) => words.includes('--once') || (words[0] === 'batch' && !words.includes('--only')),
);

describe.each(commits)('a home that %s wrote', (commit) => {
  it('is read by each command, which sets nothing aside and sends nothing', async () => {
    const old = await openOldHome(commit);
    for (const words of looks) {
      const { code, stderr, stdout } = await old.run(words);
      expect(code, `${words.join(' ')}\n${stdout}${stderr}`).toBe(0);
      expect(stderr).not.toMatch(/set aside|torn|newer genctl/);
    }
    expect(old.service.submits).toEqual([]);
  });

  it('has each of its records listed by jobs', async () => {
    const old = await openOldHome(commit);
    const { stdout } = await old.run(['jobs', '--all-accounts', '--limit', '100', '--columns', 'id']);
    expect(stdout.trim().split('\n').sort()).toEqual(recordsIn(old).sort());
  });

  it.each([
    ['minutes', 10 * 60_000],
    ['a month', 40 * 24 * 3_600_000],
  ])('pays nothing again as its lines are typed again %s later', async (_, afterMs) => {
    const old = await openOldHome(commit, afterMs);
    for (const { words } of repeats) {
      const { code, stderr } = await old.run(words);
      expect(code, `${words.join(' ')}\n${stderr}`).not.toBe(1);
    }
    expect(renderedAgain(old)).toEqual([]);
  });

  it('pays nothing again for links that were signed anew', async () => {
    const old = await openOldHome(commit);
    const path = join(old.work, 'm6.jsonl');
    const manifest = readFileSync(path, 'utf8');
    const rotated = manifest.replace(/X-Amz-(Date|Signature)=\d+/g, 'X-Amz-$1=20261101');
    expect(rotated).not.toBe(manifest);
    writeFileSync(path, rotated);
    const again = await old.run(['batch', '$WORK/m6.jsonl', '-D', '$WORK/out', '--no-probe']);
    expect(again.code, again.stderr).toBe(0);
    const [line] = typedLines.filter(({ words }) => words.includes('of-link'));
    const words = line?.words.map((word) => word.replaceAll('4444', '5555')) ?? [];
    const submitted = await old.run(words);
    expect(submitted.code, submitted.stderr).toBe(0);
    expect(old.service.submits).toEqual([]);
  });

  it('refuses ids that a spreadsheet has made numbers of, and takes them for the shots that they were', async () => {
    const old = await openOldHome(commit);
    const path = join(old.work, 'numbered.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^00/gm, ''));
    const line = ['batch', '$WORK/numbered.csv', '-D', '$WORK/out', '--assume-cost', '0.5'];
    expect((await old.run(line)).code).toBe(2);
    const { code, stderr } = await old.run([...line, '--renamed', 'same']);
    expect(code, stderr).toBe(0);
    expect(old.service.submits).toEqual([]);
  });

  it('settles what was sent without an answer, with the jobs that the service has for it', async () => {
    const old = await openOldHome(commit);
    const { stdout } = await old.run(['recover', '--json']);
    expect(renderedAgain(old)).toEqual([]);
    const again = await old.run(['jobs', '--limit', '100', '--json']);
    const { items } = JSON.parse(again.stdout) as { items: { prompt: string }[] };
    for (const prompt of ['once lost 0', 'plain old-13', 'once unseen 0'])
      expect(
        items.filter((item) => item.prompt === prompt),
        stdout,
      ).toHaveLength(1);
  });
});
