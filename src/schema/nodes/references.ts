import { objectOf, ownValue } from '../../text/json-object.ts';
import type { SchemaNode } from '../document.ts';

/** The schema that a node's `$ref` leads to, which may be `true` or `false`; undefined where the node has no reference. */
export type Referred = { schema: unknown } | 'nowhere' | undefined;

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
