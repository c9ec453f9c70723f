import { UsageError } from '../../errors/endings.ts';
import { genctl, hintAnd, say } from '../../errors/hint.ts';
import { type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { partTypeOfRole } from '../../service/body/media-part.ts';
import { familyOf } from '../../service/families/index.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { flagOfRole, type MediaInput, type RequestWords } from '../../service/request-words.ts';
import { mediaFieldNames, onePictureNames } from '../../service/wire/media-fields.ts';
import { type MediaRole, mediaRoles } from '../../service/wire-values.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';

/** A part of an earlier request that is not whole, and the flag that supplies it; undefined where none does. */
export interface LackingPart {
  /** Its path in the body. */
  where: string;
  /** Facts known of it, which are safe to show. */
  known: string;
  flag: string | undefined;
  /** The value to write after the flag. After `--set` it begins with the name of a field of the body, unchanged. */
  value: string;
}

/** The flag that supplies a part, and for media the roles that fit its place, the likeliest first. */
interface Supply {
  flag: string;
  value: string;
  roles: readonly MediaRole[];
  isGiven(words: RequestWords): boolean;
}

/**
 * Fills what is lacking in a request from the flags. Media go to the places of the missing ones, so that the prompt calls them
 * by the same numbers. `left` is what no flag supplied.
 */
export function suppliedWords(
  body: Record<string, unknown>,
  lacking: readonly JsonPlace[],
  { words, route }: { words: RequestWords; route: RequestRoute },
): { words: RequestWords; left: LackingPart[] } {
  const { isFlat } = requestRoutes[route];
  const media: MediaInput[] = [...words.media];
  const left = lacking.flatMap((place) => {
    const inner = isFlat ? place : place[0] === 'input' ? place.slice(1) : undefined;
    if (inner !== undefined && isReplaced(inner, words, isFlat)) return [];
    const supply = inner === undefined ? supplyOfEnvelope(place) : supplyOf(inner, body, isFlat);
    if (supply?.isGiven(words) === true) return [];
    const index = media.findIndex(
      ({ role, at }) => at === undefined && supply?.roles.includes(role) === true,
    );
    const given = media[index];
    if (given !== undefined) {
      media[index] = { ...given, at: inner };
      return [];
    }
    const known = String(valueAt(body, place));
    return [{ where: jsonPath(place), known, flag: supply?.flag, value: supply?.value ?? '' }];
  });
  return { words: { ...words, media }, left };
}

/** Tells whether `--input` replaces a place of the body: on v2 the whole input, on v1 the fields that it names. */
function isReplaced([name]: JsonPlace, { input }: RequestWords, isFlat: boolean): boolean {
  return input !== undefined && (!isFlat || Object.hasOwn(input, String(name)));
}

function supplyOfEnvelope(place: JsonPlace): Supply | undefined {
  if (jsonPath(place) !== 'callback_url') return undefined;
  return {
    flag: '--callback-url',
    value: 'URL',
    roles: [],
    isGiven: ({ callbackUrl }) => callbackUrl !== undefined,
  };
}

function supplyOf(place: JsonPlace, body: Record<string, unknown>, isFlat: boolean): Supply | undefined {
  const [name, index] = place;
  const parameters = isFlat ? body : objectOf(body.input);
  const part = name === 'content' ? objectOf(valueAt(parameters, ['content', index ?? ''])) : undefined;
  if (name === 'prompt' || part?.type === 'text')
    return { flag: '--prompt', value: 'TEXT', roles: [], isGiven: ({ prompt }) => prompt !== undefined };
  const roles = part === undefined ? rolesOfField(String(name), body.model) : rolesOfPart(part);
  const [likeliest] = roles;
  if (likeliest !== undefined)
    return { flag: flagOfRole[likeliest], value: 'LINK-OR-FILE', roles, isGiven: () => false };
  if (name === 'content' || name === undefined) return undefined;
  const isSet = ({ set, options }: RequestWords) =>
    set.some(([one]) => one === name) || ownValue(options, String(name)) !== undefined;
  return { flag: '--set', value: `${name}=VALUE`, roles: [], isGiven: isSet };
}

/** The role that a part names, else any that its type can have. @see service document §2.7 */
function rolesOfPart(part: Record<string, unknown>): MediaRole[] {
  const ofType = mediaRoles.filter((role) => partTypeOfRole[role] === part.type);
  return ofType.includes(part.role as MediaRole) ? [part.role as MediaRole] : ofType;
}

/** Roles whose media a field of that name may hold, in a model with a prompt string. */
function rolesOfField(name: string, model: unknown): MediaRole[] {
  if (typeof model !== 'string' || familyOf(model)?.promptShape === 'content') return [];
  const holds = (role: MediaRole): boolean => {
    const names = [...mediaFieldNames[role], ...(role === 'reference_image' ? onePictureNames : [])];
    return names.some((one) => plainName(one) === plainName(name));
  };
  // A field that takes a frame as well as a picture is more often asked for as a picture.
  return mediaRoles
    .filter(holds)
    .toSorted((one, other) => Number(other === 'reference_image') - Number(one === 'reference_image'));
}

/** The longest rest of a part that is shown; a prompt may be longer. Unit: characters. */
const knownMost = 160;

/** The error for a sidecar that is not enough to make its request again. `job` is the word that named it. */
export function lacksParts(job: string, left: readonly LackingPart[]): UsageError {
  const parts = left.map(({ where, known }) => {
    return known.length > knownMost ? where : `${where} (${known})`;
  });
  const flags = left.flatMap(({ flag, value }) => (flag === undefined ? [] : [flag, value]));
  const noFlag = left.find(({ flag }) => flag === undefined);
  const rest = noFlag && say`for ${noFlag.where}, which no flag sets: ${genctl`submit --body @FILE`}`;
  const again = flags.length === 0 ? undefined : genctl`rerun ${job} ${flags}`;
  return new UsageError({
    code: 'sidecar_lacks',
    message: `${job} lacks ${left.length === 1 ? 'a part' : `${left.length} parts`} of its request`,
    why: `The JSON beside a download leaves out secrets and pictures, and the ledger here does not have these: ${parts.join('; ')}. Nothing was sent.`,
    hint: rest === undefined ? again : hintAnd(again, '; ', rest),
  });
}
