import { CliError } from '../../errors/cli-error.ts';
import { genctl, say } from '../../errors/hint.ts';
import { fieldNames } from '../../schema/input-field.ts';
import { type Recipient, takesContent } from '../../service/body/recipient.ts';
import { familyOf, type ModelFamily, mayBeListed } from '../../service/families/index.ts';
import type { ModelEntry } from '../../service/model.ts';
import { requestRoutes } from '../../service/request-route.ts';
import {
  flagOfOption,
  flagOfRole,
  type RequestWords,
  typedFor,
  unplacedRoles,
} from '../../service/request-words.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { anyOfWords } from '../../text/shown-value.ts';

/**
 * A part of a request for which the live list of models is needed.
 *
 * `field`: which field takes media; the document names none. `name`: how the model names an option or its prompt, and the kind
 * of the value; the name that the document has for other models may be right. `check`: whether the model takes it; the body
 * does not depend on it.
 */
interface ListNeed {
  of: 'field' | 'name' | 'check';
  /** The flag, or words that describe it. */
  what: string;
}

/** The words that decide whether the list is needed. Defaults of a project count like typed words. */
export type ListWords = Pick<
  RequestWords,
  'body' | 'count' | 'input' | 'media' | 'options' | 'prompt' | 'set' | 'typed'
>;

/**
 * The parts of a request that need the live list. The words, the model and the route alone decide it, never a list that is kept
 * here. So two machines build equal bodies from equal words. A request that needs nothing costs no look.
 * @see service document §2.5, §2.6, §4.4
 */
export function listNeeds(
  words: ListWords,
  { model, route }: Pick<Recipient, 'model' | 'route'>,
): ListNeed[] {
  const family: ModelFamily | undefined = familyOf(model);
  const { hasModelList } = requestRoutes[route];
  if (!mayHaveEntry({ model, route })) return [];
  const hasParts = family !== undefined && takesContent({ model, route, entry: undefined });
  const roles = hasParts ? [] : unplacedRoles(words);
  const needs = [
    ...roles.map((role) => ({ of: 'field' as const, what: typedFor(words, flagOfRole[role]) })),
    ...optionNeeds(words, family),
    // The list of v2 has neither the models of v1 nor their counts.
    ...(hasModelList
      ? [...wordNeeds(words, family), ...promptNeeds(words, family), ...countNeeds(words)]
      : []),
  ];
  const isNamed = !hasModelList || family?.namedIds?.includes(model) === true;
  // The document names a few ids. On all others the list is the authority: such an id may be mistyped.
  return needs.length > 0 || isNamed ? needs : [{ of: 'check', what: model }];
}

/** Tells whether the list may have an entry of a model. On v1 an id of no known family is the vendor's own, which is in no list. */
export function mayHaveEntry({ model, route }: Pick<Recipient, 'model' | 'route'>): boolean {
  const family = familyOf(model);
  return model !== '' && mayBeListed(family) && (family !== undefined || requestRoutes[route].hasModelList);
}

/** Tells whether the body depends on the list. */
export function isShapedByList(needs: readonly ListNeed[]): boolean {
  return needs.some(({ of }) => of !== 'check');
}

/**
 * The options whose names need the list. The document names the options of a few families, and the schema those of the others.
 */
function optionNeeds(words: ListWords, family: ModelFamily | undefined): ListNeed[] {
  if (family?.options !== undefined || family?.jobs === false) return [];
  return Object.entries(words.options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ of: 'name', what: typedFor(words, flagOfOption(name, value)) }));
}

/** The prompt of an id of no family: whether it takes a string or a list of parts is in its schema. */
function wordNeeds({ prompt }: ListWords, family: ModelFamily | undefined): ListNeed[] {
  return family === undefined && prompt !== undefined ? [{ of: 'name', what: 'the prompt' }] : [];
}

/** The need to check a request without a prompt, where only the model's schema says whether it may be left out. @see service document §2.6 */
function promptNeeds({ body, input, prompt, set }: ListWords, family: ModelFamily | undefined): ListNeed[] {
  if (family?.promptShape !== 'prompt' || prompt !== undefined) return [];
  const given = input ?? objectOf(ownValue(body, 'input')) ?? {};
  if (Object.hasOwn(given, 'prompt') || set.some(([name]) => name === 'prompt')) return [];
  return [{ of: 'check', what: 'a request without a prompt' }];
}

/** The need to check a count of outputs. Every model can give one; more are in the list. @see service document §2.4 */
function countNeeds({ body, count }: ListWords): ListNeed[] {
  const asked = count ?? ownValue(objectOf(body?.output), 'count');
  return asked === undefined || asked === 1 ? [] : [{ of: 'check', what: '--count' }];
}

/** Tells whether the checks would use a list that costs nothing: for fields by the model's own names. */
export function listWouldTell(
  { body, input, set }: ListWords,
  { model, route }: Pick<Recipient, 'model' | 'route'>,
): boolean {
  const isFree = body !== undefined || input !== undefined || set.length > 0;
  return isFree && requestRoutes[route].hasModelList && mayHaveEntry({ model, route });
}

/** A list of models, and how far it can be trusted. */
export interface ModelList {
  models: readonly ModelEntry[];
  /** ISO 8601. */
  fetchedAt: string;
  /** True if this very run fetched it. */
  isNow: boolean;
  isStale: boolean;
}

