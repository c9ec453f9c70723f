import { readdirSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { made, opened } from '../fixtures/spending.ts';

type Opened = ReturnType<typeof opened>;

const damages: [string, (path: string) => void][] = [
  ['cut short', (path) => truncateSync(path, 30)],
  ['emptied', (path) => truncateSync(path, 0)],
  ['filled with NULs', (path) => writeFileSync(path, Buffer.alloc(100))],
  [
    'set aside by an earlier genctl',
    (path) => {
      truncateSync(path, 30);
      renameSync(path, `${path}.torn-1`);
    },
  ],
];

/** What commands may read before the budget is asked for. */
const readers: [string, (of: Opened) => Promise<unknown>][] = [
  ['nobody', async () => undefined],
  ['a list', ({ ledger }) => ledger.list()],
  ['a sum of costs', ({ ledger }) => costs(ledger)],
  ['a look at the job', ({ ledger }) => ledger.find('job_1')],
  ['a budget', ({ spent }) => spent()],
];

async function costs(ledger: Opened['ledger']): Promise<number[]> {
  const all: number[] = [];
  await ledger.survey({}, ({ costUsd }) => all.push(costUsd ?? 0));
  return all.sort();
}

/** Two finished jobs, of which one record is damaged; `isNoted` says whether a command has added up costs before. */
async function withDamage(damage: (path: string) => void, { isNoted }: { isNoted: boolean }) {
  const warnings: string[] = [];
  const of = opened(undefined, undefined, undefined, (message) => warnings.push(message));
  for (const [id, usd] of [
    ['job_1', 0.5],
    ['job_2', 2],
  ] as const) {
    await of.record(id, await made(of.claim({}, { assumed: 2 })));
    await of.finish(id, usd);
  }
  if (isNoted) await costs(of.ledger);
  damage(join(of.folder, 'done', '2025-03', 'job_1.json'));
  return { ...of, warnings };
}

describe.each(damages)('the record of a finished job that is %s', (_, damage) => {
  it.each(readers)(
    'counts alike in costs and budget, whether or not %s has read it',
    async (_reader, read) => {
      const of = await withDamage(damage, { isNoted: true });
      await read(of);
      expect(await of.spent()).toEqual([2.5, 2.5, 0]);
      expect(await costs(of.ledger)).toEqual([0.5, 2]);
      expect((await of.ledger.list()).map(({ id }) => id)).toEqual(['job_2']);
      rmSync(join(of.folder, 'spending'), { recursive: true });
      expect(await of.spent()).toEqual([2.5, 2.5, 0]);
      expect(await costs(of.ledger)).toEqual([0.5, 2]);
    },
  );

  it.each(readers)(
    'counts as the dearest job once the logs of its month are lost, and %s has read it',
    async (_reader, read) => {
      const of = await withDamage(damage, { isNoted: true });
      const month = join(of.folder, 'done', '2025-03');
      const now = of.clock.ms / 1000;
      for (const name of readdirSync(month)) {
        if (name.endsWith('.log')) rmSync(join(month, name));
        else utimesSync(join(month, name), now, now);
      }
      await read(of);
      expect(await of.spent()).toEqual([2, 2, 2]);
      expect(await of.claim({}, { budget: 5.9, assumed: 2 })).toBe('over');
      of.clock.ms += 2 * 60 * 60_000;
      expect(await of.spent()).toEqual([4, 4, 0]);
    },
  );

  it.each(readers)(
    'counts as the dearest job where nothing was noted of it, and %s has read it',
    async (_reader, read) => {
      const of = await withDamage(damage, { isNoted: false });
      rmSync(join(of.folder, 'spending'), { recursive: true });
      rmSync(join(of.folder, 'proofs'), { recursive: true, force: true });
      await read(of);
      expect(await of.spent()).toEqual([2, 2, 2]);
      rmSync(join(of.folder, 'spending'), { recursive: true });
      of.clock.ms += 4 * 3_600_000;
      expect(await of.spent()).toEqual([4, 4, 0]);
    },
  );

  it('is told of at each look', async () => {
    const of = await withDamage(damage, { isNoted: true });
    for (let look = 0; look < 3; look += 1) {
      of.warnings.length = 0;
      await of.ledger.list();
      expect(of.warnings).toEqual([expect.stringContaining('job_1')]);
    }
  });

  it('is replaced once the job is recorded again, and counts as that says', async () => {
    const of = await withDamage(damage, { isNoted: true });
    await of.record('job_1', null, { status: 'succeeded', cost_usd: 0.75 });
    expect((await of.ledger.list()).map(({ id }) => id).sort()).toEqual(['job_1', 'job_2']);
    expect(await costs(of.ledger)).toEqual([0.75, 2]);
    expect(readdirSync(join(of.folder, 'done', '2025-03'))).toContain('job_1.json');
  });
});

describe('the record of a job that is under way', () => {
  it.each(damages)('holds what it reserved where it is %s', async (_, damage) => {
    const of = opened(undefined, undefined, undefined, () => {});
    await of.record('job_1', await made(of.claim({}, { assumed: 2 })));
    expect(await of.spent()).toEqual([0, 0, 2]);
    damage(join(of.folder, 'done', '2025-03', 'job_1.json'));
    for (let look = 0; look < 2; look += 1) expect(await of.spent()).toEqual([0, 0, 2]);
    expect(await of.claim({}, { budget: 3, assumed: 2 })).toBe('over');
  });
});

describe('records that lie under each other’s names', () => {
  it('count by the ids in them, also once the logs of their month are lost', async () => {
    const of = await withDamage(() => {}, { isNoted: true });
    const month = join(of.folder, 'done', '2025-03');
    const [one, other] = [join(month, 'job_1.json'), join(month, 'job_2.json')];
    renameSync(one, `${month}/aside`);
    renameSync(other, one);
    renameSync(`${month}/aside`, other);
    for (const name of readdirSync(month)) if (name.endsWith('.log')) rmSync(join(month, name));
    rmSync(join(of.folder, 'spending'), { recursive: true });
    const now = of.clock.ms / 1000;
    for (const path of [one, other]) utimesSync(path, now, now);
    expect(await of.spent()).toEqual([2.5, 2.5, 0]);
    expect(await of.claim({}, { budget: 4.4, assumed: 2 })).toBe('over');
  });
});
