import { listModels } from '../client/models.ts';
import type { ModelEntry } from '../contract/model.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Account } from '../store/account.ts';
import { readModelCache, writeModelCache } from '../store/model-cache.ts';
import type { CommandContext } from './context.ts';

/** The list changes when a vendor prices a tier: an hour is soon enough. Unit: ms. @see service document §9 */
const freshMs = 60 * 60 * 1000;

/** The model list: from the cache while it is fresh, else from the service; a stale one beats none, and is said to be. */
export async function liveModels(
  context: CommandContext,
  account: Account,
  { refresh }: { refresh: boolean },
): Promise<readonly ModelEntry[]> {
  const owner = await cacheOwner(context, account);
  const nowMs = context.clock.nowMs();
  const cached = readModelCache(owner, { nowMs, freshMs });
  if (cached !== undefined && !cached.stale && !refresh) return cached.models;
  try {
    const models = await listModels(await context.api(account));
    writeModelCache(owner, new Date(nowMs).toISOString(), models);
    return models;
  } catch (error) {
    if (!(error instanceof CliError) || cached === undefined || error.exit !== 'unreachable') throw error;
    context.listen({ kind: 'warning', message: `${error.message}; this list is of ${cached.fetchedAt}` });
    return cached.models;
  }
}

/** The list as far as it is at hand: a submit does not ask for it first. */
export async function cachedModels(
  context: CommandContext,
  account: Account,
): Promise<readonly ModelEntry[] | undefined> {
  const cached = readModelCache(await cacheOwner(context, account), {
    nowMs: context.clock.nowMs(),
    freshMs,
  });
  return cached?.models;
}

async function cacheOwner(context: CommandContext, { baseUrl, profile }: Account) {
  return { home: await context.home(), baseUrl, profile };
}
