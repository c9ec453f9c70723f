import { objectOf, ownValue } from '../../text/json-object.ts';
import { nodesOf, type SchemaNode } from '../document.ts';
import { referredNode } from './references.ts';

/** A walk through a schema document. Its steps are limited, so that a schema with loops can't hold us up. */
export interface SchemaWalk {
  root: SchemaNode;
  stepsLeft: number;
}

/** More than any schema needs that was not made to hold us up. */
const stepsMost = 20_000;

export function startWalk(root: SchemaNode, steps = stepsMost): SchemaWalk {
  return { root, stepsLeft: steps };
}

/** Takes a step; false where none is left. */
export function takeStep(walk: SchemaWalk): boolean {
  walk.stepsLeft -= 1;
  return walk.stepsLeft >= 0;
}

/** The nodes that apply wherever this one does: itself, what it refers to, and all of `allOf`. */
export function jointNodes(node: SchemaNode, walk: SchemaWalk): SchemaNode[] {
  const found = new Set<SchemaNode>();
  const open = [node];
  for (let next = open.pop(); next !== undefined && takeStep(walk); next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const referred = referredNode(next, walk.root);
    open.push(...nodesOf(ownValue(next, 'allOf')).reverse(), ...(referred === undefined ? [] : [referred]));
  }
  return [...found];
}

/** Every node that may apply to the same value: the joint nodes, and those of all alternatives and conditions, however deep. */
export function possibleNodes(node: SchemaNode, walk: SchemaWalk): SchemaNode[] {
  const found = new Set<SchemaNode>();
  const open = [node];
  for (let next = open.pop(); next !== undefined && takeStep(walk); next = open.pop()) {
    for (const joint of jointNodes(next, walk)) {
      if (found.has(joint)) continue;
      found.add(joint);
      for (const keyword of ['anyOf', 'oneOf']) open.push(...nodesOf(ownValue(joint, keyword)));
      open.push(...conditionalNodes(joint));
    }
  }
  return [...found];
}

/** The nodes that apply under some condition: `then`, `else` and dependent schemas. */
export function conditionalNodes(node: SchemaNode): SchemaNode[] {
  const branches = nodesOf(['then', 'else'].map((keyword) => ownValue(node, keyword)));
  const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    nodesOf(Object.values(objectOf(ownValue(node, keyword)) ?? {})),
  );
  return [...branches, ...dependent];
}

/** Schemas that nodes give a property of that name, each as it is written, without its references followed. */
export function propertiesNamed(nodes: readonly SchemaNode[], name: string): SchemaNode[] {
  return nodesOf(nodes.map((one) => ownValue(objectOf(ownValue(one, 'properties')), name)));
}
