import type { Account } from '../../account/account.ts';
import { readModelCache, writeModelCache } from '../../account/model-cache.ts';
import { listModels } from '../../api/ways/models.ts';
import { CliError } from '../../errors/cli-error.ts';
import { formatAge } from '../../text/duration.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { RequestMeans } from '../request-means.ts';
import type { ModelList } from '../rules/list-look.ts';

/**
 * How long a kept list is used without asking again. It changes when a vendor prices a tier, so an hour is soon enough. Unit:
 * ms. @see service document §9
 */
const freshMs = 60 * 60 * 1000;

/**
 * How long to wait for the list: where the request is built by it, and where it only tells whether the request would be
 * refused. Unit: ms.
 */
const lookMs = 20_000;
const checkMs = 5_000;

/** The part of a command's context that asking for the list needs. */
export type ListContext = Pick<RequestMeans, 'api' | 'clock' | 'home'>;

/**
 * The model list: from the cache while that is fresh, else from the service. Where no service can be reached a stale list is
 * used, with a warning.
 */
export async function currentList(
  context: RequestMeans,
  account: Account,
  { refresh }: { refresh: boolean },
): Promise<ModelList> {
  const kept = await keptModels(context, account);
  if (kept !== undefined && !kept.isStale && !refresh) return kept;
  try {
    return await fetchModels(context, account);
  } catch (error) {
    if (!(error instanceof CliError) || kept === undefined || error.exit !== 'unreachable') throw error;
    context.listen({ kind: 'warning', message: ageWords(context, kept, error) });
    return kept;
  }
}

/**
 * The list that is kept here for an account, whatever its age. None is kept for the embedded service, which can always be
 * asked.
 */
export async function keptModels(
  context: Omit<ListContext, 'api'>,
  account: Pick<Account, 'baseUrl' | 'embedded' | 'profile'>,
): Promise<ModelList | undefined> {
  if (account.embedded) return undefined;
  const nowMs = context.clock.nowMs();
  const kept = readModelCache(await cacheOwner(context, account), { nowMs, freshMs });
  if (kept === undefined) return undefined;
  return { models: kept.models, fetchedAt: kept.fetchedAt, isNow: false, isStale: kept.stale };
}

/** Asks for the list, for as long as `withinMs` where that is given, and keeps it. Rejects as listModels does. */
export async function fetchModels(
  context: ListContext,
  account: Account,
  withinMs?: number,
): Promise<ModelList> {
  const { clock } = context;
  const deadlineMs = withinMs === undefined ? undefined : clock.monotonicMs() + withinMs;
  const fetchedAt = isoTime(clock.nowMs());
  const models = await listModels(await context.api(account), { deadlineMs });
  if (!account.embedded) writeModelCache(await cacheOwner(context, account), fetchedAt, models);
  return { models, fetchedAt, isNow: true, isStale: false };
}

/** Fetches the list within the time that a submit may spend on it. */
export function lookAtModels(
  context: ListContext,
  account: Account,
  { isCheckOnly = false } = {},
): Promise<ModelList> {
  return fetchModels(context, account, isCheckOnly ? checkMs : lookMs);
}

/** The warning for a kept list that is used because the service can't be asked: why not, and how old the list is. */
export function ageWords(
  { clock }: Pick<RequestMeans, 'clock'>,
  { fetchedAt }: ModelList,
  error: CliError,
): string {
  const age = formatAge(clock.nowMs() - Date.parse(fetchedAt));
  return `${error.message}; genctl uses the model list fetched ${age}, on ${fetchedAt}`;
}

async function cacheOwner(
  context: Pick<ListContext, 'home'>,
  { baseUrl, profile }: Pick<Account, 'baseUrl' | 'profile'>,
) {
  return { home: await context.home(), baseUrl, profile };
}
