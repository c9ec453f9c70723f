import type { RequestRoute } from '../../contract/request-route.ts';
import { jobIdPrefix } from '../../contract/wire-values.ts';
import { AuthError, NotFoundError, UsageError } from '../../errors/endings.ts';
import type { Tags } from '../../rules/intent/tags.ts';
import { objectOf } from '../../rules/json/json-object.ts';
import type { JsonPlace } from '../../rules/json/json-place.ts';
import { restoredBody } from '../../rules/request/left-out.ts';
import { holdsLeftOut } from '../../rules/request/left-out-mark.ts';
import type { Account } from '../../store/account.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import { findProfile, profileNames } from '../../store/profiles.ts';
import { isAccountNamed } from '../context/accounts.ts';
import type { CommandContext } from '../context/context.ts';
import { findKnownJob } from '../journey/find-jobs.ts';
import { digestText, readSidecar, sidecarPath } from '../journey/sidecar-file.ts';
import { readExactJson } from '../line/exact-json.ts';

/** A request that was made before, and whose it is when it is made again. */
export interface EarlierRequest {
  body: Record<string, unknown>;
  /** Places of the body where something is left out: by a sidecar, or by a ledger that knows the job from a batch's journal. */
  lacking: readonly JsonPlace[];
  /** The route that it took. */
  route: RequestRoute;
  /** Whether it was answered at once. */
  sync: boolean;
  /** The profile it was made with; undefined where that is not known. */
  profile: string | undefined;
  tags: Tags | undefined;
  account(): Promise<Account>;
}

/**
 * The request of a job of the ledger, or of a sidecar. Throws UsageError for a job whose request is not known here, because the
 * service does not give requests back; NotFoundError for a word that may be no id at all.
 *
 * @param isPlaced whether flags name the API and route of the job.
 */
export async function earlierRequest(
  context: CommandContext,
  word: string,
  { isPlaced = false } = {},
): Promise<EarlierRequest> {
  const path = sidecarPath(word, context.around.workingFolder);
  if (path !== undefined) {
    const { jobId, profile, request, route, tags } = readSidecar(path);
    if (request === undefined) throw noRequest(jobId ?? path);
    // The ledger is read only where something was left out.
    const whole = holdsLeftOut(request) && jobId !== undefined ? await wholeBody(context, jobId) : undefined;
    const account = () => accountFor(context, () => ofProfile(context, profile));
    return { ...restoredBody(request, whole, digestText), route, sync: false, profile, tags, account };
  }
  const record = await findKnownJob(context, word);
  if (record === undefined) throw isPlaced || word.startsWith(jobIdPrefix) ? noRequest(word) : noJob(word);
  const body = bodyOf(record);
  if (body === undefined) throw noRequest(record.id);
  const account = () => accountFor(context, () => context.accountOf(record));
  const { profile, route, sync = false } = record;
  const tags = record.intent?.tags;
  return { ...restoredBody(body, undefined, digestText), route, sync, profile, tags, account };
}

function bodyOf({ id, intent }: JobRecord): Record<string, unknown> | undefined {
  return intent === null ? undefined : objectOf(readExactJson(`the request of ${id}`, intent.body));
}

/** The request of a job as the ledger of this machine has it. */
async function wholeBody(
  context: CommandContext,
  jobId: string,
): Promise<Record<string, unknown> | undefined> {
  const record = await (await context.ledger()).find(jobId);
  return record === undefined ? undefined : bodyOf(record);
}

/** The account that flags or variables name, else the job's own where there is still a key for it, else the usual one. */
async function accountFor(
  context: CommandContext,
  own: () => Promise<Account | undefined>,
): Promise<Account> {
  if (isAccountNamed(context)) return context.account();
  try {
    return (await own()) ?? (await context.account());
  } catch (error) {
    if (error instanceof AuthError) return context.account();
    throw error;
  }
}

/** The profile of that name as it is stored here; undefined where there is none. */
async function ofProfile(context: CommandContext, name: string | undefined): Promise<Account | undefined> {
  const settings = await context.settings();
  if (name === undefined || !profileNames(settings).includes(name)) return undefined;
  return context.accountOf({ profile: name, base_url: findProfile(settings, name).base_url });
}

function noRequest(name: string): UsageError {
  return new UsageError({
    code: 'request_unknown',
    message: `What ${name} was asked for is not known here`,
    why: 'It was submitted elsewhere, and the service does not give requests back.',
    hint: 'genctl rerun FILE.json, with the sidecar of one of its files, or genctl submit',
  });
}

function noJob(word: string): NotFoundError {
  return new NotFoundError({
    code: 'job_not_found',
    message: `No job of this machine begins with ${JSON.stringify(word)}`,
    why: 'The request of a job of another machine is in the JSON beside its files alone.',
    hint: 'genctl jobs, or genctl rerun FILE.json',
  });
}
