import { objectOf, ownValue } from '../../text/json-object.ts';
import { oncePer } from '../../text/once.ts';
import { nodesOf, type SchemaNode, schemasOf } from '../document.ts';

/** The parts of a document that have an address of their own, so that references can lead to them. */
interface Addresses {
  /** By `$id`, both as written and resolved against its surroundings; anchors by the `$id` of their part, `#` and their name. */
  named: ReadonlyMap<string, SchemaNode>;
  /** The part with an `$id` that contains a node; absent for nodes that belong to the root. */
  owners: ReadonlyMap<SchemaNode, SchemaNode>;
  /** Results of earlier lookups, for references in nodes that belong to the root. */
  found: Map<string, Referred>;
}

/** Limit of the nodes that are searched for addresses. In further nodes, references are resolved against the root. */
const nodesMost = 50_000;
/** Keywords that hold a schema or a list of schemas. */
const schemaKeys = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'items', 'prefixItems', 'additionalItems'],
  ...['contains', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
];
/** Keywords that hold schemas by name. */
const namedKeys = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
];

/** The schema that a node's `$ref` leads to, which may be `true` or `false`; undefined where the node has no reference. */
export type Referred = { schema: unknown } | 'nowhere' | undefined;

/**
 * The target of a node's reference: a pointer, an anchor or an `$id` in the node's own document. genctl never fetches other
 * documents. Those and dynamic references, whose target depends on the path taken to them, count as leading `nowhere`.
 */
export function referred(node: SchemaNode, root: SchemaNode): Referred {
  const reference = ownValue(node, '$ref');
  if (typeof reference === 'string') return lookedUp(reference, node, root);
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

function lookedUp(reference: string, node: SchemaNode, root: SchemaNode): Referred {
  const { found, owners } = addressesOf(root);
  const owner = owners.get(node) ?? root;
  if (owner !== root) return lookedUpFrom(owner, reference, root);
  const before = found.get(reference) ?? lookedUpFrom(root, reference, root);
  found.set(reference, before);
  return before;
}

function lookedUpFrom(owner: SchemaNode, reference: string, root: SchemaNode): Referred {
  const { named } = addressesOf(root);
  const [, address = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(reference) ?? [];
  const part = address === '' ? owner : (named.get(resolved(address, idOf(owner))) ?? named.get(address));
  if (part === undefined) return 'nowhere';
  if (fragment === '') return { schema: part };
  if (!fragment.startsWith('/')) {
    const anchored = named.get(`${idOf(part)}#${unescaped(fragment)}`);
    return anchored === undefined ? 'nowhere' : { schema: anchored };
  }
  const found = fragment.slice(1).split('/').map(pointerToken).reduce<unknown>(stepInto, part);
  return found === undefined ? 'nowhere' : { schema: found };
}

function stepInto(at: unknown, token: string): unknown {
  if (Array.isArray(at)) return at[Number(token)];
  return ownValue(objectOf(at), token);
}

const addressesOf = oncePer((root: SchemaNode): Addresses => {
  const named = new Map<string, SchemaNode>([[idOf(root), root]]);
  const owners = new Map<SchemaNode, SchemaNode>();
  const open = holdsAddress(root) ? [{ node: root, owner: root }] : [];
  for (let count = 0; count < nodesMost; count += 1) {
    const next = open.pop();
    if (next === undefined) break;
    const { node } = next;
    const owner = ownerOf(node, next.owner, named);
    if (owner !== root) owners.set(node, owner);
    for (const anchor of anchorsOf(node)) named.set(`${idOf(owner)}#${anchor}`, node);
    for (const inner of nodesInside(node)) open.push({ node: inner, owner });
  }
  return { named, owners, found: new Map<string, Referred>() };
});

const addressKeys: ReadonlySet<string> = new Set(['$id', 'id', '$anchor', '$dynamicAnchor']);

/** Tells whether a document has anything that may be an address. Few documents have, so this quick look mostly saves the thorough one. */
function holdsAddress(root: SchemaNode): boolean {
  const open: object[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const key in next) {
      const value: unknown = (next as SchemaNode)[key];
      if (typeof value === 'object' && value !== null) open.push(value);
      else if (typeof value === 'string' && addressKeys.has(key)) return true;
    }
  }
  return false;
}

/** The schemas directly inside a node. Objects under other keywords may look like schemas but are plain values. */
function nodesInside(node: SchemaNode): SchemaNode[] {
  const own = schemaKeys.map((key) => ownValue(node, key));
  const named = namedKeys.flatMap((key) => schemasOf(node, key).map(([, schema]) => schema));
  return [...own, ...named].flatMap((one) => (Array.isArray(one) ? nodesOf(one) : nodesOf([one])));
}

/** A node with an `$id` is a part of its own: it is filed under that `$id` as written, and resolved against the enclosing part's. */
function ownerOf(node: SchemaNode, owner: SchemaNode, named: Map<string, SchemaNode>): SchemaNode {
  const id = idOf(node);
  if (node === owner || id === '' || id.startsWith('#')) return owner;
  named.set(id, node);
  named.set(resolved(id, idOf(owner)), node);
  return node;
}

/** The anchors of a node, which are names inside its part; drafts 4 to 7 wrote one as an `$id` that begins with `#`. */
function anchorsOf(node: SchemaNode): string[] {
  const old = idOf(node);
  const anchors = [ownValue(node, '$anchor'), ownValue(node, '$dynamicAnchor')];
  return [...anchors, old.startsWith('#') ? old.slice(1) : undefined].filter(
    (anchor) => typeof anchor === 'string',
  );
}

function idOf(node: SchemaNode): string {
  const id = ownValue(node, '$id') ?? ownValue(node, 'id');
  return typeof id === 'string' ? id.replace(/#$/, '') : '';
}

function resolved(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
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
