import type { Account } from '../../account/account.ts';
import { findProfile, ownProfileNames } from '../../account/profiles.ts';
import { readTypedLine } from '../../cli/typed-line.ts';
import { CliError } from '../../errors/cli-error.ts';
import { NotFoundError } from '../../errors/endings.ts';
import { genctl, type Hint, hintLines, orElse, say, typedWith } from '../../errors/hint.ts';
import { nearestModels } from '../../service/body/nearest-model.ts';
import { PreflightError } from '../../service/checks/preflight-error.ts';
import { familyOf } from '../../service/families/index.ts';
import type { ModelEntry } from '../../service/model.ts';
import { textLines } from '../../text/aligned.ts';
import { formatAge } from '../../text/duration.ts';
import { shellQuote } from '../../text/shell-quote.ts';
import { anyOfWords } from '../../text/shown-value.ts';
import type { ModelOrigin } from '../defaults.ts';
import type { RequestMeans } from '../request-means.ts';
import type { ModelList } from '../rules/list-look.ts';
import { currentList, fetchModels, keptModels, lookAtModels } from './live-models.ts';

interface ListLook {
  refresh: boolean;
  /** The words that fetch the list again. */
  again?: string;
}

/** Every model of an account: v2's list, and those that v1 alone serves. @see service document §4.4, §4.6, §4.7 */
export async function allModels(context: RequestMeans, how: ListLook): Promise<readonly ModelEntry[]> {
  const account = await context.account();
  return withTaskModels(context, account, (await toldList(context, account, how)).models);
}

/**
 * The models of all accounts whose lists are kept here, and of the one at hand, which is asked where its list is not fresh. None
 * where no list can be had.
 */
export async function modelsKnownHere(context: RequestMeans): Promise<readonly ModelEntry[]> {
  const models: ModelEntry[] = [];
  try {
    const stored = await context.settings();
    for (const profile of ownProfileNames(stored)) {
      const { base_url: baseUrl } = findProfile(stored, profile);
      models.push(...((await keptModels(context, { profile, baseUrl, embedded: false }))?.models ?? []));
    }
    const account = await context.account();
    const kept = await keptModels(context, account);
    if (!account.embedded && kept?.isStale !== false)
      models.push(...(await lookAtModels(context, account, { isCheckOnly: true })).models);
    else models.push(...(kept?.models ?? []));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
  }
  return models.length === 0 ? [] : withTaskModels(context, { embedded: false }, models);
}

/**
 * One model by its id. Where the kept list does not have it, the list is fetched again first.
 *
 * @throws NotFoundError with the nearest ids, where some are near.
 */
export async function modelNamed(context: RequestMeans, id: string, how: ListLook): Promise<ModelEntry> {
  const account = await context.account();
  const list = await toldList(context, account, how);
  let models = await withTaskModels(context, account, list.models);
  const found = models.find((model) => model.id === id);
  if (found !== undefined) return found;
  if (!list.isNow && !list.isStale)
    models = await withTaskModels(context, account, (await fetchModels(context, account)).models);
  return models.find((model) => model.id === id) ?? notThere(id, models);
}

/** The list, and a line where it is the one that is kept here: the service was not asked, nor was the key tried. */
async function toldList(
  context: RequestMeans,
  account: Account,
  { again = '--refresh', refresh }: ListLook,
): Promise<ModelList> {
  const list = await currentList(context, account, { refresh });
  const { err } = context.terminal;
  if (!list.isNow && !list.isStale) {
    const age = formatAge(context.clock.nowMs() - Date.parse(list.fetchedAt));
    const text = `this list was fetched ${age}; to fetch it again and try the key: ${again}`;
    err.lines(textLines({ text, paint: err.colors.dim }, err));
  }
  return list;
}

async function withTaskModels(
  context: RequestMeans,
  account: Pick<Account, 'embedded'>,
  models: readonly ModelEntry[],
): Promise<readonly ModelEntry[]> {
  return [...models, ...(await taskModels(context, account, models))];
}

/**
 * The models of v1, which has no list: those of the embedded service's catalogue, or for any other service those that the
 * document names. A model that v2 lists is not among them.
 */
export async function taskModels(
  { around }: RequestMeans,
  { embedded }: Pick<Account, 'embedded'>,
  models: readonly ModelEntry[],
): Promise<readonly ModelEntry[]> {
  const onV1 = embedded
    ? await around.sandbox.taskModels()
    : (await import('../../service/wire/task-models.ts')).documentedTaskModels();
  const listed = new Set(models.map(({ id }) => id));
  return onV1.filter(({ id }) => !listed.has(id));
}

