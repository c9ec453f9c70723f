import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { noAccountCode } from '../account/account.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { CliError } from '../errors/cli-error.ts';
import { NotFoundError, UsageError } from '../errors/endings.ts';
import { either, genctl, type Hint, orElse, toRoute } from '../errors/hint.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import type { Sidecar } from '../outputs/read-sidecar.ts';
import type { LookupFlags } from '../request/route-flags.ts';
import type { Job } from '../service/job.ts';
import { nameableRoutes, type RequestRoute, requestRoutes } from '../service/request-route.ts';
import { jobIdPrefix } from '../service/wire-values.ts';
import { isoTime } from '../text/iso-time.ts';

/** The state of a job of which nothing is known but its id. */
export const statusUntold = 'unknown';

/**
 * The job that a word names: by a whole id, by a prefix that only one job of the ledger has, or by `@last` or `@2`. The path of one of its
 * files names it, too. An id of v2 that the ledger does not have is taken for a job of the current account. An id of v1 needs its route for
 * that, which the sidecar of a file tells.
 */
export async function findJob(context: OutputMeans, word: string, lookup?: LookupFlags): Promise<JobRecord> {
  const record = await findKnownJob(context, word);
  if (record === undefined) return unknownJob(context, word, lookup);
  assertAsKnown(record, lookup);
  return record;
}

/** The job of this machine's ledger that a word names; undefined where the ledger has no such id. */
export async function findKnownJob(context: OutputMeans, word: string): Promise<JobRecord | undefined> {
  const ledger = await context.ledger();
  const found = await ledger.resolveId(word);
  if (found !== undefined && 'ambiguous' in found) throw ambiguous(word, found);
  const record = await (found === undefined
    ? (await sidecarReader(word))?.jobOfFile(ledger, word, context.around.workingFolder)
    : ledger.find(found.id));
  const isNewest = /^@?(last|latest|newest)$/.test(word.toLowerCase()) && word !== '@last';
  if (record !== undefined || (!word.startsWith('@') && !isNewest)) return record;
  throw new NotFoundError({
    code: 'job_not_found',
    message: `${word} is not a job of this machine`,
    why: !/^@(last|[1-9]\d*)$/.test(word)
      ? 'The newest is @last, the one before it @2, and so on.'
      : `The ledger has ${(await ledger.list({ limit: 1 })).length === 0 ? 'no jobs yet' : 'fewer jobs than that'}.`,
    hint: orElse(isNewest ? { change: [{ word, to: '@last' }] } : undefined, genctl`jobs`),
  });
}

/** Tells whether a word that is no id of the ledger may be the path of a file. */
function mayBePath(word: string): boolean {
  return /[\\/.]/.test(word);
}

/** The reader of sidecars, where a word may be the path of a file. */
async function sidecarReader(word: string) {
  return mayBePath(word) ? import('../outputs/read-sidecar.ts') : undefined;
}

/** The job that the sidecar of a file names, whether or not the ledger has it. */
type NamedBySidecar = Pick<Sidecar, 'profile' | 'route'> & { jobId: string };

async function ofSidecar(
  { around }: Pick<OutputMeans, 'around'>,
  word: string,
): Promise<NamedBySidecar | undefined> {
  const sidecar = (await sidecarReader(word))?.sidecarOfFile(word, around.workingFolder);
  return sidecar?.jobId === undefined ? undefined : { ...sidecar, jobId: sidecar.jobId };
}

/** A path stands for a file where a job might have such an id: where it has a slash, or something is there. */
function isPath({ around }: Pick<OutputMeans, 'around'>, word: string): boolean {
  return /[\\/]/.test(word) || (mayBePath(word) && existsSync(resolve(around.workingFolder, word)));
}

/** Throws UsageError where flags contradict the ledger about the API or the route of a job. */
function assertAsKnown({ id, route }: JobRecord, lookup: LookupFlags | undefined): void {
  const { api } = requestRoutes[route];
  const isSameRoute = lookup?.route === undefined || arePolledAlike(route, lookup.route);
  if (isSameRoute && (lookup?.api === undefined || lookup.api === api)) return;
  const said = isSameRoute ? `--api ${lookup?.api}` : `--route ${lookup?.route}`;
  throw new UsageError({
    code: 'flag_conflict',
    message: `${id} is not a job of ${said}`,
    why: `The ledger has it as a job of ${api}, made by the route ${route}.`,
    hint: 'leave --api and --route out: they are for unknown jobs',
    jobId: id,
  });
}

/** Jobs of the routes refs and spicy are polled at one address, so either flag fits both. */
function arePolledAlike(one: RequestRoute, other: RequestRoute): boolean {
  return requestRoutes[one].poll === requestRoutes[other].poll;
}

/** The flags that lead to the job of a sidecar: those that were typed, where they say another way or the id leads by itself. */
function lookupOf({ jobId, route }: NamedBySidecar, typed?: LookupFlags): LookupFlags | undefined {
  const { api } = requestRoutes[route];
  if (typed?.route !== undefined || (typed?.api ?? api) !== api) return typed;
  if (api === 'v2' && jobId.startsWith(jobIdPrefix)) return typed;
  return { api, route: nameableRoutes.find((one) => arePolledAlike(one, route)) };
}

