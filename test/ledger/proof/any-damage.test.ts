import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { inspectLedger } from '../../../src/ledger/records/health.ts';
import type { IdResolution } from '../../../src/ledger/records/ids.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { reach } from '../../sample.ts';
import { numbersOf } from '../fixtures/chance.ts';
import { intent, jobRecord } from '../fixtures/records.ts';
import { likeness, opened, scope } from '../fixtures/spending.ts';

type Opened = ReturnType<typeof opened>;

const hourMs = 3_600_000;

/** Every file of a ledger that is drawn from its records. */
function derivedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /\.log$|\/(proofs|spending)\/[^.]/.test(path));
}

/** A copy of a ledger's records alone. */
function recordsAlone(folder: string): string {
  const copy = join(tempFolder(), 'ledger');
  const derived = new Set([...derivedFiles(folder), join(folder, 'proofs'), join(folder, 'spending')]);
  cpSync(folder, copy, { recursive: true, filter: (path) => !derived.has(path) });
  return copy;
}

/** Second ids are listed in the order in which they were learnt. */
function meant(resolution: IdResolution | undefined): unknown {
  return resolution !== undefined && 'ambiguous' in resolution
    ? { ...resolution, ambiguous: resolution.ambiguous.toSorted() }
    : resolution;
}

/** What a ledger answers to whatever is asked of jobs by its indexes. */
async function answersOf({ clock, folder, ledger, spent }: Opened, ids: readonly string[], hasLost: boolean) {
  const idsOf = (records: JobRecord[]) => records.map(({ id }) => id);
  const facts: Record<string, unknown> = {};
  await ledger.survey({}, (job) => {
    facts[job.id] = job;
  });
  const words = [
    '@last',
    '@2',
    '@5',
    'job_',
    'cgt-',
    'al_',
    'al_1',
    ...ids.map((id) => id.replace('cgt-', 'al_')),
  ];
  return {
    // Money first: nothing was looked at before.
    spent: hasLost ? undefined : await spent(3),
    all: idsOf(await ledger.list()),
    few: idsOf(await ledger.list({ limit: 3 })),
    running: idsOf(await ledger.list({ where: ({ isOver }) => !isOver })),
    batch: idsOf(await ledger.list({ where: ({ batch }) => batch === 'shots' })),
    tagged: idsOf(await ledger.list({ where: ({ tags }) => tags?.client === 'acme' })),
    young: idsOf(await ledger.list({ sinceMs: clock.ms - hourMs })),
    dearest: idsOf(
      await ledger.list({
        order: (one, other) =>
          (other.costUsd ?? 0) - (one.costUsd ?? 0) || other.recordedAtMs - one.recordedAtMs,
      }),
    ),
    facts,
    words: await Promise.all(words.map(async (word) => [word, meant(await ledger.resolveId(word))])),
    found: await Promise.all(words.map(async (word) => (await ledger.find(word))?.id)),
    // The id of a job that is gone may make another one longer.
    short: hasLost ? undefined : [...(await ledger.shortIds(ids))],
    jobs: (await inspectLedger(folder, () => clock.ms)).jobs,
  };
}