/** Adds the nearest ids to an error of the service that says that it has no such model. Never rejects. */
export async function wordUnknownModel(
  context: RequestMeans,
  error: unknown,
  { account, model }: { account: Account; model: unknown },
): Promise<void> {
  if (!(error instanceof NotFoundError) || error.code !== 'model_not_found' || typeof model !== 'string')
    return;
  try {
    const { models } = await lookAtModels(context, account, { isCheckOnly: true });
    const all = await withTaskModels(context, account, models);
    const ids = all.map(({ id }) => id);
    const near = nearestModels(model, ids);
    const [nearest] = near;
    if (nearest === undefined) return;
    const words = say`set the model to ${anyOfWords(near)}: ${genctl`models ${nearest}`}`;
    error.mendBy(() => orElse(typedWith('--model', nearest), words));
    const defaults = await context.defaults();
    if (!namesModel(context) && defaults.model === model) wordOrigin(error, defaults.modelOrigin, nearest);
  } catch (trouble) {
    // The refusal is complete without the nearest ids.
    if (!(trouble instanceof CliError)) throw trouble;
  }
}

/** Tells whether the line itself says the model of a request. */
function namesModel({ around, typed: { flags, path } }: RequestMeans): boolean {
  const line = readTypedLine(around.argv, { flags, pathLength: path.length });
  return line.some(
    ({ name, value }) => name === '--model' || (name === '--vary' && value?.startsWith('model=') === true),
  );
}

function notThere(id: string, models: readonly ModelEntry[]): never {
  const ids = models.map((model) => model.id);
  const near = nearestModels(id, ids);
  const family = familyOf(id);
  const [route] = family?.jobs === false ? family.tasks : [];
  if (near.length === 0 && family !== undefined && route !== undefined)
    throw onNoList(id, family.name, route);
  const onV1 = models.filter(({ onlyRoute }) => onlyRoute !== undefined).length;
  throw new NotFoundError({
    code: 'model_not_found',
    message: `There is no model ${id}`,
    why: `The account's list has ${models.length - onV1} models, and ${onV1} are known on v1 alone${near.length === 0 ? '; none has a name like it' : `; the nearest is ${anyOfWords(near)}`}.`,
    hint: genctl`models ${near[0] ?? []}`,
  });
}

/** The error for a model that v1 may have, although nothing here knows what it takes. @see service document §4.6, §4.7 */
function onNoList(id: string, name: string, route: string): NotFoundError {
  return new NotFoundError({
    code: 'model_not_listed',
    message: `genctl does not know ${id}`,
    why: `Only v1 serves ${name}, and v1 has no list; the service document does not name this model.`,
    hint: say`to try it: ${genctl`submit … -m ${id} --api v1 --route ${route}`}`,
  });
}

/**
 * Says of a request that is refused for its model alone where that model is from, and mends it there. The line does not name it.
 */
export function wordUnlisted(error: unknown, origin: ModelOrigin | undefined): void {
  if (!(error instanceof PreflightError)) return;
  const [only, ...others] = error.refusing;
  if (only?.rule !== 'model-not-listed' || only.instead === undefined || others.length > 0) return;
  if (origin === undefined) return;
  const otherwise = error.mend;
  wordOrigin(error, origin, only.instead);
  error.mendBy((own) => hintLines([own, otherwise]));
  // A line with another model would mend this request alone.
  error.findings = error.findings.map((one) => (one === only ? { ...one, instead: undefined } : one));
}

/** Says where a model is from that the line does not name, and mends it there. */
function wordOrigin(error: CliError, origin: ModelOrigin | undefined, model: string): void {
  if (origin === undefined) return;
  const { says, mend } = originWords(origin, model);
  error.why = [error.why, `The model comes from ${says}.`].filter((one) => one !== undefined).join('\n');
  error.mendBy(() => mend);
}

function originWords(origin: ModelOrigin, model: string): { says: string; mend: Hint } {
  switch (origin.from) {
    case 'environment':
      return { says: 'GENCTL_MODEL', mend: `export GENCTL_MODEL=${shellQuote(model)}` };
    case 'project':
      return { says: `the project file ${origin.path}`, mend: `set "model" to ${model} in ${origin.path}` };
    case 'profile':
      return {
        says: `the account ${origin.name}`,
        mend: genctl`auth set model ${model} --profile ${origin.name}`,
      };
    case 'settings':
      return { says: 'the settings', mend: genctl`config set model ${model}` };
  }
}
