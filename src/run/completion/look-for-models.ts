import type { Account } from '../../account/account.ts';
import { fixedKey } from '../../account/keys/account-key.ts';
import { resolveKey } from '../../account/keys/credentials.ts';
import { writeModelCache } from '../../account/model-cache.ts';
import { createApi } from '../../api/transport/api.ts';
import { systemClock } from '../../api/transport/clock.ts';
import { createUndiciExchange } from '../../api/transport/undici-exchange.ts';
import { listModels } from '../../api/ways/models.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { ModelEntry } from '../../service/model.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { Asked } from './asked.ts';

/** Longest time that a shell is kept waiting. Unit: ms. */
const lookMs = 1_000;

/**
 * Fetches the models of an account from its service and keeps them for the next time. Undefined, without a message, where the
 * service does not answer in time or does not accept the key. A credential command is not run: it may ask for a touch or a
 * password, and nobody would know why.
 */
export async function lookForModels(
  account: Account,
  { environment, home, version }: Asked,
): Promise<readonly ModelEntry[] | undefined> {
  if (account.keySource === 'command') return undefined;
  const exchange = createUndiciExchange({ proxies: environment });
  try {
    const runCommand = () => Promise.reject(new Error('No credential command is run for a word'));
    const api = createApi({
      baseUrl: account.baseUrl,
      key: fixedKey(await resolveKey(account, { environment, runCommand })),
      exchange,
      clock: systemClock,
      random: Math.random,
      userAgent: `genctl/${version}`,
    });
    const fetchedAt = isoTime(systemClock.nowMs());
    const models = await listModels(api, { signal: AbortSignal.timeout(lookMs) });
    writeModelCache({ home, baseUrl: account.baseUrl, profile: account.profile }, fetchedAt, models);
    return models;
  } catch (error) {
    const isTimeUp = error instanceof Error && error.name === 'TimeoutError';
    if (isTimeUp || error instanceof CliError) return undefined;
    throw error;
  } finally {
    await exchange.close();
  }
}
