import { type LinkParameter, linkParts, signatureNames } from '../rules/signed-links.ts';

/** So many parameters are named; the others are counted. */
const namedMost = 5;

/** A name that a person gave, and no secret that stands alone in a query. */
const plainName = /^[\w.~-]{1,40}$/;

/**
 * The change from one link to another, in words that tell no value of them: `without token, with another versionId`. Parameters of a
 * whole signature are named only where nothing else differs. Undefined for texts of which one is no link.
 */
export function linkChange(before: unknown, after: unknown): string | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  const [first, second] = [linkParts(before), linkParts(after)];
  if (first === undefined || second === undefined) return undefined;
  const signature = new Set([...signatureNames(first.parameters), ...signatureNames(second.parameters)]);
  const isOwn = ({ name }: LinkParameter): boolean => !signature.has(name);
  const words =
    parameterChange(first.parameters.filter(isOwn), second.parameters.filter(isOwn)) ??
    (first.head === second.head && first.fragment === second.fragment
      ? parameterChange(first.parameters, second.parameters)
      : undefined);
  if (words !== undefined) return words;
  if (first.head !== second.head) return 'at another address';
  return first.fragment === second.fragment
    ? 'with its parameters in another order'
    : 'with another fragment';
}

function parameterChange(
  before: readonly LinkParameter[],
  after: readonly LinkParameter[],
): string | undefined {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const words = [
    ...listed(
      'without',
      names.filter((name) => !now.has(name)),
    ),
    ...listed(
      'with a new',
      names.filter((name) => !old.has(name)),
    ),
    ...listed(
      'with another',
      names.filter((name) => old.has(name) && now.has(name) && old.get(name) !== now.get(name)),
    ),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

/** The values of a query by their names. Several of one name count together. */
function valuesOf(parameters: readonly LinkParameter[]): ReadonlyMap<string, string> {
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
