import { objectOf, ownValue } from '../../text/json-object.ts';
import { listOf, type SchemaNode } from '../document.ts';
import { firstNames } from '../words.ts';
import { jointNodes, startWalk } from './nodes.ts';

/** Of more fields than this only some are named. */
const namesMost = 6;

/**
 * What a schema says that a field needs beside it, or does not stand beside, in words: `needs first_frame`, `not with size`. By
 * the name of the field. Only what `dependentRequired` and a `not` of required fields say is read.
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
