import type { Account } from '../account/account.ts';
import { accountRelation } from '../account/rules/claim-account.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl, type Line, say } from '../errors/hint.ts';
import { findJob, findJobs } from '../follow/find-jobs.ts';
import { lookAtJob } from '../follow/look-at-jobs.ts';
import {
  type PreparedRequest,
  prepareRequest,
  type RequestChoices,
} from '../follow/send/prepare-submission.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { Tags } from '../ledger/rules/tags.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import type { FactsReader } from '../request/account-facts.ts';
import { draftFact, isDraft } from '../request/draft-validity.ts';
import type { LookupFlags } from '../request/route-flags.ts';
import type { RouteChoice } from '../request/rules/choose-route.ts';
import { finalBody } from '../request/rules/request-body.ts';
import { draftModelOn, familyOf } from '../service/families/index.ts';
import { isOver } from '../service/lifecycle.ts';
import { type RequestRoute, requestRoutes } from '../service/request-route.ts';
import type { RequestWords } from '../service/request-words.ts';
import { createPrompts } from '../terminal/prompts.ts';
import { formatAge } from '../text/duration.ts';
import { knownFinals, openFinals, shownFinals, withPaidFinals } from './known-finals.ts';

/** The drafts that a line names, each once, or else those that a person ticks; unfinished ones are looked at again. */
export async function draftsToFinalize(
  context: OutputMeans,
  { dryRun, ids, lookup, more }: DraftsAsked,
): Promise<JobRecord[]> {
  const records =
    ids === undefined
      ? await (await import('./pick-draft.ts')).pickDrafts(context, { isSent: dryRun === 'no', more })
      : await findJobs(context, ids, lookup);
  const drafts: JobRecord[] = [];
  for (const record of records) drafts.push(await lookedAt(context, record));
  return drafts;
}

interface DraftsAsked extends Required<Pick<FinalChoices, 'dryRun' | 'more'>> {
  /** Undefined where a person is to tick some. */
  ids: readonly string[] | undefined;
  lookup: LookupFlags;
}

/** A draft as it is now: an unfinished one is looked at again. */
async function lookedAt(context: OutputMeans, record: JobRecord): Promise<JobRecord> {
  return isOver(record.job) ? record : lookAtJob(context, record);
}

interface FinalChoices extends Omit<RequestChoices, 'choice'> {
  /** Words of the command line, except those that say how the final is followed. */
  more?: readonly string[];
}

/** A line that asks for finals of drafts that have some, as far as it is known. */
interface AskedFinals extends Pick<RequestChoices, 'dryRun'> {
  /** The lines that finalize the other drafts that were chosen; undefined where this is the only one. */
  others?: Line | undefined;
  /** True if the drafts were ticked, and their finals confirmed. The question named the finals that are there. */
  isConfirmed?: boolean;
}

/** The request for a draft's final, for the API, route and account that the draft was made with. */
export async function finalRequest(
  context: OutputMeans,
  draft: JobRecord,
  factsOf: FactsReader,
  choices: FinalChoices,
): Promise<PreparedRequest> {
  // A final has no references, so there is nothing to prepare.
  await assertFinalizable(context, draft, choices);
  const account = await context.accountOf(draft);
  if (choices.dryRun === 'no') await assertDraftOf(context, draft, account);
  const final = wordsOfFinal(choices.words, requestOfDraft(draft));
  return prepareRequest(context, await factsOf(account), { ...choices, ...final });
}

/**
 * The words of a line that makes a final, once its draft is found, and the tags of the draft. Other finals of it are no matter there: one of them is the
 * line's own after a second run. Throws CliError for a draft that has no final, or is another account's.
 */
export async function finalWords(
  context: OutputMeans,
  { draft: word, lookup, words }: { draft: string; lookup: LookupFlags; words: RequestWords },
  { account, preflight }: { account: Account; preflight: boolean },
): Promise<{ words: RequestWords; choice: RouteChoice; tags: Tags | undefined }> {
  const draft = await lookedAt(context, await findJob(context, word, lookup));
  await assertFinalizable(context, draft, { preflight });
  await assertDraftOf(context, draft, account);
  return { ...wordsOfFinal(words, requestOfDraft(draft)), tags: draft.intent?.tags };
}

/** A draft by its request alone. */
interface DraftRequest {
  id: string;
  route: RequestRoute;
  model: string;
}

/** The words of a line that makes the final of a draft, which may be still to come. */
export function wordsOfFinal(
  words: RequestWords,
  { id, model, route }: DraftRequest,
): { words: RequestWords; choice: RouteChoice } {
  const { ordinary } = requestRoutes[route];
  const body = finalBody(ordinary, model, id);
  return { words: { ...words, body }, choice: { sync: false, only: ordinary } };
}

function requestOfDraft(draft: JobRecord): DraftRequest {
  const { id, intent, route } = draft;
  return { id, route, model: intent?.model ?? tierOf(draft, requestRoutes[route].ordinary) };
}

/**
 * The model of a draft's final, where another machine made the draft. An answer may name the vendor's own id, which the spicy
 * route does not take.
 * @see service document §4.5, §4.7
 */
