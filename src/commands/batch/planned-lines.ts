import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import type { PlannedShot } from '../../flows/batch/shots.ts';
import { standingOf } from '../../flows/batch/standing.ts';
import type { KeyChoice } from '../../flows/batch/wanted-shot.ts';
import type { SubmitPorts } from '../../flows/submit.ts';
import type { MakeIntent } from '../../flows/submit-each.ts';
import { hasSameBody } from '../../flows/submit-refusals.ts';
import { followedFirst, type LineBook, type StandingWord, sentNew } from '../../rules/batch/standing-code.ts';
import { withoutLinks } from '../../rules/request/left-out.ts';
import { leftOutMark } from '../../rules/request/left-out-mark.ts';
import type { Intent, JobRecord } from '../../store/ledger/record.ts';
import { manifestChanged } from '../../store/manifest/manifest.ts';
import { type BookedRow, bookedRows } from './booked-rows.ts';
import { type LineShot, lineShot, sendableIntents } from './line-shot.ts';
import type { OpenBatch } from './open-batch.ts';

/** A line that this run sends or follows. */
export type PlannedLine = PlannedShot & {
  line: number;
  /** What its files are called. */
  template: string;
};

export interface PlanPorts {
  batch: OpenBatch;
  /** What the check found out of each line. */
  book: LineBook;
  submitPorts: SubmitPorts;
  /** Told of a line before it is sent or followed. */
  onPlanned(line: PlannedLine): void;
  /** Told of a line that can't be sent or followed after all. */
  onFault(line: { line: number; shot: string | undefined }, error: CliError): void;
}

/**
 * The lines that this run has work with, each made when it is asked for: first those whose jobs run, or whose answer never arrived,
 * then those that are new, in their order. The manifest is read once more for each of the two. Rejects for what is wrong with this
 * machine.
 */
export async function* plannedLines(ports: PlanPorts): AsyncGenerator<PlannedLine> {
  for (const words of [followedFirst, sentNew]) {
    if ([...words].some((word) => ports.book.count(word) > 0)) yield* linesOf(words, ports);
  }
}

async function* linesOf(words: ReadonlySet<StandingWord>, ports: PlanPorts): AsyncGenerator<PlannedLine> {
  const { batch, book, onFault, onPlanned } = ports;
  for await (const booked of bookedRows(batch, book, (word) => words.has(word))) {
    const { line: number } = booked.row;
    let shot: string | undefined;
    try {
      const request = batch.read(columnsOf(booked, batch));
      shot = request.id;
      const line = await lineShot(batch, request);
      const planned = await plannedOf(line, ports);
      if (planned === undefined) continue;
      const one = { ...planned, line: number, template: line.template };
      onPlanned(one);
      yield one;
    } catch (error) {
      if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
      onFault({ line: number, shot }, error);
    }
  }
}

/** The columns of a line that is as it was when it was checked. Throws UsageError. */
function columnsOf({ isChanged, row }: BookedRow, { input }: OpenBatch): ReadonlyMap<string, unknown> {
  if (isChanged) throw manifestChanged(input.file, row.line);
  if (row.kind === 'fault') throw row.error;
  return row.columns;
}

/** What there is to do with a line by what is known now; undefined where another run has done it meanwhile. */
async function plannedOf(
  line: LineShot,
  { batch, submitPorts }: PlanPorts,
): Promise<PlannedShot | undefined> {
  const { standingChoices: choices, standingPorts } = batch;
  const { shot } = line.wanted;
  const standing = await standingOf(line.wanted, choices, standingPorts);
  const common = { ports: submitPorts, choices, revise: false };
  switch (standing.kind) {
    case 'new': {
      const intents = await intentsLike(standing.before?.intent, line, batch);
      const revise = choices.revise && !standing.isKeySettled;
      const intentFor = revise ? intents : keyedBy(intents, standing);
      const attempts = Math.max(choices.attempts, standing.attempt);
      return { kind: 'submit', shot, ...common, revise, intentFor, attempt: standing.attempt, attempts };
    }
    case 'open': {
      const { attempt, intent, isRecorded } = standing;
      const keyed = keyedBy(await intentsLike(isRecorded ? intent : undefined, line, batch), standing);
      const { created_at, first_sent_at } = intent;
      const intentFor: MakeIntent = (number) =>
        number === attempt ? { ...keyed(number), created_at, first_sent_at } : keyed(number);
      const attempts = Math.max(choices.attempts, attempt);
      return { kind: 'submit', shot, ...common, intentFor, attempt, attempts };
    }
    case 'running':
    case 'succeeded':
    case 'failed': {
      const { attempt, record } = standing;
      const isRecorded = standing.kind === 'failed' || standing.isRecorded;
      const known = isRecorded ? record : await recordNoted(record, line, submitPorts.ledger);
      const { attempts } = choices;
      if (attempt >= attempts) return { kind: 'follow', shot, record: known, attempt, again: undefined };
      const intentFor = keyedBy(await intentsLike(record.intent, line, batch), standing);
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
    message: `the journal has ${record.id} as the job of this line, and it is that of another request`,
    why: `This machine made it ${name === null ? 'without a name' : `as ${JSON.stringify(name)}`}.`,
    hint: 'put the journal back as it was written; or take out all lines of that shot, and it may come twice',
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
