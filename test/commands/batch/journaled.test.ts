import { describe, expect, it } from 'vitest';
import { journaled } from '../../../src/commands/batch/journaled.ts';
import { MachineError } from '../../../src/errors/endings.ts';
import { submitIntent } from '../../../src/flows/submit.ts';
import type { JournalEvent } from '../../../src/store/batch/journal-event.ts';
import { ledgerInTemp } from '../../store/fixtures/open-ledger.ts';
import { at, intent, startMs, workAccount } from '../../store/fixtures/records.ts';

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
