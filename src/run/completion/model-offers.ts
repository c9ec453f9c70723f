import { type Account, noAccountCode, resolveAccount } from '../../account/account.ts';
import { everyCachedModel, readModelCache } from '../../account/model-cache.ts';
import { readSettings } from '../../account/settings/settings.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { ModelEntry } from '../../service/model.ts';
import { type Asked, flagValue } from './asked.ts';
import type { Offer } from './line-place.ts';

type Named = Pick<Offer, 'word'> & { medium?: string | undefined };

/**
 * The models of the line's account: its kept list, of whatever age, or else what its service answers now. The embedded
 * service's models where that is the account, and where there is no account at all.
 */
export async function modelOffers(asked: Asked): Promise<Offer[]> {
  const models = await modelsOf(asked);
  return models.map(({ medium, word }) => ({ word, says: medium ?? '' }));
}

async function modelsOf(asked: Asked): Promise<readonly Named[]> {
  const { home, sandbox } = asked;
  const account = accountOf(asked);
  // The account may be typed only half, so the models of all accounts are offered.
  if (account === 'unclear') return named(everyCachedModel(home));
  if (account === 'none') {
    const kept = everyCachedModel(home);
    return named(kept.length > 0 ? kept : await sandbox.modelNames());
  }
  if (account.embedded) return named(await sandbox.modelNames());
  const kept = keptModels(home, account);
  if (kept !== undefined) return [...named(kept), ...(await onV1())];
  const { lookForModels } = await import('./look-for-models.ts');
  const found = await lookForModels(account, asked);
  return found === undefined ? named(everyCachedModel(home)) : [...named(found), ...(await onV1())];
}

/**
 * Finds a model without asking a service: among the embedded service's models, in the account's kept list, or else in any kept
 * list.
 */
export async function modelAtHand(asked: Asked, id: string): Promise<ModelEntry | undefined> {
  const { home, sandbox } = asked;
  const account = accountOf(asked);
  const isEmbedded = account === 'none' || (account !== 'unclear' && account.embedded);
  const own = account === 'unclear' || isEmbedded ? undefined : keptModels(home, account);
  const models = isEmbedded ? await sandbox.models() : (own ?? everyCachedModel(home));
  return models.find((model) => model.id === id);
}

/** The list of an account as it was last fetched, whatever its age. */
function keptModels(home: string, { baseUrl, profile }: Account): readonly ModelEntry[] | undefined {
  return readModelCache({ home, baseUrl, profile }, { nowMs: 0, freshMs: 0 })?.models;
}

/** The models that the document names for v1 alone; no list has them. */
async function onV1(): Promise<readonly Named[]> {
  const { taskModelNames } = await import('../../service/wire/task-models.ts');
  return named(taskModelNames());
}

function named(models: readonly { id: string; medium?: string | undefined }[]): Named[] {
  return models.map(({ id, medium }) => ({ word: id, medium }));
}

function accountOf({ environment, home, line }: Asked): Account | 'none' | 'unclear' {
  try {
    const flags = {
      profile: flagValue('--profile', line),
      sandbox: line.includes('--sandbox'),
      baseUrl: flagValue('--base-url', line),
    };
    return resolveAccount({ flags, environment, settings: readSettings(home) });
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return error.code === noAccountCode ? 'none' : 'unclear';
  }
}
