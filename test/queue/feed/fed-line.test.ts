import { expect, it } from 'vitest';
import { CliError } from '../../../src/errors/cli-error.ts';
import { recordBytes } from '../../../src/ledger/records/parse.ts';
import { TakenIdError, takenIdCode } from '../../../src/ledger/taken-id.ts';
import { type Fed, type FedShot, type FeedPorts, toldEnd } from '../../../src/queue/feed/fed-line.ts';
import { writtenLine } from '../../../src/queue/line/line.ts';
import { refusedEnd } from '../../../src/queue/line/line-end.ts';
import { intent, jobRecord } from '../../ledger/fixtures/records.ts';

/** The end that a feeder reads of a line as the engine has it, and the refusals that it notes. */
async function endOf(job: object) {
  const refusals: string[] = [];
  const ports = {
    connection: { queue: { getJob: async () => job } },
    refused: async (_: unknown, { code }: CliError) => void refusals.push(code),
  } as unknown as FeedPorts<FedShot>;
  const line = { attempt: 1, intent: {} } as unknown as Fed<FedShot>;
  const told = await toldEnd('g1-key', line, ports);
  return { end: told?.end, refusals };
}

function failedWith(exit: 'outcomeUnknown' | 'refused', code: string): object {
  const end = refusedEnd(new CliError(exit, { code, message: 'as the worker saw it' }));
  return { failedReason: 'as the worker saw it', finishedOn: 1, data: { end } };
}

it('a refusal that a worker tells is noted, for it made no job', async () => {
  const { end, refusals } = await endOf(failedWith('refused', 'invalid_input'));
  expect(end).toMatchObject({ kind: 'refused', error: { code: 'invalid_input' } });
  expect(refusals).toEqual(['invalid_input']);
});

it('a line of which a worker does not know whether it made a job is not noted as refused', async () => {
  const { end, refusals } = await endOf(failedWith('outcomeUnknown', 'key_may_be_forgotten'));
  expect(end).toMatchObject({ kind: 'refused', error: { code: 'key_may_be_forgotten' } });
  expect(refusals).toEqual([]);
});

it.each([
  ['failed, and nobody told how', { failedReason: 'stalled', finishedOn: 1, data: {} }],
  ['done, in words of another version', { returnvalue: { wait: 'over' }, finishedOn: 1, data: {} }],
])('a line that is %s is uncertain, and holds nobody up', async (_, job) => {
  const { end, refusals } = await endOf(job);
  expect(end).toMatchObject({
    kind: 'refused',
    error: { exit: 'outcomeUnknown', code: 'line_end_unreadable' },
  });
  expect(refusals).toEqual([]);
});

it.each<[string, object]>([
  ['was made under another key', { intent: intent({ idempotency_key: 'g1-other' }) }],
  ['has a name that leads out', { id: '../../etc' }],
  ['has files that are none', { files: [null] }],
  ['was seen at no time', { seen_at: 'x' }],
])('an end whose job %s is nobody’s, and throws nothing', async (_, change) => {
  const strange = { ...jobRecord('job_1', { intent: intent({ idempotency_key: 'g1-key' }) }), ...change };
  const text = `${recordBytes(strange)}`;
  const told = { record: text, wait: 'over', missing: false, error: null };
  const { end } = await endOf({ returnvalue: told, finishedOn: 1, data: {} });
  expect(end).toMatchObject({ kind: 'refused', error: { code: 'line_end_unreadable' } });
});

it('the end of a line that asks for something else is not the end of this one, and stays for its feeder', async () => {
  const batch = { name: 'shots', shot: 's1', fields: { prompt: '0011223344556677' } };
  const line = { account: 'j1-a', origin: 'sandbox:', template: 't', job: 'job_1', resend: false };
  const other = { ...line, intent: intent({ batch }), wasOver: false, returns: 0, ended: [] };
  const { end } = await endOf({ returnvalue: {}, finishedOn: 1, data: writtenLine(other) });
  expect(end).toMatchObject({ kind: 'refused', error: { code: 'line_changed', exit: 'usage' } });
});

it('a line that was put in again meanwhile has no end yet', async () => {
  const { end } = await endOf({ data: { end: null }, finishedOn: undefined });
  expect(end).toBeUndefined();
});

it('the job of another line, which a worker could not know, is told as open, and taken out', async () => {
  const own = intent({ idempotency_key: 'g1-key' });
  const taken = new TakenIdError({ code: takenIdCode, message: 'The id is taken' });
  const told = {
    record: `${recordBytes(jobRecord('job_1', { intent: own }))}`,
    wait: 'over',
    missing: false,
    error: null,
  };
  const waited: string[] = [];
  const removed: string[] = [];
  const ports = {
    connection: {
      queue: {
        getJob: async () => ({ returnvalue: told, finishedOn: 1, data: {} }),
        remove: async (key: string) => removed.push(key),
      },
    },
    ledger: { recordJob: () => Promise.reject(taken) },
    onWaited: ({ id }: { id: string }) => waited.push(id),
  } as unknown as FeedPorts<FedShot>;
  const end = await toldEnd('g1-key', { attempt: 1, intent: own } as unknown as Fed<FedShot>, ports);
  expect(end?.end).toMatchObject({ kind: 'refused', error: taken });
  expect(waited).toEqual([]);
  await end?.remove();
  expect(removed).toEqual(['g1-key']);
});
