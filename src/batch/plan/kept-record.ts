import { UsageError } from '../../errors/endings.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { withoutLinks } from '../../request/rules/left-out.ts';
import { recordedOf } from '../../submit/record-job.ts';
import type { SubmitLedger, SubmitPorts } from '../../submit/submit.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { ShotState } from '../run/shot-state.ts';
import type { LineShot } from './line-shot.ts';

type WithJob = Extract<ShotState, { kind: 'running' | 'succeeded' | 'failed' }>;

/**
 * The ledger's record of the job of a line. Where the ledger has none, it is made: of what the journal tells, by the ledger that notes
 * for the batch, or of what the key of the line has. A job that failed is left alone. Rejects as `recordNoted` does.
 */
export async function keptRecord(
  state: WithJob,
  line: LineShot,
  { context }: Pick<OpenBatch, 'context'>,
  noting: SubmitPorts,
): Promise<JobRecord> {
  const { record } = state;
  if (state.kind === 'failed') return record;
  return state.isRecorded
    ? recordedOf(record, { ledger: await context.ledger(), sees: noting.sees })
    : recordNoted(record, line, noting.ledger);
}

/**
 * Records a job that only the journal tells of. Throws UsageError where this ledger knows it as the job of another request, whose
 * files would be taken for this one's.
 */
async function recordNoted(record: JobRecord, line: LineShot, ledger: SubmitLedger): Promise<JobRecord> {
  const found = await ledger.find(record.id);
  const key = record.intent?.idempotency_key;
  if (found === undefined || found.intent === null || found.intent.idempotency_key === key)
    return ledger.recordJob(withoutStandIns(record, line));
  const { batch, once } = found.intent;
  const name = batch === undefined ? once : `${batch.name}/${batch.shot}`;
  throw new UsageError({
    code: 'journal_unreadable',
    message: `the journal says that this line made ${record.id}, but that job has another request`,
    why: `This machine made it ${name === null ? 'without a name' : `as ${JSON.stringify(name)}`}.`,
    hint: 'restore the journal from a copy; or remove all lines of that shot, which may render it twice',
    jobId: record.id,
  });
}

/**
 * The record with marks in its request where local files had links that only the machine that sent them knew: what stands for
 * those in a check was never sent, and must neither be shown as the request nor be sent by `rerun`.
 */
function withoutStandIns(record: JobRecord, { built, files }: LineShot): JobRecord {
  if (record.intent === null || files.size === 0) return record;
  const body = JSON.stringify(withoutLinks(built.body, files));
  return { ...record, intent: { ...record.intent, body } };
}
