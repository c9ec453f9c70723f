import { requestRoutes } from '../../contract/request-route.ts';
import { CliError } from '../../errors/cli-error.ts';
import { tellUnread } from '../../flows/keep-state.ts';
import type { RevisableIntent } from '../../flows/revise.ts';
import { type SubmitPorts, type SubmittedJob, submitIntent } from '../../flows/submit.ts';
import { NotRecordedError, type SubmitChoices } from '../../flows/submit-refusals.ts';
import type { Intent, JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import type { CheckInput } from '../request/check-flags.ts';
import type { MakeIntent } from '../request/intents.ts';
import type { PreparedSubmission } from '../request/prepare-submission.ts';
import { submitPorts } from '../request/submit-ports.ts';
import type { Followed } from './follow.ts';
import { type Journey, journeyOf } from './journey.ts';
import { type JourneyFlags, onwardTables } from './journey-flags.ts';
import { type JobsShape, printJobs, tellNextSteps } from './print-jobs.ts';

/** Failures of the service that were not charged: the same request may well succeed. @see service document §7.1 */
const worthAnotherAttempt = ['provider_failed', 'timeout', 'internal'];

/** What becomes of prepared requests. */
export interface SubmitOptions extends Pick<CheckInput, 'dryRun'> {
  journey: JourneyFlags;
  /** Told of the jobs that were followed, with their files, before anything is printed of them. */
  onFollowed?: ((records: readonly JobRecord[]) => void) | undefined;
}

/**
 * Sends prepared requests, or prints them in a dry run, and follows their jobs as far as the flags ask. Each id is told as
 * soon as it is known: on stdout, or on stderr where files are the answer.
 */
export async function submitAll(
  context: CommandContext,
  submissions: readonly PreparedSubmission[],
  { dryRun, journey: flags, onFollowed }: SubmitOptions,
  shape: JobsShape,
): Promise<void> {
  if (dryRun !== 'no') {
    const { renderDryRun } = await import('../request/dry-run.ts');
    renderDryRun(context, submissions, dryRun);
    return;
  }
  tellReachOfName(context, submissions);
  context.onward.typed(flags, onwardTables);
  const journey = journeyOf(flags, await context.defaults());
  const attempts = submissions[0]?.plan.attempts ?? 1;
  if (journey.cancelOnTimeout) {
    const { assertCancelable } = await import('./follow.ts');
    assertCancelable(
      submissions.map(({ intentFor }) => intentFor(1)),
      journey,
    );
  }
  const ways = { journey, onFollowed, shape };
  if (attempts > 1) return report(context, await followUntilDone(context, submissions, journey, shape), ways);
  if (journey.wait) await context.watch();
  const records = await submitEach(context, submissions, {
    attempt: 1,
    waits: journey.wait,
    shape,
    idsAre: journey.download ? 'told' : 'the answer',
  });
  if (journey.wait) {
    const { follow } = await import('./follow.ts');
    return report(context, await follow(context, records, journey), ways);
  }
  if (context.globals.json) await printJobs(context, records, shape);
  else await tellNextSteps(context, records);
}

/** v1 takes no key: what a name makes safe ends with this machine's ledger. */
function tellReachOfName({ listen }: CommandContext, submissions: readonly PreparedSubmission[]): void {
  const keyless = submissions
    .filter(({ intentFor }) => !requestRoutes[intentFor(1).route].hasKey)
    .map(({ plan }) => plan);
  const isNamed = keyless.some(({ once }) => once !== undefined);
  if (!isNamed && keyless.every(({ idempotencyKey }) => idempotencyKey === undefined)) return;
  const what = isNamed ? 'the name of --once' : 'that of --idempotency-key is not sent, and';
  listen({
    kind: 'warning',
    message: `v1 has no key: ${what} holds in the ledger of this machine alone`,
  });
}

/** Attempt after attempt, each a job of its own under a key of its own, until none fails through the service. */
async function followUntilDone(
  context: CommandContext,
  submissions: readonly PreparedSubmission[],
  journey: Journey,
  shape: JobsShape,
): Promise<Followed> {
  const { follow } = await import('./follow.ts');
  const most = submissions[0]?.plan.attempts ?? 1;
  await context.watch();
  let done: Followed = { records: [], ends: [], downloadFailures: [], missing: [], tookMs: 0 };
  let pending = submissions;
  for (let attempt = 1; pending.length > 0; attempt += 1) {
    const records = await submitEach(context, pending, {
      attempt,
      waits: true,
      shape,
      idsAre: journey.download ? 'told' : 'told, and the answer at the end',
    });
    const round = await follow(context, records, journey);
    const mayRepeat = attempt < most && !context.interruption().aborted;
    const codes = records.map(({ id }) => (mayRepeat ? retryableCode(round, id) : undefined));
    const repeated = new Set(records.filter((_, place) => codes[place] !== undefined).map(({ id }) => id));
    for (const [place, code] of codes.entries()) {
      if (code === undefined) continue;
      const message = `${records[place]?.id} failed (${code}), uncharged: attempt ${attempt + 1} of ${most}`;
      context.listen({ kind: 'warning', message });
    }
    done = joined(done, round, repeated);
    pending = pending.filter((_, place) => codes[place] !== undefined);
  }
  if (!journey.download) answerIds(context, done.records);
  return done;
}

async function report(
  context: CommandContext,
  followed: Followed,
  { journey, onFollowed, shape }: Pick<SubmitOptions, 'onFollowed'> & { journey: Journey; shape: JobsShape },
): Promise<void> {
  onFollowed?.(followed.records);
  const { reportFollowed } = await import('./follow.ts');
  await reportFollowed(context, followed, journey, shape);
}

interface Sending {
  attempt: number;
  /** Whether the jobs are followed once they exist. */
  waits: boolean;
  shape: JobsShape;
  /**
   * What becomes of an id, as soon as it is known. Told is on stderr: files are the answer, or the last attempt's job is; and
   * a job that was paid for is found there whatever becomes of this process.
   */
  idsAre: 'the answer' | 'told' | 'told, and the answer at the end';
}

/** Sends each in turn. Where one is refused, the jobs that exist by then are told before the error is, on record or not. */
async function submitEach(
  context: CommandContext,
  submissions: readonly PreparedSubmission[],
  { attempt, idsAre, shape, waits }: Sending,
): Promise<JobRecord[]> {
  const records: JobRecord[] = [];
  try {
    for (const submission of submissions) {
      const record = await submitAttempt(context, submission, attempt);
      records.push(record);
      if (idsAre === 'the answer') answerIds(context, [record]);
      else tellId(context, record);
      context.throwIfInterrupted(records.map(({ id }) => id));
    }
    return records;
  } catch (error) {
    const { globals, onward, quieten } = context;
    const submitted = records.map(({ id }) => id);
    const unanswered = idsAre === 'told, and the answer at the end' ? [...records] : [];
    if (error instanceof NotRecordedError) {
      records.push(error.record);
      // Nothing else on this machine knows it: it is an answer, whatever else is.
      unanswered.push(error.record);
    }
    if (!(error instanceof CliError) || records.length === 0) throw error;
    quieten();
    if (globals.json) await printJobs(context, records, shape);
    answerIds(context, unanswered);
    if (waits && submitted.length > 0) addLine(error, onward.line(submitted));
    throw error;
  }
}

/** What ended the submits has the line that goes on with the jobs that were made before. */
function addLine(error: CliError, line: string): void {
  if (error.hint?.includes(line) !== true)
    error.hint = error.hint === undefined ? line : `${error.hint}\n${line}`;
}

async function submitAttempt(
  context: CommandContext,
  { facts, intentFor, plan }: PreparedSubmission,
  attempt: number,
): Promise<JobRecord> {
  const { account, defaults } = facts;
  const choices = { windowMs: defaults.idempotencyWindowMs, resend: plan.resend };
  const ports = await submitPorts(context, account);
  const intentOf = (count: number, bodyInKey = false): Intent => ({
    ...intentFor(count, bodyInKey),
    ...ports.account,
  });
  try {
    const { record } = plan.revise
      ? await revised(intentOf, attempt, { choices, ports })
      : await submitIntent(intentOf(attempt), choices, ports);
    tellUnread(context, record);
    return record;
  } catch (error) {
    if (error instanceof CliError && error.code === 'model_not_found') {
      const { wordUnknownModel } = await import('../context/all-models.ts');
      const { model } = intentOf(attempt);
      await wordUnknownModel(context, error, { account, model });
    }
    const { wordRefusedFinal } = await import('../finalize/refused-final.ts');
    await wordRefusedFinal(context, error, intentOf(attempt));
    throw error;
  }
}

async function revised(
  intentOf: MakeIntent,
  attempt: number,
  { choices, ports }: { choices: SubmitChoices; ports: SubmitPorts },
): Promise<SubmittedJob> {
  const { submitRevised } = await import('../../flows/revise.ts');
  const revisable = (count: number): RevisableIntent => ({
    plain: intentOf(count),
    revised: intentOf(count, true),
  });
  return submitRevised({ wanted: revisable(attempt), first: revisable(1) }, choices, ports);
}

/** A document has the ids, and is printed at the end. */
function answerIds({ globals, terminal }: CommandContext, records: readonly JobRecord[]): void {
  if (!globals.json) terminal.out.lines(records.map(({ id }) => id));
}

/** A job that exists already is told of as such. */
function tellId({ terminal }: CommandContext, { id, replayed }: JobRecord): void {
  if (!replayed) terminal.err.lines([`${id} submitted`]);
}

function joined(done: Followed, round: Followed, but: ReadonlySet<string>): Followed {
  return {
    records: [...done.records, ...round.records.filter(({ id }) => !but.has(id))],
    ends: [...done.ends, ...round.ends.filter(({ id }) => !but.has(id))],
    downloadFailures: [...done.downloadFailures, ...round.downloadFailures],
    missing: [...done.missing, ...round.missing],
    tookMs: done.tookMs + round.tookMs,
  };
}

function retryableCode({ ends }: Followed, id: string): string | undefined {
  const end = ends.find((one) => one.id === id);
  const code = end?.kind === 'over' && end.job.status === 'failed' ? end.job.error?.code : undefined;
  return code !== undefined && worthAnotherAttempt.includes(code) ? code : undefined;
}