describe('whatever becomes of the files that are drawn from records', () => {
  it.each(Array.from({ length: reach(4, 200) }, () => Math.floor(Math.random() * 1e6)))(
    'a ledger answers as one does whose indexes are made anew: %i',
    async (seed) => {
      const chance = numbersOf(seed);
      const one = <Value>(...values: Value[]): Value => values[Math.floor(chance() * values.length)] as Value;
      const live = opened();
      const { clock, folder, ledger } = live;
      const backups: string[] = [];
      const ids = new Set<string>();
      let hasLost = false;
      clock.ms = Date.UTC(2025, 2, 31, 22);
      await live.record('job_first', intent({ idempotency_key: 'first' }));
      await live.finish('job_first', 3);

      const record = async (): Promise<void> => {
        const [number, isTask] = [Math.floor(chance() * 1e6), one(true, false, false)];
        const id = isTask ? `cgt-${number}` : `job_${number}`;
        ids.add(id);
        const batch = { name: 'shots', shot: id, fields: {} };
        const marks = one({}, { tags: { client: 'acme' } }, { batch });
        const own = one(null, intent({ idempotency_key: `key-${id}`, ...marks }));
        const at = new Date(clock.ms).toISOString();
        const job = { id, status: 'queued', model: own?.model, created_at: at };
        const route = isTask ? 'tasks' : 'jobs';
        await ledger.recordJob(jobRecord(id, { route, intent: own, recorded_at: at, job }));
      };
      const change = async (id: string | undefined): Promise<void> => {
        const known = id === undefined ? undefined : await ledger.find(id);
        if (id === undefined || known === undefined || known.job.status !== 'queued') return;
        if (id.startsWith('cgt-'))
          await ledger.updateJob(id, (now) => ({
            ...now,
            raw: { id, job_id: id.replace('cgt-', 'al_') },
            job: {
              ...now.job,
              status: one('queued', 'succeeded'),
              completed_at: new Date(clock.ms).toISOString(),
            },
          }));
        else if (one(true, false)) await live.finish(id, one(1, 2, 2.5));
        else await ledger.updateJob(id, (now) => ({ ...now, job: { ...now.job, status: 'failed' } }));
      };
      const damage = (path: string): void => {
        const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
        const at = Math.floor(chance() * bytes.length);
        const older = backups.map((backup) => join(backup, relative(folder, path))).filter(existsSync);
        const kind = one('remove', 'empty', 'cut', 'garble', 'return', 'add', 'older', 'other');
        if (kind === 'remove') rmSync(path, { force: true });
        if (kind === 'empty') writeFileSync(path, '');
        if (kind === 'cut') writeFileSync(path, bytes.subarray(0, at));
        if (kind === 'garble' && bytes.length > 0) {
          bytes[at] = 48 + Math.floor(chance() * 10);
          writeFileSync(path, bytes);
        }
        if (kind === 'return') writeFileSync(path, bytes.toString().replaceAll('\n', '\r\n'));
        if (kind === 'add')
          writeFileSync(path, `\n${clock.ms} "job_none"\n["alias","al_1","job_first"]\n`, { flag: 'a' });
        if (kind === 'older' && older.length > 0) copyFileSync(one(...older), path);
        if (kind === 'other') copyFileSync(one(...derivedFiles(folder)), path);
      };
      const restore = (): void => {
        const [backup] = [one(...backups)];
        if (backup === undefined) return;
        const kind = one('add', 'add', 'records', 'whole', 'derived');
        if (kind === 'add') cpSync(backup, folder, { recursive: true, force: false });
        if (kind === 'records') cpSync(recordsAlone(backup), folder, { recursive: true, force: false });
        if (kind === 'whole') {
          rmSync(folder, { recursive: true });
          cpSync(backup, folder, { recursive: true });
        }
        if (kind === 'derived')
          for (const path of derivedFiles(backup)) {
            const target = join(folder, relative(backup, path));
            mkdirSync(dirname(target), { recursive: true });
            copyFileSync(path, target);
          }
      };
      const lose = (): void => {
        const done = join(folder, 'done');
        const records = readdirSync(done, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.json'),
        );
        if (records.length === 0) return;
        rmSync(join(done, one(...records)), { force: true });
        hasLost = true;
      };
      for (let step = 0; step < 60; step += 1) {
        clock.ms += one(1000, 60_000, 400_000);
        const kind = one(
          'record',
          'record',
          'change',
          'change',
          'damage',
          'damage',
          'back up',
          'restore',
          'look',
          'look',
          'ask',
          one('lose', 'record', 'record'),
        );
        if (kind === 'record') await record();
        if (kind === 'change') await change(one(...ids));
        if (kind === 'damage')
          for (let n = one(1, 1, 3); n > 0 && derivedFiles(folder).length > 0; n -= 1)
            damage(one(...derivedFiles(folder)));
        if (kind === 'back up') {
          const backup = join(tempFolder(), 'ledger');
          cpSync(folder, backup, { recursive: true });
          backups.push(backup);
        }
        if (kind === 'restore') restore();
        if (kind === 'look')
          await one<() => Promise<unknown>>(
            () => ledger.list({ limit: 2 }),
            () => live.spent(3),
            () => ledger.resolveId('al_1'),
          )();
        if (kind === 'lose') lose();
        if (kind !== 'ask') continue;
        const fresh = opened(scope, likeness, recordsAlone(folder));
        fresh.clock.ms = clock.ms;
        const wanted = await answersOf(fresh, [...ids], hasLost);
        expect({ step, ...(await answersOf(live, [...ids], hasLost)) }).toEqual({ step, ...wanted });
      }
    },
  );
});
