import { objectOf, ownValue } from './json-object.ts';

/** A node of a schema document: any object; whatever else stands there says nothing. */
export type SchemaNode = Record<string, unknown>;

/** A schema document on its walk. Steps and depth end, so that no schema, however it loops, can hold us up. */
export interface SchemaWalk {
  root: SchemaNode;
  stepsLeft: number;
  /** How many values and alternatives we are inside of. */
  depth: number;
}

/** More than any honest schema needs for any honest input. */
const stepsMost = 20_000;

export function startWalk(root: SchemaNode): SchemaWalk {
  return { root, stepsLeft: stepsMost, depth: 0 };
}

/** Whether one more step may be taken; takes it. */
export function takeStep(walk: SchemaWalk): boolean {
  walk.stepsLeft -= 1;
  return walk.stepsLeft >= 0;
}

/** The node that a local `$ref` names, or undefined for one that is foreign, broken or absent. */
export function referredNode(node: SchemaNode, { root }: SchemaWalk): SchemaNode | undefined {
  const reference = ownValue(node, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  return objectOf(
    reference
      .slice(2)
      .split('/')
      .map(pointerToken)
      .reduce<unknown>(
        (at, token) => (Array.isArray(at) ? at[Number(token)] : ownValue(objectOf(at), token)),
        root,
      ),
  );
}

/** The nodes that hold together with this one: itself, what it refers to, and all of `allOf`. */
export function jointNodes(node: SchemaNode, walk: SchemaWalk): SchemaNode[] {
  const found = new Set<SchemaNode>();
  const open = [node];
  for (let next = open.pop(); next !== undefined && takeStep(walk); next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const referred = referredNode(next, walk);
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
      open.push(...nodesOf(['then', 'else'].map((keyword) => ownValue(joint, keyword))));
    }
  }
  return [...found];
}

/** The nodes that describe a named property of an object that `node` describes. */
export function propertyNodes(node: SchemaNode, name: string, walk: SchemaWalk): SchemaNode[] {
  return possibleNodes(node, walk).flatMap((one) =>
    nodesOf([ownValue(objectOf(ownValue(one, 'properties')), name)]),
  );
}

/** Every property that a schema names anywhere for the object it describes. */
export function propertyNames(node: SchemaNode, walk: SchemaWalk): string[] {
  const names = possibleNodes(node, walk).flatMap((one) =>
    Object.keys(objectOf(ownValue(one, 'properties')) ?? {}),
  );
  return [...new Set(names)];
}

/** The objects of a list; a list that is none, and elements that are none, say nothing. */
export function nodesOf(value: unknown): SchemaNode[] {
  return Array.isArray(value) ? value.map(objectOf).filter((node) => node !== undefined) : [];
}

function pointerToken(text: string): string {
  return unescaped(text).replaceAll('~1', '/').replaceAll('~0', '~');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
