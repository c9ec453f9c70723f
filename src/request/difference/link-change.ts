import { type LinkParts, linkParts, unsignedLink } from '../rules/signed-links.ts';

/** So many parameters are named; the others are counted. */
const namedMost = 5;

/** A name that a person gave, and no secret that stands alone in a query. */
const plainName = /^[\w.~-]{1,40}$/;

/**
 * The change from one link to another, in words that tell no value of them: `with another versionId, without token`. Signatures that
 * are whole do not count. Undefined for texts of which one is no link.
 */
export function linkChange(before: unknown, after: unknown): string | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  const [first, second] = [linkParts(unsignedLink(before)), linkParts(unsignedLink(after))];
  if (first === undefined || second === undefined) return undefined;
  const [old, now] = [valuesOf(first), valuesOf(second)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const isApart = (name: string): boolean => old.get(name) !== now.get(name);
  const words = [
    ...listed(
      'with another',
      names.filter((name) => old.has(name) && now.has(name) && isApart(name)),
    ),
    ...listed(
      'with a new',
      names.filter((name) => !old.has(name)),
    ),
    ...listed(
      'without',
      names.filter((name) => !now.has(name)),
    ),
  ];
  if (words.length > 0) return words.join(', ');
  if (first.head !== second.head) return 'with another spelling of its address';
  return first.fragment === second.fragment
    ? 'with its parameters in another order'
    : 'with another fragment';
}

/** What a query has for each name. Several of one name count together. */
function valuesOf({ parameters }: LinkParts): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { text } of parameters) {
    const name = text.replace(/=.*/s, '');
    values.set(name, `${values.get(name) ?? ''}&${text}`);
  }
  return values;
}

function listed(words: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const plain = names.filter((name) => plainName.test(name));
  const shown = plain.slice(0, namedMost);
  const others = names.length - shown.length;
  const rest = others === 0 ? [] : [others === 1 ? 'parameter' : `${others} parameters`];
  const more = rest.map((text) => (shown.length === 0 ? text : `${others} more`));
  return [`${words} ${[...shown, ...more].join(' and ')}`];
}
