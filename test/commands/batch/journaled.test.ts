import { describe, expect, it } from 'vitest';
import { journaled, noteEnd } from '../../../src/commands/batch/journaled.ts';
import { MachineError } from '../../../src/errors/endings.ts';
import { submitIntent } from '../../../src/flows/submit.ts';
import { eventLine, type JournalEvent } from '../../../src/store/batch/journal-event.ts';
import { ledgerInTemp } from '../../store/fixtures/open-ledger.ts';
import { at, intent, jobRecord, startMs, workAccount } from '../../store/fixtures/records.ts';

const full = new MachineError({
  code: 'journal_failed',
  message: 'the journal of the batch can’t be used: /shots.ndjson',
  why: 'ENOSPC: no space left on device',
  hint: 'free space',
});

/** Submits a shot whose journal fails from some event on. */
function submitUntil(failing: JournalEvent['event']) {
  const { ledger } = ledgerInTemp();
  const append = async ({ event }: JournalEvent): Promise<void> => {
    if (event === failing) throw full;
  };
  const shot = intent({ once: 'shots/s01', batch: { name: 'shots', shot: 's01', fields: {} } });
  const submitted = submitIntent(
    shot,
    { resend: false, windowMs: 3_600_000 },
    {
      ledger: journaled(ledger, { append }, { nowMs: () => startMs }),
      account: workAccount,
      send: async () => ({ job: { id: 'job_1', status: 'queued', created_at: at(0) }, replayed: false }),
      sees: async () => true,
      nowMs: () => startMs,
      latestMs: async () => startMs,
      listen() {},
    },
  );
  return { ledger, submitted };
}

describe('a journal that fails', () => {
  it('as a job is noted, is told as itself with the job, which the ledger has', async () => {
    const { ledger, submitted } = submitUntil('job');
    await expect(submitted).rejects.toMatchObject({
      code: 'journal_failed',
      exit: 'machine',
      jobId: 'job_1',
      message: expect.stringContaining(
        'job_1 was submitted and is in the ledger of this machine, but the journal',
      ),
    });
    expect(await ledger.find('job_1')).toMatchObject({ id: 'job_1' });
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('before a send, is told as it is, and nothing was sent', async () => {
    const { ledger, submitted } = submitUntil('sent');
    await expect(submitted).rejects.toBe(full);
    expect(await ledger.unsettledCount()).toBe(1);
  });
});

describe('the end of a job in the journal', () => {
  it.each([
    'x',
    '',
    'y'.repeat(41),
    '-271821-04-20T00:00:00.000Z',
    '2026-03-01T10:00:00.000000000000000000000+00:00',
  ])('can be written whatever the service calls its time (%j), and its price', async (completed_at) => {
    const lines: string[] = [];
    const shot = intent({ once: 'shots/s01', batch: { name: 'shots', shot: 's01', fields: {} } });
    const journal = {
      find: () => undefined,
      append: async (event: JournalEvent) => void lines.push(eventLine(event, '/film')),
    };
    for (const cost_usd of [-1, 1e308, Number.POSITIVE_INFINITY]) {
      const over = { id: 'job_a', status: 'succeeded', completed_at, cost_usd };
      await noteEnd(journal, 's01', jobRecord('job_a', { intent: shot, job: over }));
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'over', cost_usd: null });
    }
  });
});
