import { CliError } from '../../errors/cli-error.ts';
import { RefusedError } from '../../errors/endings.ts';
import { genctl, hintLines, say, withLine } from '../../errors/hint.ts';
import { tellUnread } from '../../ledger/keep-state.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import { isBudgeted } from '../../money/spending-limits.ts';
import type { Journey } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { isOver } from '../../service/lifecycle.ts';
import { endOfSubmit, intentOf } from '../../submit/submit-attempt.ts';
import { submitPortsReader } from '../../submit/submit-ports.ts';
import { NotRecordedError } from '../../submit/submit-refusals.ts';
import { gaps } from '../../text/gaps.ts';
import type { Look } from '../../text/look.ts';
import { once } from '../../text/once.ts';
import { safeLine } from '../../text/safe-text.ts';
import { lastingLine } from '../words/event-lines.ts';
import { isToldOnce, type JobsShape, printJobs } from '../words/print-jobs.ts';
import type { PreparedSubmission, Sending } from './prepare-submission.ts';

/** A request, and the job that was made for it. */
export interface Sent {
  one: Sending;
  record: JobRecord;
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

/**
 * Sends the requests one by one, so that nothing more is paid for once one is refused. Where one is, the jobs that exist by then are
 * printed before the error, recorded or not.
 */
export async function sendEach(
  context: OutputMeans,
  sendings: readonly Sending[],
  plan: SendingPlan,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const takeBack = context.leftIfKilled(() => ({ jobIds: leftOf(sent) }));
  const cancelAll = once(() => cancelSent(context, sent, plan));
  try {
    for (const one of sendings) {
      const end = await endOfSubmit(one, 1);
      if (end.kind === 'refused') throw await wordedRefusal(context, one, end.error);
      const { record } = end;
      sent.push({ one, record });
      await tellSent(context, one, record, plan);
      if (!context.interruption().aborted) continue;
      const stopped = await cancelAll();
      const over = new Set(stopped.map(({ id }) => id));
      const withFiles = plan.journey.download ? stopped.filter(({ job }) => job.status === 'succeeded') : [];
      const missing = withFiles.map(({ id }) => id);
      const goingOn = leftOf(sent).filter((id) => !over.has(id));
      context.throwIfInterrupted(goingOn, { missing, stopped });
    }
    return sent;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await cancelAll();
    await tellStopped(context, sent, error, plan);
    throw error;
  } finally {
    takeBack();
  }
}

/** After a signal, cancels the jobs that were sent, where `--on-interrupt cancel` asks for it. Resolves with those that are over by that. */
async function cancelSent(
  context: OutputMeans,
  sent: Sent[],
  { journey }: SendingPlan,
): Promise<readonly JobRecord[]> {
  if (journey.onInterrupt === 'detach') return [];
  const { afterSignal } = await import('../words/on-interrupt.ts');
  const records = await afterSignal(
    context,
    sent.map(({ record }) => record),
    journey,
  );
  const stopped = records.filter((record, place) => record !== sent[place]?.record && isOver(record.job));
  for (const [place, each] of sent.entries()) each.record = records[place] ?? each.record;
  return stopped;
}

/** The jobs that were sent, but those that were canceled since. */
function leftOf(sent: readonly Sent[]): string[] {
  return sent.flatMap(({ record: { id, job } }) => (job.status === 'canceled' ? [] : [id]));
}

/**
 * Prints the jobs that exist when a submit is refused, recorded or not, and adds the command that continues with them to the
 * error.
 */
async function tellStopped(
  context: OutputMeans,
  sent: readonly Sent[],
  error: CliError,
  plan: SendingPlan,
): Promise<void> {
  const { isFollowed, journey, shape } = plan;
  const records = sent.map(({ record }) => record);
  const ids = leftOf(sent);
  const unanswered = sent.filter(({ one }) => !answersAtOnce(context, one, plan) && !journey.download);
  // Its id is printed even where only files are the answer, because nothing on this machine has recorded the job.
  const lost = error instanceof NotRecordedError ? [error.record] : [];
  if (records.length + lost.length === 0) return;
  context.quieten();
  if (context.globals.json || context.events() !== undefined)
    await printJobs(context, [...records, ...lost], shape);
  answerIds(context, [...unanswered.map(({ record }) => record), ...lost]);
  if (isFollowed && ids.length > 0) error.mendBy((hint) => withLine(hint, context.onward.step(ids)));
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
  tellUnread(context, record);
  await shortenIds(context, [record.id]);
  const { err, interactive, shortIds, showsBoth } = context.terminal;
  const id = err.ids.of(record.id);
  const { label } = one.submission;
  const isAnswered = answersAtOnce(context, one, plan);
  if (shortIds !== undefined && record.replayed)
    err.lines([existingLine(record, context.clock.nowMs(), err)]);
  if (isAnswered) answerIds(context, [record], showsBoth ? label : undefined);
  // A job that existed before is told by a line of its own.
  else if (!record.replayed && !(isToldAtEnd(context, plan) && interactive)) err.lines([`${id} submitted`]);
  if (label !== undefined && !showsBoth) err.lines([`${id} is ${label}`]);
}

function existingLine({ id, intent, job }: JobRecord, nowMs: number, look: Look): string {
  const told = { jobId: id, model: intent?.model ?? '', replayed: true, createdAt: job.created_at };
  return lastingLine({ kind: 'submitted', ...told }, nowMs, look) ?? '';
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