/**
 * The route by which to ask for a job that this machine does not know. Throws UsageError or NotFoundError where neither the
 * flags nor the id tell.
 */
function wayTo(
  word: string,
  isPath: boolean,
  { api, route }: LookupFlags = { api: undefined, route: undefined },
): RequestRoute {
  if (route !== undefined && api === 'v2')
    throw flagConflict('--api v2 and --route', `The route ${route} is on v1.`, toRoute(route));
  if (route !== undefined) return route;
  if (api === 'v2' || (api === undefined && word.startsWith(jobIdPrefix))) return 'jobs';
  const hint = either(
    genctl`jobs`,
    `, or --api v1 --route ${nameableRoutes[0]} (or ${nameableRoutes.slice(1).join(', ')})`,
  );
  if (api === 'v1') {
    throw new UsageError({
      code: 'route_required',
      message: `--api v1 needs the route of ${JSON.stringify(word)}`,
      why: `It is not in the ledger, and v1 has ${nameableRoutes.length} routes to look at a job: ${nameableRoutes.join(', ')}.`,
      hint,
    });
  }
  if (isPath)
    throw new NotFoundError({
      code: 'job_not_found',
      message: `genctl knows no job that made ${word}`,
      why: 'No sidecar beside it names a job, and no job has a file recorded there.',
      hint: genctl`jobs`,
    });
  throw noSuchJob(
    word,
    `A job of another machine needs its whole id, which begins with ${jobIdPrefix}; on v1 its route as well.`,
    hint,
  );
}

/** The error for a word that names no job of the ledger. */
export function noSuchJob(word: string, why: string, hint: Hint): NotFoundError {
  const message = `No job of this machine begins with ${JSON.stringify(word)}`;
  return new NotFoundError({ code: 'job_not_found', message, why, hint });
}

/**
 * The jobs that words name, in their order and each once. There may be no words, because `-` may read no ids from stdin: that
 * is said, and is no failure.
 */
export function findJobs(
  context: OutputMeans,
  words: readonly string[],
  lookup?: LookupFlags,
): Promise<JobRecord[]> {
  return eachOnce(context, words, (word) => findJob(context, word, lookup));
}

/** As `findJobs`, where all jobs have to be in the ledger. `unknown` makes the error for a word that names no job there. */
export function findKnownJobs(
  context: OutputMeans,
  words: readonly string[],
  unknown: (word: string) => CliError,
): Promise<JobRecord[]> {
  return eachOnce(context, words, async (word) => {
    const record = await findKnownJob(context, word);
    if (record === undefined) throw unknown(word);
    return record;
  });
}

async function eachOnce(
  { terminal }: OutputMeans,
  words: readonly string[],
  find: (word: string) => Promise<JobRecord>,
): Promise<JobRecord[]> {
  const records = new Map<string, JobRecord>();
  if (words.length === 0) terminal.err.lines(['No job is named on stdin: there is nothing to do.']);
  for (const word of words) {
    const record = await find(word);
    records.set(record.id, record);
  }
  return [...records.values()];
}

/** A job that the ledger lacks: by its whole id, or by the path of a file whose sidecar names it. */
async function unknownJob(
  context: OutputMeans,
  word: string,
  typed: LookupFlags | undefined,
): Promise<JobRecord> {
  const sidecar = await ofSidecar(context, word);
  const lookup = sidecar === undefined ? typed : lookupOf(sidecar, typed);
  const id = sidecar?.jobId ?? word;
  const route = wayTo(id, sidecar === undefined && isPath(context, word), lookup);
  context.onward.elsewhere(id, word, typed);
  const own = sidecar && (await import('./earlier-account.ts')).accountOfProfile(context, sidecar.profile);
  const account = await (own ?? context.account()).catch((error: unknown) => {
    throw error instanceof CliError && error.code === noAccountCode ? neverHeardOf(id, error) : error;
  });
  const now = isoTime(context.clock.nowMs());
  const job: Job = { id, status: statusUntold };
  return {
    schema: 1,
    id,
    route,
    profile: account.profile,
    base_url: account.baseUrl,
    recorded_at: now,
    intent: null,
    job,
    seen_at: now,
    replayed: false,
    finals: [],
    files: [],
  };
}

/** The error for an id that is not in the ledger, where there is no account to ask: it was probably mistyped. */
function neverHeardOf(id: string, { mend }: CliError): NotFoundError {
  return new NotFoundError({
    code: 'job_not_found',
    message: `genctl does not know a job ${id}`,
    why: 'The ledger of this machine does not have it, and there is no account to ask the service.',
    hint: either(genctl`jobs`, '; for a job from elsewhere, ', mend),
    jobId: id,
  });
}

function ambiguous(
  word: string,
  { ambiguous: ids, areMore }: { ambiguous: readonly string[]; areMore: boolean },
): UsageError {
  const shown = 5;
  const others = areMore ? ['and others'] : ids.length > shown ? [`and ${ids.length - shown} more`] : [];
  return new UsageError({
    code: 'ambiguous_id',
    message: `${JSON.stringify(word)} names ${areMore ? 'more than ' : ''}${ids.length} jobs`,
    why: [...ids.slice(0, shown), ...others].join('\n'),
    hint: 'give more letters of the id',
  });
}
