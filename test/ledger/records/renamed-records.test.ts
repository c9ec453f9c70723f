import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectLedger } from '../../../src/ledger/records/health.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, inState, intent, jobRecord, startMs } from '../fixtures/records.ts';

/** A ledger with jobs whose records were given each other's names: each that of the one after it. */
async function exchanged(ids: readonly string[], state = 'running') {
  const { folder, ledger } = ledgerInTemp();
  for (const [place, id] of ids.entries())
    await ledger.recordJob(inState(jobRecord(id, { recorded_at: at(place) }), state));
  await ledger.list();
  const [month = ''] = readdirSync(join(folder, 'done'));
  const pathOf = (id: string) => join(folder, 'done', month, `${id}.json`);
  for (const id of ids) renameSync(pathOf(id), `${pathOf(id)}.away`);
  for (const [place, id] of ids.entries())
    renameSync(`${pathOf(id)}.away`, pathOf(ids[(place + 1) % ids.length] ?? id));
  return { folder, pathOf };
}

describe('records whose files were given each other’s names', () => {
  it.each([
    ['two, running', ['job_a', 'job_b'], 'running'],
    ['two, over', ['job_a', 'job_b'], 'succeeded'],
    ['three', ['job_a', 'job_b', 'job_c'], 'running'],
  ])('are listed by the ids inside: %s', async (_, ids, state) => {
    const { folder } = await exchanged(ids, state);
    for (let process = 1; process <= 2; process += 1) {
      const { ledger } = ledgerInTemp(folder);
      expect((await ledger.list()).map(({ id }) => id).sort()).toEqual(ids);
      expect(await ledger.find('job_a')).toMatchObject({ id: 'job_a' });
      const surveyed: string[] = [];
      await ledger.survey({}, ({ id }) => surveyed.push(id));
      expect(surveyed.sort()).toEqual(ids);
      // The index is made from the records alone.
      rmSync(join(folder, 'proofs'), { recursive: true, force: true });
    }
  });

  it('are both named by the health of the ledger, with their own paths', async () => {
    const { folder, pathOf } = await exchanged(['job_a', 'job_b']);
    const { jobs, misnamed, renamed } = await inspectLedger(folder, () => startMs);
    expect({ jobs, misnamed }).toEqual({ jobs: 2, misnamed: [] });
    expect(renamed).toEqual([
      { path: pathOf('job_a'), ownPath: pathOf('job_b') },
      { path: pathOf('job_b'), ownPath: pathOf('job_a') },
    ]);
  });

  it('are not written over by a change of one of them', async () => {
    const { folder, pathOf } = await exchanged(['job_a', 'job_b']);
    const { ledger } = ledgerInTemp(folder);
    const ended = inState(jobRecord('job_a'), 'succeeded');
    expect(await ledger.updateJob('job_a', () => ended)).toBeUndefined();
    await expect(ledger.recordJob(ended)).rejects.toMatchObject({
      code: 'ledger_name_taken',
      hint: expect.stringContaining('doctor'),
    });
    await ledger.prune({ beforeMs: Date.parse(at(86_400)), matches: () => true });
    expect(readFileSync(pathOf('job_a'), 'utf8')).toContain('job_b');
    expect(readFileSync(pathOf('job_b'), 'utf8')).toContain('job_a');
  });
});

describe('a folder in place of a file of the ledger', () => {
  it.each(['open', 'keys'])('keeps its key and is named: in %s', async (kind) => {
    const { folder, ledger } = ledgerInTemp();
    const wanted = intent({ idempotency_key: 'g1-hero', once: 'hero' });
    await ledger.claimIntent(intent());
    const path = join(folder, kind, 'g1-hero.json');
    mkdirSync(path, { recursive: true });
    const refused = { why: expect.stringContaining(path) };
    await expect(ledger.claimIntent(wanted)).rejects.toMatchObject(refused);
    await expect(ledger.findClaim(wanted)).rejects.toMatchObject(refused);
  });

  it('is named where it has the name of a record', async () => {
    const { folder, ledger } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_a'));
    const [month = ''] = readdirSync(join(folder, 'done'));
    const path = join(folder, 'done', month, 'job_a.json');
    rmSync(path);
    mkdirSync(path);
    await expect(ledger.list()).rejects.toMatchObject({ why: expect.stringContaining(path) });
  });
});
