import { families, familyOf, type ModelFamily, mayBeListed } from '../../contract/families/index.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import { nearestName } from '../nearest-name.ts';
import { flagOfOption, flagOfRole } from './flags/flag-names.ts';
import { type Recipient, takesContent } from './recipient.ts';
import { type RequestWords, unplacedRoles } from './request-words.ts';

/**
 * Something of a request that only the live list of models knows.
 *
 * `field`: which field takes media, for which the document has no name at all. `name`: what the model calls an option or its
 * words, and of which kind the value is; as the document has it elsewhere it may be right. `check`: whether it is taken;
 * nothing of the body rests on it.
 */
export interface ListNeed {
  of: 'field' | 'name' | 'check';
  /** The flag, or the words that it is told by. */
  what: string;
}

/** The words that decide it; usual values of a project count like typed ones. */
export type ListWords = Pick<
  RequestWords,
  'body' | 'count' | 'input' | 'media' | 'options' | 'prompt' | 'set'
>;

/**
 * What of a request rests on the live list. It is decided by the words, the model and the route alone, never by what is kept
 * on this machine: two machines build the same body from the same words. A request that needs nothing costs no look.
 * @see service document §2.5, §2.6, §4.4
 */
export function listNeeds(
  words: ListWords,
  { model, route }: Pick<Recipient, 'model' | 'route'>,
): ListNeed[] {
  const family: ModelFamily | undefined = familyOf(model);
  const { hasModelList } = requestRoutes[route];
  if (model === '' || !mayBeListed(family)) return [];
  // On v1 an id of no family is the vendor's own, which no list has.
  if (family === undefined && !hasModelList) return [];
  const hasParts = family !== undefined && takesContent({ model, route, entry: undefined });
  const roles = hasParts ? [] : unplacedRoles(words);
  return [
    ...roles.map((role) => ({ of: 'field' as const, what: flagOfRole[role] })),
    ...optionNeeds(words, family),
    // Neither its models nor their counts are in the list of v2.
    ...(hasModelList ? [...modelNeeds(words, model, family), ...countNeeds(words)] : []),
  ];
}

/** Whether the body that such words make goes by the list, where the document alone does not refuse them. */
export function isShapedByList(needs: readonly ListNeed[]): boolean {
  return needs.some(({ of }) => of !== 'check');
}

/** The document shows the options of a few families; what they are called elsewhere is the schema's to say. */
function optionNeeds({ options }: ListWords, family: ModelFamily | undefined): ListNeed[] {
  if (family?.options !== undefined || family?.jobs === false) return [];
  return Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ of: 'name', what: flagOfOption(name, value) }));
}

/** An id that no family claims may be a slip, and so may one that is nearly an id that the document spells. */
function modelNeeds({ prompt }: ListWords, model: string, family: ModelFamily | undefined): ListNeed[] {
  if (family !== undefined) return isNearlyNamed(model, family) ? [{ of: 'check', what: model }] : [];
  return [prompt === undefined ? { of: 'check', what: model } : { of: 'name', what: 'the prompt' }];
}

const namedIds = families.flatMap((family: ModelFamily) => family.namedIds ?? []);

/** Another number is another version, and no slip. */
function isNearlyNamed(model: string, { namedIds: own }: ModelFamily): boolean {
  if (own?.includes(model) === true) return false;
  const sameNumber = namedIds.filter((id) => digitsOf(id) === digitsOf(model));
  return nearestName(model, sameNumber) !== undefined;
}

function digitsOf(id: string): string {
  return id.replaceAll(/[^0-9]/g, '');
}

/** How many outputs a model gives is the list's to say; one, every model does. @see service document §2.4 */
function countNeeds({ body, count }: ListWords): ListNeed[] {
  const asked = count ?? ownValue(objectOf(body?.output), 'count');
  return asked === undefined || asked === 1 ? [] : [{ of: 'check', what: '--count' }];
}

/**
 * Whether a list that costs nothing would be of use to the checks: for fields by the model's own names, and in a dry run for
 * an id that the document does not spell. Of a request that is sent the service itself says that it has no such model.
 */
export function listWouldTell(
  { body, input, set }: ListWords,
  { isDryRun, model, route }: Pick<Recipient, 'model' | 'route'> & { isDryRun: boolean },
): boolean {
  const family: ModelFamily | undefined = familyOf(model);
  if (!requestRoutes[route].hasModelList || model === '' || !mayBeListed(family)) return false;
  const isFree = body !== undefined || input !== undefined || set.length > 0;
  return isFree || (isDryRun && family?.namedIds?.includes(model) !== true);
}
