import type { CliError } from '../../errors/cli-error.ts';
import { RefusedError } from '../../errors/endings.ts';
import { genctl, hintLines, say } from '../../errors/hint.ts';
import { warnOfMissingOutputs } from '../../ledger/missing-outputs.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import { isBudgeted } from '../../money/spending-limits.ts';
import type { Journey } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { endOfSubmit, intentOf } from '../../submit/submit-attempt.ts';
import { submitPortsReader } from '../../submit/submit-ports.ts';
import { NotRecordedError } from '../../submit/submit-refusals.ts';
import { gaps } from '../../text/gaps.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { eventLine } from '../words/event-lines.ts';
import { isToldOnce, type JobsShape } from '../words/print-jobs.ts';
import type { AttemptsEnd } from './attempts.ts';
import type { PreparedSubmission, Sending } from './prepare-submission.ts';

/** A request of this run with its job, or a job that was known before, which has one attempt. */
export interface Sent {
  one: Sending | undefined;
  /** The job of its newest attempt, as that began. */
  record: JobRecord;
  attempts: number;
  end?: AttemptsEnd;
}

/** A request that was refused. */
export interface Refusal {
  one: Sending;
  error: CliError;
}

/** The jobs that were made, and the refusal that kept the other requests from being sent. */
export interface Sends {
  sent: readonly Sent[];
  refusal?: Refusal | undefined;
}

/** How the requests of a run are sent, and what is printed of them. */
export interface SendingPlan {
  journey: Journey;
  /** True if the jobs are followed once they exist. */
  isFollowed: boolean;
  shape: JobsShape;
}

/**
 * The requests with the ports of their accounts. They are made before the first is sent, so that a missing key or a budget stops
 * all of them.
 */
export async function sendingsOf(
  context: OutputMeans,
  submissions: readonly PreparedSubmission[],
): Promise<Sending[]> {
  const portsOf = submitPortsReader(context);
  const sendings: Sending[] = [];
  for (const [place, submission] of submissions.entries()) {
    const { facts, intentFor, plan } = submission;
    const { attempts, resend, revise } = plan;
    const choices = { windowMs: facts.defaults.idempotencyWindowMs, resend };
    const ports = await portsOf(facts.account);
    sendings.push({ place, submission, attempts, revise, choices, intentFor, ports });
  }
  if (!submissions.some(({ facts, plan }) => isBudgeted(facts.defaults, plan.money))) return sendings;
  const { underBudget } = await import('./under-budget.ts');
  return underBudget(context, sendings);
}

/** Sends the requests one by one, so that nothing more is paid for once one is refused or a signal has come. */
export async function sendEach(
  context: OutputMeans,
  sendings: readonly Sending[],
  plan: SendingPlan,
): Promise<Sends> {
  const sent: Sent[] = [];
  const takeBack = context.leftIfKilled(() => ({ jobIds: sent.map(({ record }) => record.id) }));
  try {
    for (const one of sendings) {
      const end = await endOfSubmit(one, 1);
      if (end.kind === 'refused') return { sent, refusal: { one, error: end.error } };
      sent.push({ one, record: end.record, attempts: one.attempts });
      await tellSent(context, one, end.record, plan);
      if (context.interruption().aborted) break;
    }
    return { sent };
  } finally {
    takeBack();
  }
}

/** Improves the hint of a refusal by the models and drafts that this machine knows. */
export async function wordedRefusal(context: OutputMeans, one: Sending, error: CliError): Promise<CliError> {
  const intent = intentOf(one, 1);
  if (error.code === 'model_not_found') {
    const { wordUnknownModel } = await import('../../request/models/all-models.ts');
    const { account } = one.submission.facts;
    await wordUnknownModel(context, error, { account, model: intent.model });
  }
  await wordRefusedFinal(context, error, intent);
  return error;
}

/**
 * Prints the id of a job as soon as it exists. On stdout it is the answer of the command. It goes to stderr where the answer is files, or
 * perhaps the job of a later attempt. So the job is not lost even if this process is killed. A terminal where progress moves shows it there,
 * and tells the job at its end.
 */
export async function tellSent(
  context: OutputMeans,
  one: Sending,
  record: JobRecord,
  plan: SendingPlan,
): Promise<void> {
  warnOfMissingOutputs(context, record);
  await shortenIds(context, [record.id]);
  const { err, interactive, shortIds, showsBoth } = context.terminal;
  const id = err.ids.of(record.id);
  const { label } = one.submission;
  const isAnswered = answersAtOnce(context, one, plan);
  if (shortIds !== undefined && record.replayed)
    err.lines([existingLine(record, context.clock.nowMs(), err)]);
  if (isAnswered) answerIds(context, [record], showsBoth ? label : undefined);
  // Nobody reads stdout any more.
  const isUnread = isAnswered && context.terminal.out.isClosed();
  // A job that existed before is told by a line of its own.
  if (isUnread || (!isAnswered && !record.replayed && !(isToldAtEnd(context, plan) && interactive)))
    err.lines([`${id} submitted`]);
  if (label !== undefined && !showsBoth) err.lines([`${id} is ${label}`]);
}

function existingLine({ id, intent, job }: JobRecord, nowMs: number, look: Look): string {
  const told = { jobId: id, model: intent?.model ?? '', replayed: true, createdAt: job.created_at };
  return eventLine({ kind: 'submitted', ...told }, nowMs, look) ?? '';
}

function isToldAtEnd(context: OutputMeans, { isFollowed }: SendingPlan): boolean {
  return isFollowed && isToldOnce(context);
}

function answersAtOnce(context: OutputMeans, { attempts }: Sending, plan: SendingPlan): boolean {
  return attempts === 1 && !plan.journey.download && !isToldAtEnd(context, plan);
}

/**
 * Prints ids, except with `--json` and `--events`, which have them in what they print. The label says what the jobs were made as, for
 * a person.
 */
export function answerIds(
  { events, globals, terminal }: OutputMeans,
  records: readonly JobRecord[],
  label?: string,
): void {
  if (globals.json || events() !== undefined) return;
  const named = label === undefined ? '' : `  ${safeLine(label)}`;
  terminal.out.lines(records.map(({ id }) => `${terminal.out.ids.of(id)}${named}`));
}

/** The job of a refusal that exists, and that nothing on this machine has recorded. */
export function lostJob({ error }: Pick<Refusal, 'error'>): JobRecord[] {
  return error instanceof NotRecordedError ? [error.record] : [];
}

/** The statuses with which the service refuses a request for its content. */
const refusals: readonly (number | undefined)[] = [400, 404, 422];

/**
 * Adds to the error of a refused final the command that makes a new draft. The service refuses a final once it has dropped the
 * draft's billing record, which is sooner than the generator drops the draft; then only a new draft helps. The refusal need not
 * say that this is the reason.
 * @see service document §3
 */
async function wordRefusedFinal(
  { ledger }: Pick<OutputMeans, 'ledger'>,
  error: unknown,
  { draft_of: draftId }: Pick<Intent, 'draft_of'>,
): Promise<void> {
  if (draftId === null || !(error instanceof RefusedError) || !refusals.includes(error.status)) return;
  const draft = await (await ledger()).find(draftId);
  const line =
    draft === undefined || draft.intent === null ? genctl`draft ${gaps.prompt}` : genctl`rerun ${draftId}`;
  error.mendBy((hint) => hintLines([say`if the draft is too old, make a new one: ${line}`, hint]));
}
