import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../src/ledger/ledger.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, inState, jobRecord, startMs } from '../fixtures/records.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const dataUrl = `data:image/png;base64,${png.toString('base64')}`;

function picture(id: string, changes: Partial<JobRecord> = {}): JobRecord {
  const outputs = [{ url: dataUrl, type: 'image' }, { url: 'https://cdn.example/2.png' }];
  return jobRecord(id, {
    route: 'images',
    sync: true,
    job: { id, status: 'succeeded', outputs },
    raw: { data: [{ b64_json: png.toString('base64') }, { url: dataUrl }], note: 'x' },
    ...changes,
  });
}

describe('a picture that came inside an answer', () => {
  it('is a private file of the ledger, named after its job', async () => {
    const { ledger, folder } = ledgerInTemp();
    const kept = await ledger.recordJob(picture('img_1'));
    expect(kept).toEqual(await ledger.find('img_1'));
    const [first, second] = kept.job.outputs ?? [];
    const path = join(folder, 'pictures', 'img_1-1.png');
    expect(fileURLToPath(first?.url ?? '')).toBe(path);
    expect(readFileSync(path).equals(png)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(second?.url).toBe('https://cdn.example/2.png');
    expect(kept.raw).toEqual({ data: [{ b64_json: first?.url }, { url: first?.url }], note: 'x' });
  });

  it('is one as well where a later look brings it', async () => {
    const { ledger, folder } = ledgerInTemp();
    await ledger.recordJob(inState(picture('img_1', { job: { id: 'img_1', status: 'running' } }), 'running'));
    const kept = await ledger.updateJob('img_1', (record) => ({ ...record, job: picture('img_1').job }));
    expect(kept?.job.outputs?.[0]?.url).toMatch(/^file:.*img_1-1\.png$/);
    expect(readdirSync(join(folder, 'pictures'))).toEqual(['img_1-1.png']);
  });

  it('can belong to a job of any id', async () => {
    const { ledger } = ledgerInTemp();
    for (const id of ['../../x', 'nul', 'é'.repeat(100)]) {
      const kept = await ledger.recordJob(picture(id));
      expect(readFileSync(fileURLToPath(kept.job.outputs?.[0]?.url ?? '')).equals(png)).toBe(true);
    }
  });

  it('goes with its record, and with no other', async () => {
    const { folder, ledger } = ledgerInTemp();
    await ledger.recordJob(picture('img_1'));
    await ledger.recordJob(picture('img_2'));
    const theirs = `file://${join(folder, 'pictures', 'img_2-1.png')}`;
    await ledger.recordJob(
      jobRecord('job_forged', { job: { id: 'job_forged', status: 'succeeded', outputs: [{ url: theirs }] } }),
    );
    const later = openLedger({ folder, nowMs: () => startMs + 90 * 24 * 3_600_000, warn: () => {} });
    const pruned = await later.prune({
      beforeMs: Date.parse(at(60)),
      matches: ({ id }) => id !== 'img_2',
    });
    expect(pruned.ids.toSorted()).toEqual(['img_1', 'job_forged']);
    expect(readdirSync(join(folder, 'pictures'))).toEqual(['img_2-1.png']);
    expect(pruned.bytes).toBeGreaterThan(png.length);
  });

  it('makes no folder where there is none', async () => {
    const { folder, ledger } = ledgerInTemp();
    await ledger.recordJob(jobRecord('job_a'));
    expect(existsSync(join(folder, 'pictures'))).toBe(false);
  });
});

describe('a v1 job', () => {
  it('is found by its id, the beginning of it, or its place', async () => {
    const { ledger } = ledgerInTemp();
    const ids = ['cgt-20260304-a1b2', '7123456789', 'video_task:9', 'img_0a'];
    for (const id of ids) await ledger.recordJob(jobRecord(id, { route: 'tasks' }));
    for (const id of ids) {
      expect(await ledger.resolveId(id)).toEqual({ id });
      expect(await ledger.resolveId(id.slice(0, 4))).toEqual({ id });
    }
    expect(await ledger.resolveId('@last')).toEqual({ id: 'img_0a' });
  });

  it('that is over keeps the body that said so', async () => {
    const { ledger } = ledgerInTemp();
    const over = inState(jobRecord('cgt-1', { route: 'tasks', raw: { status: 'succeeded' } }), 'succeeded');
    await ledger.recordJob(over);
    await ledger.updateJob('cgt-1', (record) => ({
      ...inState(record, 'running'),
      raw: { status: 'running' },
    }));
    expect((await ledger.find('cgt-1'))?.raw).toEqual({ status: 'succeeded' });
  });
});
