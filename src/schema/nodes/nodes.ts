import { objectOf, ownValue } from '../../text/json-object.ts';
import { nodesOf, type SchemaNode } from '../document.ts';

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

/** The schema that a node's `$ref` leads to, which may be `true` or `false`; undefined where the node has no reference. */
type Referred = { schema: unknown } | 'nowhere' | undefined;

/**
 * The target of a node's reference: a pointer into the node's own document. genctl never fetches other documents. Those, anchors
 * and dynamic references, whose target depends on the path taken to them, count as leading `nowhere`.
 */
export function referred(node: SchemaNode, root: SchemaNode): Referred {
  const reference = ownValue(node, '$ref');
  if (typeof reference === 'string') return pointedAt(reference, root);
  const recursive = ['$recursiveRef', '$dynamicRef'].some((key) => Object.hasOwn(node, key));
  return recursive ? 'nowhere' : undefined;
}

/** The node that a reference leads to; undefined without a reference, or where it leads to something else than a node. */
export function referredNode(node: SchemaNode, root: SchemaNode): SchemaNode | undefined {
  const found = referred(node, root);
  return typeof found === 'object' ? objectOf(found.schema) : undefined;
}

/** Tells whether a node's reference is all that counts: up to draft 7, other keywords beside a reference are ignored. */
export function isReferenceAlone(node: SchemaNode, root: SchemaNode): boolean {
  const draft = ownValue(root, '$schema');
  return Object.hasOwn(node, '$ref') && typeof draft === 'string' && /draft-0[3467]/.test(draft);
}

/** A reference may name its own document by its `$id`. */
function pointedAt(reference: string, root: SchemaNode): Referred {
  const [address, fragment = ''] = reference.split('#', 2);
  const [first, ...tokens] = fragment.split('/').map(pointerToken);
  if (first !== '' || (address !== '' && address !== ownValue(root, '$id'))) return 'nowhere';
  const found = tokens.reduce<unknown>(stepInto, root);
  return found === undefined ? 'nowhere' : { schema: found };
}

function stepInto(at: unknown, token: string): unknown {
  if (Array.isArray(at)) return at[Number(token)];
  return ownValue(objectOf(at), token);
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
