import { objectOf, ownValue } from '../text/json-object.ts';
import { listOf, nodesOf, type SchemaDocument, type SchemaNode, schemasOf } from './document.ts';
import { type JsonPlace, placeKey, withoutValueAt, withValueAt } from './json/json-place.ts';
import { leastValue } from './judge/least-value.ts';
import { schemaProblems } from './judge.ts';
import { possibleNodes, propertiesNamed, startWalk } from './nodes/nodes.ts';
import type { SchemaProblem } from './problem.ts';

/** More problems than any real schema finds one after another. */
const mendsMost = 40;
/** How many schemas are tried for the place of one problem. */
const triedMost = 6;

interface Judged {
  value: unknown;
  problems: readonly SchemaProblem[];
}

/**
 * A value with what the judge finds wrong with it mended, one problem after another. Conditions can only be met so: which of
 * them hold depends on the whole value. An empty text is for a person to fill in, and no problem. A problem that nothing mends
 * stays.
 *
 * @param without members of the whole value that are never added.
 */
export function mendedValue(value: unknown, document: SchemaDocument, without: readonly string[]): unknown {
  const judged = (tried: unknown): Judged => {
    const found = schemaProblems(tried, document.root, document);
    return { value: tried, problems: found.filter((one) => !isForPerson(one) && !isLeftOut(one, without)) };
  };
  const seen = new Set<string>();
  let [current, best] = [judged(value), judged(value)];
  for (let count = 0; count < mendsMost; count += 1) {
    const problem = current.problems.find((one) => !seen.has(keyOf(one)));
    if (problem === undefined) break;
    seen.add(keyOf(problem));
    const tried = triesFor(problem, document).map((change) => judged(change(current.value)));
    const mended = tried.filter(({ problems }) => !problems.some((one) => keyOf(one) === keyOf(problem)));
    current = mended.reduce((least, one) => (isBetter(one, least) ? one : least), mended[0] ?? current);
    if (isBetter(current, best)) best = current;
  }
  return best.value;
}

function isBetter(one: Judged, other: Judged): boolean {
  return one.problems.length < other.problems.length;
}

function isForPerson({ allowed, rule, value }: SchemaProblem): boolean {
  return rule === 'schema-value' && value === '' && allowed === undefined;
}

function isLeftOut({ place: [name, ...rest] }: SchemaProblem, without: readonly string[]): boolean {
  return rest.length === 0 && without.includes(String(name));
}

function keyOf({ place, rule, takes }: SchemaProblem): string {
  return placeKey([rule, takes, ...place]);
}

/** Tries that may mend a problem: the least values by the schemas of its place, and the values that the problem names. */
function triesFor(problem: SchemaProblem, document: SchemaDocument): ((value: unknown) => unknown)[] {
  const { allowed = [], place, range, rule, types = [] } = problem;
  if (rule === 'schema-unknown-field') return [(value) => withoutValueAt(value, place)];
  const schemas = schemasAt(place, document);
  const values = [
    ...[{ allOf: schemas }, ...schemas.slice(0, triedMost)].map((schema) => leastValue(schema, document)),
    ...[allowed[0], range?.least, range?.most],
    ...types.map((type) => leastValue({ type }, document)),
  ];
  return values
    .filter((one) => one !== undefined)
    .map((one) => (value: unknown) => withValueAt(value, place, one));
}

/** Every schema that may describe what stands at a place, whichever alternatives and conditions hold. */
function schemasAt(place: JsonPlace, { root }: SchemaDocument): readonly SchemaNode[] {
  const walk = startWalk(root);
  return place.reduce<readonly SchemaNode[]>(
    (nodes, step) =>
      membersNamed(
        nodes.flatMap((one) => possibleNodes(one, walk)),
        step,
      ),
    [root],
  );
}

function membersNamed(nodes: readonly SchemaNode[], step: string | number): SchemaNode[] {
  if (typeof step === 'number')
    return nodes.flatMap((node) => {
      const first = [...listOf(node, 'items'), ...listOf(node, 'prefixItems')][step];
      return nodesOf([first, ownValue(node, 'items')]);
    });
  const named = propertiesNamed(nodes, step);
  if (named.length > 0) return named;
  return nodes.flatMap((node) => {
    const patterned = schemasOf(node, 'patternProperties').map(([, schema]) => schema);
    return nodesOf([...patterned, objectOf(ownValue(node, 'additionalProperties'))]);
  });
}
