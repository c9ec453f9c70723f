import { CliError } from '../../errors/cli-error.ts';
import { parseBaseUrl } from '../../rules/base-url.ts';
import { resolveAccount } from '../../store/account.ts';
import { everyCachedModel, readModelCache } from '../../store/model-cache.ts';
import { readSettings } from '../../store/settings.ts';
import type { Environment } from '../surroundings.ts';
import type { Offer } from './offer.ts';

/** The models that the list of the line's account had when it was last fetched; without one, those of all lists. */
export function modelOffers(home: string, line: readonly string[], environment: Environment): Offer[] {
  const models = accountModels(home, line, environment) ?? everyCachedModel(home);
  return models.map(({ id, medium }) => ({ word: id, says: medium ?? '' }));
}

function accountModels(home: string, line: readonly string[], environment: Environment) {
  try {
    const flags = {
      profile: flagValue('--profile', line),
      sandbox: line.includes('--sandbox'),
      baseUrl: flagValue('--base-url', line),
    };
    const { baseUrl, profile } = resolveAccount({
      flags,
      environment,
      settings: readSettings(home),
      parseBaseUrl,
    });
    return readModelCache({ home, baseUrl, profile }, { nowMs: 0, freshMs: 0 })?.models;
  } catch (error) {
    // No account yet, or one that is only half typed.
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/** The value of a flag on a line, in either way of writing it. */
function flagValue(flag: string, line: readonly string[]): string | undefined {
  const place = line.indexOf(flag);
  if (place !== -1) return line[place + 1];
  return line.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
