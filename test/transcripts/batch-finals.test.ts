import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn } from './fixtures/manifest.ts';
import { newHome } from './genctl.ts';

const drafts = [1, 2, 3].map((seed) => {
  return { id: `s${seed}`, command: 'draft', prompt: 'a red fox', seed, duration: 4, scene: 'brook' };
});

function textOf(lines: readonly Record<string, unknown>[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A home with a manifest of drafts, rendered, and one of the finals of the first and the third. */
async function withDrafts() {
  const place = newHome();
  const { home, run } = place;
  writeFileSync(join(home, 'drafts.jsonl'), textOf(drafts));
  const rendered = await run(['batch', 'drafts.jsonl', '-D', 'out', '--report', 'report', '--sandbox']);
  expect(rendered.code, rendered.stderr).toBe(0);
  const lines = readFileSync(join(home, 'report'), 'utf8').trim().split('\n');
  const jobs = lines.map((line) => (JSON.parse(line) as { job: string }).job);
  const finals = [0, 2].map((at) => ({ id: `s${at + 1}`, command: 'finalize', draft: jobs[at] ?? '' }));
  writeFileSync(join(home, 'finals.jsonl'), textOf(finals));
  return {
    ...place,
    finals,
    jobs,
    finish: () => run(['batch', 'finals.jsonl', '-D', 'finals', '--sandbox']),
  };
}

describe('a manifest of finals', () => {
  it('is a batch of its own, whose lines find their drafts; run again it sends nothing', async () => {
    const { finish, home } = await withDrafts();
    const first = await finish();
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toContain('batch finals: 2 lines, 2 new\n');
    expect(readdirSync(join(home, 'finals')).filter((name) => name.endsWith('.mp4'))).toEqual([
      's1-1.mp4',
      's3-1.mp4',
    ]);
    expect(jobsIn(home)).toBe(5);
    const again = await finish();
    expect([again.code, again.stdout.trim().split('\n').sort()]).toEqual([
      0,
      first.stdout.trim().split('\n').sort(),
    ]);
    expect(again.stderr).toContain('batch finals: 2 lines, 2 done\n');
    expect(jobsIn(home)).toBe(5);
  });

  it('is still done when its drafts are too old for a final; a new line of such a draft is refused', async () => {
    const { finals, finish, home, jobs } = await withDrafts();
    await finish();
    for (const job of jobs) endLongAgo(home, job);
    const again = await finish();
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain('batch finals: 2 lines, 2 done\n');
    writeFileSync(join(home, 'finals.jsonl'), textOf([...finals, { ...finals[0], id: 'late' }]));
    const late = await finish();
    expect(late.code).toBe(2);
    expect(late.stderr).toMatch(/Line 3 \(late\): job_\w+ is too old for a final/);
    expect(jobsIn(home)).toBe(5);
  });

  it('names the lines whose drafts are not there', async () => {
    const { finish, home } = await withDrafts();
    writeFileSync(
      join(home, 'finals.jsonl'),
      textOf([
        { id: 'a', command: 'finalize', draft: 'job_00000000000000000000000000000000' },
        { id: 'b', command: 'finalize', draft: 'nonsense' },
      ]),
    );
    const { code, stderr } = await finish();
    expect(code).toBe(2);
    expect(stderr).toContain('Line 1 (a): There is no job job_00000000000000000000000000000000');
    expect(stderr).toContain('Line 2 (b): No job of this machine begins with "nonsense"');
  });
});

/** Has the ledger know a job as one that ended in another year. */
function endLongAgo(home: string, job: string): void {
  const folder = join(home, 'genctl', 'ledger', 'done');
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) =>
    one.endsWith(`${job}.json`),
  );
  const path = join(folder, name ?? job);
  const record = JSON.parse(readFileSync(path, 'utf8')) as { job: Record<string, unknown> };
  const longAgo = { ...record, job: { ...record.job, completed_at: '2024-01-01T00:00:00.000000+00:00' } };
  writeFileSync(path, JSON.stringify(longAgo));
}

describe('batch --pick', () => {
  it('where nobody can be asked says how a manifest of finals is made, and sends nothing', async () => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'drafts.jsonl'), textOf(drafts));
    const { code, stderr } = await run(['batch', 'drafts.jsonl', '--pick', '--sandbox']);
    expect(code).toBe(2);
    expect(stderr).toContain('--pick needs a terminal, to ask which takes to finalize');
    expect(stderr).toContain('→ genctl batch finals.jsonl -D finals');
    expect(jobsIn(home)).toBe(0);
  });

  it.each([
    ['--json', ['--json']],
    ['--quiet', ['-q']],
    ['--events', ['--events']],
    ['--dry-run', ['--dry-run']],
  ])('is refused together with %s', async (flag, words) => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'drafts.jsonl'), textOf(drafts));
    const ended = await run(['batch', 'drafts.jsonl', '--pick', '--sandbox', ...words]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`--pick and ${flag} can't be used together`);
    expect(jobsIn(home)).toBe(0);
  });
});
