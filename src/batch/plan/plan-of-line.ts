import { UsageError } from '../../errors/endings.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { leftOutMark, withoutLinks } from '../../request/rules/left-out.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import type { MakeIntent } from '../../submit/submit-each.ts';
import { hasSameBody } from '../../submit/submit-refusals.ts';
import { parentOf } from '../columns/read-column.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { KeyChoice } from '../run/shot-requests.ts';
import type { PlannedShot } from '../run/shots.ts';
import { type LineShot, sendableIntents } from './line-shot.ts';
import type { StandingLine } from './standing-line.ts';

/**
 * The plan for a line; undefined where another run has done the work meanwhile. The line's files are uploaded where it is to be
 * sent. Throws CliError.
 */
export async function planOf(
  line: StandingLine,
  batch: OpenBatch,
  submitPorts: SubmitPorts,
): Promise<PlannedShot | undefined> {
  const { state } = line;
  const { stateChoices: choices } = batch;
  const { shot } = line.wanted;
  const common = { ports: submitPorts, choices, revise: false };
  switch (state.kind) {
    case 'new': {
      // The link of an output that the attempt before was made with may be dead by now; the output is the same.
      const sent = takesOutputs(line) ? undefined : state.before?.intent;
      const intents = await intentsLike(sent, line, batch);
      const revise = choices.revise && !state.isKeySettled;
      const intentFor = revise ? intents : keyedBy(intents, state);
      const attempts = Math.max(choices.attempts, state.attempt);
      return { kind: 'submit', shot, ...common, revise, intentFor, attempt: state.attempt, attempts };
    }
    case 'open': {
      const { attempt, intent, isRecorded } = state;
      const keyed = keyedBy(await intentsLike(isRecorded ? intent : undefined, line, batch), state);
      const { created_at, first_sent_at } = intent;
      const intentFor: MakeIntent = (number) =>
        number === attempt ? { ...keyed(number), created_at, first_sent_at } : keyed(number);
      const attempts = Math.max(choices.attempts, attempt);
      return { kind: 'submit', shot, ...common, intentFor, attempt, attempts };
    }
    case 'running':
    case 'succeeded':
    case 'failed': {
      const { attempt, record } = state;
      const isRecorded = state.kind === 'failed' || state.isRecorded;
      const known = isRecorded ? record : await recordNoted(record, line, submitPorts.ledger);
      const { attempts } = choices;
      if (attempt >= attempts) return { kind: 'follow', shot, record: known, attempt, again: undefined };
      const intentFor = keyedBy(await intentsLike(record.intent, line, batch), state);
      return { kind: 'follow', shot, record: known, attempt, again: { ...common, intentFor, attempts } };
    }
    case 'uncertain':
    case 'here':
    case 'changed':
      return undefined;
  }
}

/**
 * Records a job that only the journal tells of. Throws UsageError where this ledger knows it as the job of another request, whose
 * files would be taken for this one's.
 */
async function recordNoted(
  record: JobRecord,
  line: LineShot,
  ledger: SubmitPorts['ledger'],
): Promise<JobRecord> {
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

/** Tells whether a line has the output of another one in its request, besides a draft. */
function takesOutputs({ asked }: LineShot): boolean {
  return asked.words.media.some((one) => parentOf(one) !== undefined);
}

/** Intents of the bytes that were sent before. Where those are not known here, files are uploaded for new ones. */
async function intentsLike(
  sent: Intent | null | undefined,
  line: LineShot,
  batch: OpenBatch,
): Promise<MakeIntent> {
  const { intentFor: made } = line.wanted;
  const isKnown = sent !== null && sent !== undefined && !sent.body.includes(leftOutMark);
  if (!isKnown || hasSameBody(sent, made(1))) return sendableIntents(batch, line);
  return (attempt, bodyInKey) => ({ ...made(attempt, bodyInKey), body: sent.body });
}

/** Intents under the keys that a line goes by. */
function keyedBy(make: MakeIntent, { bodyInKey }: KeyChoice): MakeIntent {
  return (attempt) => make(attempt, bodyInKey);
}