function tierOf({ job: { model } }: JobRecord, route: RequestRoute): string {
  const { isPassThrough, takesVendorIds } = requestRoutes[route];
  const isTaken = !isPassThrough || takesVendorIds || familyOf(model ?? '') !== undefined;
  return model !== undefined && isTaken ? model : draftModelOn[route];
}

/** An account can't finalize another account's draft. Throws UsageError. @see service document §3 */
export async function assertDraftOf(context: OutputMeans, draft: JobRecord, account: Account): Promise<void> {
  if (draft.intent === null) return;
  const claimant = await context.claimantOf(account);
  if (accountRelation(draft.intent, claimant) !== 'other') return;
  throw new UsageError({
    code: 'draft_of_another_account',
    message: `${draft.id} is a draft of another account`,
    why: `It was made as ${draft.profile} at ${draft.base_url}, and the final would belong to ${account.profile}.`,
    hint: say`leave --profile and --base-url out: ${genctl`finalize ${draft.id}`}; or for a new draft: ${genctl`rerun ${draft.id}`}`,
    jobId: draft.id,
  });
}

/** Rejects with UsageError where this machine knows that a final is impossible, with the command that helps. */
async function assertFinalizable(
  context: OutputMeans,
  draft: JobRecord,
  { more, preflight }: Pick<FinalChoices, 'more' | 'preflight'>,
): Promise<void> {
  if (!isOver(draft.job)) {
    throw new UsageError({
      code: 'draft_not_over',
      message: `${draft.id} has not finished yet`,
      why: `It is ${draft.job.status}; only a succeeded draft has a final.`,
      hint: say`${context.onward.step([draft.id], 'wait', { plain: true })} && ${context.onward.step([draft.id], 'finalize', { more })}`,
      jobId: draft.id,
    });
  }
  const fact = preflight ? await draftFact(context, draft) : 'usable';
  if (fact === 'not-a-draft') throw notADraft(draft);
  if (fact === 'not-succeeded')
    throw unusable(draft, 'did not succeed', `It ${draft.job.status}; only a succeeded draft has a final.`);
  if (fact === 'past-validity') {
    const age = formatAge(context.clock.nowMs() - Date.parse(draft.job.completed_at ?? draft.seen_at));
    const why = `It ended ${age}; the generator keeps drafts for 7 days.`;
    throw unusable(draft, 'is too old for a final', why);
  }
}

/**
 * Asks before making a second final: the first one was paid for. Throws UsageError where nobody can be asked, and where the answer of an
 * earlier submit never arrived: nobody knows yet whether there is a final. Under `--yes`, and in a dry run, which pays for nothing, it warns.
 */
export async function warnOfFinals(
  context: OutputMeans,
  record: JobRecord,
  { dryRun, isConfirmed = false, others }: AskedFinals,
): Promise<void> {
  await assertNoOpenFinal(context, record, dryRun);
  const draft = await withPaidFinals(context, record);
  const [known] = draft.finals;
  const message = knownFinals([draft]);
  const { globals, listen, terminal } = context;
  if (known === undefined || message === undefined || (isConfirmed && !globals.yes)) return;
  const shown = await shownFinals(context, [draft]);
  if (globals.yes || dryRun !== 'no') return listen({ kind: 'warning', message });
  const again = await createPrompts(terminal, context.interruption()).confirm({
    message: `${shown}. Make and pay for another?`,
    instead: '--yes',
    undone: 'nothing was sent',
    preset: false,
  });
  if (again) return;
  throw new UsageError({
    code: 'final_exists',
    message,
    why: 'You did not want another one. Nothing was sent.',
    hint: others ?? genctl`show ${known}`,
    jobId: known,
  });
}

async function assertNoOpenFinal(
  context: OutputMeans,
  { id }: JobRecord,
  dryRun: AskedFinals['dryRun'],
): Promise<void> {
  const [open] = await openFinals(context, { id });
  if (open === undefined) return;
  const message = `${id} may have a final already: the answer of a submit for it never arrived`;
  if (context.globals.yes || dryRun !== 'no') return context.listen({ kind: 'warning', message });
  throw new UsageError({
    code: 'final_is_open',
    message,
    why: `It was sent ${open.first_sent_at ?? ''} under the key ${open.idempotency_key}. Another final would be paid for as well.`,
    hint: genctl`recover`,
    idempotencyKey: open.idempotency_key,
  });
}

function unusable(draft: JobRecord, what: string, why: string): UsageError {
  return new UsageError({
    code: 'draft_unusable',
    message: `${draft.id} ${what}`,
    why,
    // A new draft of a job that is none would be asked for in words that are not known here.
    hint: isDraft(draft) ? say`for a new draft: ${genctl`rerun ${draft.id}`}` : draftsLine,
    jobId: draft.id,
  });
}

/** The error for a job that was submitted here as no draft. */
function notADraft(job: JobRecord): UsageError {
  const draftId = job.intent?.draft_of ?? undefined;
  if (draftId === undefined) return unusable(job, 'is not a draft', 'It was submitted as an ordinary job.');
  return new UsageError({
    code: 'draft_unusable',
    message: `${job.id} is a final itself`,
    why: `It is the final of ${draftId}.`,
    hint: genctl`show ${job.id}`,
    jobId: job.id,
  });
}

/** Lists the drafts that are known here. */
const draftsLine = genctl`jobs --draft`;
