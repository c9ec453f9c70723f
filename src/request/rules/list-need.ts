import { type Recipient, takesContent } from '../../service/body/recipient.ts';
import { familyOf, type ModelFamily, mayBeListed } from '../../service/families/index.ts';
import { flagOfOption, flagOfRole } from '../../service/flag-names.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { type RequestWords, typedFor, unplacedRoles } from '../../service/request-words.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';

/**
 * A part of a request for which the live list of models is needed.
 *
 * `field`: which field takes media; the document names none. `name`: how the model names an option or its prompt, and the kind
 * of the value; the name that the document has for other models may be right. `check`: whether the model takes it; the body
 * does not depend on it.
 */
export interface ListNeed {
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
