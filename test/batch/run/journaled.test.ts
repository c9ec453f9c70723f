import { describe, expect, it } from 'vitest';
import {
  eventLine,
  isOfRequest,
  type JournalEvent,
  type RequestEvent,
} from '../../../src/batch/journal/journal-event.ts';
import { memoryOf } from '../../../src/batch/journal/shot-memory.ts';
import { journaled, noteEnd } from '../../../src/batch/run/journaled.ts';
import { MachineError } from '../../../src/errors/endings.ts';
import { createSpareDescriptors } from '../../../src/files/spare-descriptors.ts';
import { type SubmitLedger, type SubmitPorts, submitIntent } from '../../../src/submit/submit.ts';
import { ledgerInTemp } from '../../ledger/fixtures/open-ledger.ts';
import { at, intent, jobRecord, startMs, workAccount } from '../../ledger/fixtures/records.ts';

const spareDescriptors = createSpareDescriptors();

const full = new MachineError({
  code: 'journal_failed',
  message: 'the journal of the batch can’t be used: /shots.ndjson',
  why: 'ENOSPC: no space left on device',
  hint: 'free space',
});

/** No line of the journal has a job. */
const ownerOfJob = async () => undefined;

/** Submits a shot whose journal fails from some event on. */
function submitUntil(failing: JournalEvent['event']) {
  const { ledger } = ledgerInTemp();
  const append = async ({ event }: JournalEvent): Promise<void> => {
    if (event === failing) throw full;
  };
  const shot = intent({ once: 'shots/s01', batch: { name: 'shots', shot: 's01', fields: {} } });
  const ports = portsOver(
    journaled(ledger, { append, find: () => undefined, ownerOfJob }, { nowMs: () => startMs }),
  );
  return { ledger, submitted: submitIntent(shot, { resend: false, windowMs: 3_600_000 }, ports) };
}

const made = { job: { id: 'job_1', status: 'queued', created_at: at(0) }, replayed: false };

function portsOver(ledger: SubmitLedger): SubmitPorts {
  return {
    ledger,
    account: workAccount,
    send: async () => made,
    prepare: async () => spareDescriptors.hold(),
    sees: async () => true,
    nowMs: () => startMs,
    latestMs: async () => startMs,
    leftIfKilled: () => () => {},
    listen() {},
  };
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

describe('a job that the journal has of another line', () => {
  const shot = intent({ once: 'shots/s02', batch: { name: 'shots', shot: 's02', fields: {} } });
  const choices = { resend: false, windowMs: 3_600_000 };

  /** A journal with a job of the line `s01` under a key, and what is noted in it. */
  function journalWithJob(key: string) {
    const noted: string[] = [];
    const append = async ({ event }: JournalEvent): Promise<void> => void noted.push(event);
    return { noted, append, find: () => undefined, ownerOfJob: async () => ({ shot: 's01', key }) };
  }

  it('is not recorded for this one, whose answer stays open', async () => {
    const { ledger } = ledgerInTemp();
    const journal = journalWithJob('g1-s01');
    const submitted = submitIntent(
      shot,
      choices,
      portsOver(journaled(ledger, journal, { nowMs: () => startMs })),
    );
    await expect(submitted).rejects.toMatchObject({
      code: 'id_of_another_request',
      exit: 'outcomeUnknown',
      why: expect.stringContaining('the line s01 of this batch'),
    });
    expect(await ledger.find('job_1')).toBeUndefined();
    expect(await ledger.unsettledCount()).toBe(1);
    expect(journal.noted).toEqual(['sent']);
  });

  it('is recorded where it is of this very request', async () => {
    const { ledger } = ledgerInTemp();
    const journal = journalWithJob(shot.idempotency_key);
    await submitIntent(shot, choices, portsOver(journaled(ledger, journal, { nowMs: () => startMs })));
    expect(await ledger.find('job_1')).toMatchObject({ id: 'job_1' });
  });
});

describe('a batch whose power may be cut at any moment', () => {
  it.each([
    ['with a key', 'jobs', ['ledger: claim', 'journal: sent', 'send', 'ledger: job', 'journal: job']],
    [
      'without one',
      'tasks',
      ['ledger: claim', 'journal: sent', 'ledger: mark', 'send', 'ledger: job', 'journal: job'],
    ],
  ] as const)('has each step of a submit %s down before the next begins', async (_, route, steps) => {
    const { ledger } = ledgerInTemp();
    const done: string[] = [];
    /** Says what is done once it is, a moment later. */
    const saying = async <Value>(what: string, work: Promise<Value>): Promise<Value> => {
      const value = await work;
      await new Promise(setImmediate);
      done.push(what);
      return value;
    };
    const told: SubmitLedger = {
      ...ledger,
      claimToSend: (one, sentAt) => saying('ledger: claim', ledger.claimToSend(one, sentAt)),
      markSent: (...mark) => saying('ledger: mark', ledger.markSent(...mark)),
      recordJob: (record) => saying('ledger: job', ledger.recordJob(record)),
    };
    const noted: RequestEvent[] = [];
    const append = (event: JournalEvent) => {
      if (isOfRequest(event)) noted.push(event);
      return saying(`journal: ${event.event}`, Promise.resolve());
    };
    const shot = intent({ route, once: 'shots/s01', batch: { name: 'shots', shot: 's01', fields: {} } });
    await submitIntent(
      shot,
      { resend: false, windowMs: 3_600_000 },
      {
        ...portsOver(
          journaled(told, { append, find: () => memoryOf(noted), ownerOfJob }, { nowMs: () => startMs }),
        ),
        send: () => saying('send', Promise.resolve(made)),
      },
    );
    expect(done).toEqual(steps);
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
      await noteEnd(journal, jobRecord('job_a', { intent: shot, job: over }));
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'over', cost_usd: null });
    }
  });
});
