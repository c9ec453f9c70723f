import { objectOf, ownValue } from '../json/json-object.ts';
import { nodesOf, type SchemaNode } from './document.ts';
import { referredNode } from './references.ts';

/** A schema document on its walk. Steps end, so that no schema, however it loops, can hold us up. */
export interface SchemaWalk {
  root: SchemaNode;
  stepsLeft: number;
}

/** More than any honest schema needs for any honest input. */
const stepsMost = 20_000;

export function startWalk(root: SchemaNode, steps = stepsMost): SchemaWalk {
  return { root, stepsLeft: steps };
}

/** Whether one more step may be taken; takes it. */
export function takeStep(walk: SchemaWalk): boolean {
  walk.stepsLeft -= 1;
  return walk.stepsLeft >= 0;
}

/** The nodes that hold together with this one: itself, what it refers to, and all of `allOf`. */
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

/** Every node that may speak for the same value: the joint nodes and all alternatives, however deep. */
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

/** What a node says of a value under a condition, whichever it is. */
export function conditionalNodes(node: SchemaNode): SchemaNode[] {
  const branches = nodesOf(['then', 'else'].map((keyword) => ownValue(node, keyword)));
  const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    nodesOf(Object.values(objectOf(ownValue(node, keyword)) ?? {})),
  );
  return [...branches, ...dependent];
}

/** The nodes that describe a named property of an object that `node` describes. */
export function propertyNodes(node: SchemaNode, name: string, walk: SchemaWalk): SchemaNode[] {
  return possibleNodes(node, walk).flatMap((one) =>
    nodesOf([ownValue(objectOf(ownValue(one, 'properties')), name)]),
  );
}