/** The list of models as a run knows it. A run looks at it at most once, however many requests need it. */
export interface KnownList {
  /** The list at hand, kept or fetched. */
  atHand: ModelList | undefined;
  hasLooked: boolean;
  /** Why the look failed. `age` says how old the kept list is, where there is one. */
  trouble?: { error: CliError; age: string | undefined } | undefined;
}

/** A look that the request has to wait for. With `isCheckOnly` the body does not depend on it. */
export interface ListLook {
  isCheckOnly: boolean;
}

/** The step of a request about the list: it needs a look, is refused for lack of a list, or goes on, perhaps with warnings. */
export type ListStep = { look: ListLook } | { refusal: CliError } | { warnings: readonly string[] };

/** Facts that decide whether the list is looked at for a request. */
export interface ListQuestion {
  /** Empty where none is named. */
  model: string;
  needs: readonly ListNeed[];
  /** True if the checks would use a list that costs nothing, although no words need it. */
  wouldTell: boolean;
  preflight: boolean;
  isDryRun: boolean;
  /** True if the request is judged by a list that was fetched for it, and by no other. */
  strict: boolean;
}

const goOn: ListStep = { warnings: [] };

/**
 * The step of a request about the list. A request whose words need it has it looked at unless a fresh one is at hand; so has a
 * request in doubt, which a newer list may settle, unless no list can have the model. Where the list can't be fetched, a kept one
 * is used, however old. Without any, a request is refused if a part of it would have to be guessed. A strict one is refused
 * without a list of this run: its verdict would depend on what is kept here.
 */
export function listStep(question: ListQuestion, list: KnownList, isInDoubt: boolean): ListStep {
  const { isDryRun, model, needs, preflight, strict, wouldTell } = question;
  const { atHand, hasLooked, trouble } = list;
  const isFresh = strict ? atHand?.isNow === true : atHand?.isStale === false;
  const isNeeded = !isFresh && (needs.length > 0 || wouldTell || strict);
  const isSettling = isInDoubt && atHand?.isNow !== true && mayBeListed(familyOf(model));
  if (!isNeeded && !isSettling) return goOn;
  const isCheckOnly = isNeeded && needs.length > 0 && needs.every(({ of }) => of === 'check');
  if (!hasLooked) return { look: { isCheckOnly } };
  if (trouble === undefined) return goOn;
  const { age, error } = trouble;
  if (!isNeeded)
    return needs.length > 0
      ? goOn
      : { warnings: [age ?? notHad(error, 'genctl did not look at what the service lists now')] };
  if (strict || needs.length === 0) return { refusal: error };
  // A refused key would also refuse the submit. A dry run needs no key.
  if (error.exit === 'unauthorized' && !isDryRun) return { refusal: error };
  if (age !== undefined) return { warnings: [age] };
  const mayBeTyped = !preflight || isDryRun;
  const guessed = needs.filter(({ of }) => of === 'field' || (of === 'name' && !mayBeTyped));
  if (guessed.length > 0) return { refusal: unknownWords(model, guessed, error) };
  const whats = anyOfWords(needs.map(({ what }) => what));
  const unchecked = needs.some(({ of }) => of === 'name')
    ? `genctl does not know what ${model} calls ${whats}; it sends the document's name`
    : `genctl did not check whether the service takes ${whats}`;
  return { warnings: [notHad(error, unchecked)] };
}

/**
 * The warnings for a model that the list names without its parameters. Its words are sent as the document writes them, which is
 * a guess.
 */
export function undescribedWarnings(entry: ModelEntry | undefined, needs: readonly ListNeed[]): string[] {
  const guessed = needs.filter(({ of }) => of === 'name').map(({ what }) => what);
  if (guessed.length === 0 || entry === undefined || fieldNames(entry.inputSchema ?? {}).length > 0)
    return [];
  return [
    `the model list does not say what ${entry.id} calls ${anyOfWords(guessed)}; genctl sends the document's name`,
  ];
}

function notHad({ message }: CliError, unchecked: string): string {
  return `the model list is not available (${message}): ${unchecked}`;
}

/**
 * The refusal of words that need the list where there is none: it names them, the trouble with the list, and a way without it.
 */
function unknownWords(model: string, guessed: readonly ListNeed[], cause: CliError): CliError {
  const whats = anyOfWords(guessed.map(({ what }) => what));
  const isField = guessed.some(({ of }) => of === 'field');
  const set = isField ? '--set FIELD=VALUE' : '--set NAME=VALUE';
  // A 404 for the list does not mean that the model does not exist, so it has another exit.
  return new CliError(cause.exit === 'notFound' ? 'refused' : cause.exit, {
    code: 'model_unknown',
    message: `genctl does not know ${isField ? `which field of ${model} takes` : `what ${model} calls`} ${whats}, and never guesses`,
    why: [`Nothing was sent: the model list is not available (${cause.message}).`, cause.why ?? []]
      .flat()
      .join('\n'),
    hint: say`once it answers: ${genctl`models ${model} --refresh`}\n${set} uses the model's own name instead`,
    retryable: cause.retryable,
    status: cause.status,
    cause,
  });
}
