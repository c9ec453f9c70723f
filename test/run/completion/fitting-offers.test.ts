import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { completeWord } from '../../../src/run/completion/complete-word.ts';
import type { Taken } from '../../../src/run/completion/line-place.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { at, inState, intent, jobRecord } from '../../ledger/fixtures/records.ts';
import { kindLine, kindTable } from './fixtures/kind-table.ts';

const own = { id: 'house/own', medium: 'image', runtimeSeconds: 60, maxOutputCount: 1 };
const inputSchema = {
  properties: { size: { enum: ['1:1', '16:9'] }, seed: { type: 'integer' }, safe: { type: 'boolean' } },
};
const drafts = {
  ...own,
  id: 'vendor-b/video-2.5',
  inputSchema: { properties: { sharp: { type: 'boolean' } } },
};
const sandbox = {
  modelNames: async () => [own],
  models: async () => [{ ...own, inputSchema }, drafts],
};
const ask = (home: string, kind: Taken, typed: string, ...words: string[]) =>
  completeWord(
    [kindLine(typed, words), typed],
    {
      environment: { GENCTL_HOME: home },
      workingFolder: () => home,
      sandbox,
      version: '0',
      nowMs: () => Date.parse(at(0)),
    },
    () => kindTable(kind),
  );

describe('fields and columns', () => {
  it('are those of the line’s model, and the values of one that is typed', async () => {
    const line = ['submit', '--sandbox', '-m', 'house/own', '--set'];
    expect(await ask(tempFolder(), 'field', 's', ...line)).toBe('size=\t\nseed=\t\nsafe=\t\n');
    expect(await ask(tempFolder(), 'field', 'size=1', ...line)).toBe('size=1:1\t\nsize=16:9\t\n');
    expect(await ask(tempFolder(), 'field', 'safe=', ...line)).toBe('safe=true\t\nsafe=false\t\n');
    expect(await ask(tempFolder(), 'field', 'seed=', ...line)).toBe('');
    expect(await ask(tempFolder(), 'field', 's', 'submit', '--sandbox', '--set')).toBe('');
    expect(await ask(tempFolder(), 'field', 's', 'draft', '--sandbox', '--set')).toBe('sharp=\t\n');
    expect(await ask(tempFolder(), 'field', 's', '--sandbox', 'finalize', '--set')).toBe('sharp=\t\n');
  });

  it('are those that a list does not have yet', async () => {
    expect(await ask(tempFolder(), 'columns', 'id,sta')).toBe('id,status\t\n');
    expect(await ask(tempFolder(), 'columns', 's')).toBe('status\t\nseed\t\nshot\t\n');
    expect(await ask(tempFolder(), 'columns', 'status,s')).toBe('status,seed\t\nstatus,shot\t\n');
  });
});

describe('jobs', () => {
  it('that are not over are told apart, and drafts of which a final can be made', async () => {
    const home = tempFolder();
    const ledger = openLedger({ folder: join(home, 'ledger'), nowMs: () => 0, warn: () => {} });
    const days = 24 * 60 * 60;
    const put = async (id: string, seconds: number, status: string, draft: boolean): Promise<void> => {
      const body = JSON.stringify({ model: 'vendor-b/video-2.5', input: { draft } });
      const own = intent({ idempotency_key: `key-${id}`, body, created_at: at(seconds) });
      const made = inState(jobRecord(id, { intent: own, recorded_at: at(seconds) }), status);
      await ledger.recordJob({
        ...made,
        job: { ...made.job, completed_at: status === 'queued' ? undefined : at(seconds) },
      });
    };
    await put('job_old', -8 * days, 'succeeded', true);
    await put('job_failed', 1, 'failed', true);
    await put('job_draft', 2, 'succeeded', true);
    await put('job_runs', 3, 'queued', false);
    await put('job_done', 4, 'succeeded', false);
    expect(await ask(home, 'unfinished-job', '')).toBe('job_runs\tqueued: vendor-a/image\n');
    expect(await ask(home, 'unfinished-job', '@')).toBe('');
    expect(await ask(home, 'draft', '')).toBe('job_draft\tsucceeded: vendor-a/image\n');
    await put('job_more', 5, 'queued', true);
    expect(await ask(home, 'unfinished-job', '@')).toBe('@last\tqueued: vendor-a/image\n');
    expect(await ask(home, 'draft', '@')).toBe('@last\tqueued: vendor-a/image\n');
  });
});
