import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isLinkMember } from '../../schema/link-shape.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';
import type { MediaRole } from '../video-values.ts';
import { mediaFieldNames, onePictureNames } from '../wire/media-fields.ts';

/** A link, or what stands in its place, in a field of a model with a prompt string. */
export interface MediaValue {
  place: JsonPlace;
  url: string;
}

/** The places of the names that fields for media of these roles are known to have, each as it is compared. */
function ranksOf(roles: readonly MediaRole[]): ReadonlyMap<string, number> {
  const key = roles.join();
  const known = ranksByRoles.get(key);
  if (known !== undefined) return known;
  const names = roles.flatMap((role): readonly string[] => mediaFieldNames[role]);
  const ranks = new Map<string, number>();
  for (const name of roles.includes('reference_image') ? [...names, ...onePictureNames] : names) {
    const plain = plainName(name);
    if (!ranks.has(plain)) ranks.set(plain, ranks.size);
  }
  ranksByRoles.set(key, ranks);
  return ranks;
}

/** A manifest asks for the media of every line, of which the names are over a hundred. */
const ranksByRoles = new Map<string, ReadonlyMap<string, number>>();

const allRoles = Object.keys(mediaFieldNames) as MediaRole[];

/** The media in the fields of an input; of all roles unless some are given. Where a field has a list, each of its elements. */
export function mediaValues(
  input: Record<string, unknown>,
  roles: readonly MediaRole[] = allRoles,
): MediaValue[] {
  return fieldsOf(input, ranksOf(roles)).flatMap((name) => {
    const value = ownValue(input, name);
    if (!Array.isArray(value)) return mediaValue(value, [name]);
    return value.flatMap((one, index) => mediaValue(one, [name, index]));
  });
}

/** The fields of an input that have one of these names, in whatever letters. In the order of the names. */
function fieldsOf(input: Record<string, unknown>, ranks: ReadonlyMap<string, number>): string[] {
  return Object.keys(input)
    .map((name) => ({ name, rank: ranks.get(plainName(name)) ?? -1 }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ name }) => name);
}

/** A link as it is, or in an object that holds it. */
function mediaValue(value: unknown, place: JsonPlace): MediaValue[] {
  if (typeof value === 'string' && value !== '') return [{ place, url: value }];
  const members = Object.entries(objectOf(value) ?? {});
  return members.flatMap(([name, url]) =>
    isLinkMember(name) && typeof url === 'string' && url !== '' ? [{ place: [...place, name], url }] : [],
  );
}
