import { familyOf } from '../../contract/families/index.ts';
import type { ModelEntry } from '../../contract/model.ts';
import { CliError } from '../../errors/cli-error.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import {
  isShapedByList,
  type ListNeed,
  type ListWords,
  listNeeds,
  listWouldTell,
  mayBeListed,
} from '../../rules/request/list-need.ts';
import type { Recipient } from '../../rules/request/recipient.ts';
import { fieldNames } from '../../rules/schema/input-field.ts';
import { anyOfWords } from '../../rules/shown-value.ts';
import type { Account } from '../../store/account.ts';
import type { CommandContext } from '../context/context.ts';
import { keptModels, lookAtModels, type ModelList, tellAge } from '../context/live-models.ts';
import type { CheckInput } from './check-flags.ts';

/** What the list of models says to one request. It is looked at once a run at most. */
export interface RequestModels {
  /** What the checks go by: what is at hand, be it kept or fetched. */
  list(): ModelList | undefined;
  entry(): ModelEntry | undefined;
  /**
   * Whom the body is built for. The entry is in it only where the words ask for it, so that what happens to be kept on one
   * machine never shapes a body otherwise than on another.
   */
  recipient(): Recipient;
  isShaped(): boolean;
  /** From now on the body goes by the list: the document refuses the words as they stand. */
  shape(): Promise<void>;
  /** Fetches the list where this run has not; says whether that brought another one. Warns where it can't be had. */
  renew(): Promise<boolean>;
}

export interface ModelsWanted extends Pick<CheckInput, 'preflight' | 'dryRun'> {
  account: Account;
  /** With the usual values of the project and the profile among them. */
  words: ListWords;
  model: string;
  route: Recipient['route'];
}

/**
 * Reads what is kept, and fetches the list where the words need it and none is kept that is fresh.
 *
 * @throws CliError of the fetch where the key is refused, or where something would have to be guessed without the list.
 */
export async function requestModels(context: CommandContext, wanted: ModelsWanted): Promise<RequestModels> {
  const { account, dryRun, model, preflight, route, words } = wanted;
  const whom = { model, route };
  const needs = listNeeds(words, whom).filter((need) => preflight || need.of !== 'check');
  let shapes = isShapedByList(needs);
  let list = model === '' ? undefined : await keptModels(context, account);
  let looked = false;
  if (needs.length > 0 && (list === undefined || list.isStale)) {
    looked = true;
    list = await listFor(context, wanted, { needs, kept: list });
  } else if (account.embedded && preflight && listWouldTell(words, { ...whom, isDryRun: dryRun !== 'no' })) {
    list = await lookAtModels(context, account);
  }
  const entry = (): ModelEntry | undefined => list?.models.find(({ id }) => id === model);
  tellUndescribed(context, entry(), needs);
  async function renew(): Promise<boolean> {
    if (looked || list?.isNow === true || !mayBeListed(familyOf(model))) return false;
    looked = true;
    try {
      list = await lookAtModels(context, account);
      return true;
    } catch (error) {
      if (!isWithoutList(error)) throw error;
      if (list !== undefined) tellAge(context, list, error);
      else tellUnchecked(context, error, 'what the service lists now was not looked at');
      return false;
    }
  }
  return {
    list: () => list,
    entry,
    recipient: () => ({ ...whom, entry: shapes ? entry() : undefined }),
    isShaped: () => shapes,
    async shape() {
      shapes = true;
      if (list === undefined || list.isStale) await renew();
    },
    renew,
  };
}

/** The list that words need: fetched, else kept and stale, else none where nothing is guessed without it. */
async function listFor(
  context: CommandContext,
  { account, dryRun, model, preflight }: ModelsWanted,
  { kept, needs }: { kept: ModelList | undefined; needs: readonly ListNeed[] },
): Promise<ModelList | undefined> {
  try {
    return await lookAtModels(context, account, { isCheckOnly: needs.every(({ of }) => of === 'check') });
  } catch (error) {
    // The submit would be refused for the key, too; a dry run asks for none.
    if (!isWithoutList(error) || (error.exit === 'unauthorized' && dryRun === 'no')) throw error;
    if (kept !== undefined) {
      tellAge(context, kept, error);
      return kept;
    }
    const mayBeTyped = !preflight || dryRun !== 'no';
    const guessed = needs.filter(({ of }) => of === 'field' || (of === 'name' && !mayBeTyped));
    if (guessed.length > 0) throw unknown(model, guessed, error);
    const whats = anyOfWords(needs.map(({ what }) => what));
    const unchecked = needs.some(({ of }) => of === 'name')
      ? `what ${model} calls ${whats} is not known; it goes as the document has it`
      : `whether the service takes ${whats} was not checked`;
    tellUnchecked(context, error, unchecked);
    return undefined;
  }
}

/** Of a model that is listed, and of which the list says nothing more, the words go as the document has them: that is a guess. */
function tellUndescribed(
  { listen }: CommandContext,
  entry: ModelEntry | undefined,
  needs: readonly ListNeed[],
): void {
  const guessed = needs.filter(({ of }) => of === 'name').map(({ what }) => what);
  if (guessed.length === 0 || entry === undefined || fieldNames(entry.inputSchema ?? {}).length > 0) return;
  listen({
    kind: 'warning',
    message: `the list of models says nothing of what ${entry.id} takes: what it calls ${anyOfWords(guessed)} is not known; it goes as the document has it`,
  });
}

function isWithoutList(error: unknown): error is CliError {
  return error instanceof CliError && !(error instanceof InterruptedError);
}

function tellUnchecked({ listen }: CommandContext, error: CliError, unchecked: string): void {
  listen({ kind: 'warning', message: `the list of models can't be had (${error.message}): ${unchecked}` });
}

/** What the list would have told, the trouble with it, and the way that needs no list. */
function unknown(model: string, guessed: readonly ListNeed[], cause: CliError): CliError {
  const whats = anyOfWords(guessed.map(({ what }) => what));
  const isField = guessed.some(({ of }) => of === 'field');
  const said = (cause.why ?? '').replace(/\.$/, '').replace(/[,;] nothing was sent$/, '');
  const set = isField ? '--set FIELD=VALUE' : '--set NAME=VALUE';
  // It is the list that was not found, and not the model.
  return new CliError(cause.exit === 'notFound' ? 'refused' : cause.exit, {
    code: 'model_unknown',
    message: `${isField ? `Which field of ${model} takes` : `What ${model} calls`} ${whats} is not known, and it is never guessed`,
    why: `The list of models can't be had: ${cause.message}${said === '' ? '' : ` (${said})`}. Nothing was sent.`,
    hint: `once it answers: genctl models ${model} --refresh\n${set} instead says it by the model's own name`,
    retryable: cause.retryable,
    status: cause.status,
    cause,
  });
}
