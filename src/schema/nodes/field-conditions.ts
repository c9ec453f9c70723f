import { objectOf, ownValue } from '../../text/json-object.ts';
import { listOf, type SchemaNode } from '../document.ts';
import { firstNames } from '../words.ts';
import { jointNodes, startWalk } from './nodes.ts';

/** Limit of the fields that are named, where there are more. */
const namesMost = 6;

/**
 * Conditions of fields, in words and by the names of the fields: `needs first_frame`, `not with size`. They say what a field needs
 * beside it or excludes. genctl reads only what `dependentRequired` and a `not` of required fields say.
 */
export function fieldConditions(schema: SchemaNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const say = (name: string, words: string): void => {
    found.set(name, [...(found.get(name) ?? []), words]);
  };
  for (const node of jointNodes(schema, startWalk(schema))) {
    for (const [name, needs] of neededBeside(node)) say(name, `needs ${firstNames(needs, namesMost)}`);
    const apart = namesIn(objectOf(ownValue(node, 'not')) ?? {}, 'required');
    if (apart.length < 2) continue;
    for (const name of apart) {
      const others = apart.filter((other) => other !== name);
      say(name, `not with ${firstNames(others, namesMost)}`);
    }
  }
  return found;
}

/** Newer drafts call them `dependentRequired`; draft 7 has them as lists among its `dependencies`. */
function neededBeside(node: SchemaNode): [name: string, needs: string[]][] {
  return ['dependentRequired', 'dependencies'].flatMap((key) => {
    const by = objectOf(ownValue(node, key)) ?? {};
    return Object.keys(by).flatMap((name): [string, string[]][] => {
      const needs = namesIn(by, name);
      return needs.length === 0 ? [] : [[name, needs]];
    });
  });
}

function namesIn(node: SchemaNode, key: string): string[] {
  return listOf(node, key).filter((name) => typeof name === 'string');
}
