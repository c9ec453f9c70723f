import { objectOf, ownValue } from '../../rules/json-object.ts';
import {
  alternativesOf,
  openDocument,
  propertiesOf,
  requiredOf,
  resolveNode,
  type SchemaDocument,
  type SchemaNode,
} from './schema-node.ts';
import { typeText, valuesText, valueText } from './schema-values.ts';

/** One parameter of a model, or one kind of a list's parts, as a person reads it. Empty where the schema is silent. */
export interface SchemaField {
  /** The whole way to it: `content[image_url].role`. */
  path: string;
  name: string;
  /** How many fields it stands in. */
  depth: number;
  type: string;
  required: boolean;
  values: string;
  default: string;
  description: string;
}

/** Bounds on a schema that goes round in circles or has no end. */
const depthMost = 6;
const fieldsMost = 300;

/** The parameters of a model, in its schema's order, nested ones after the one they stand in. Never throws. */
export function schemaFields(schema: unknown): SchemaField[] {
  const root = objectOf(schema);
  const fields: SchemaField[] = [];
  if (root === undefined) return fields;
  const document = openDocument(root);
  const node = resolveNode(root, document) ?? root;
  addProperties(node, { document, fields, path: '', depth: 0, without: '' });
  return fields;
}

interface Walk {
  document: SchemaDocument;
  fields: SchemaField[];
  /** Path of the field that holds this level, empty at the top. */
  path: string;
  depth: number;
  /** The property whose value told this kind of part from the others: already said. */
  without: string;
}

function addProperties(node: SchemaNode, walk: Walk): void {
  const required = requiredOf(node);
  for (const [name, schema] of propertiesOf(node)) {
    if (walk.fields.length >= fieldsMost || walk.depth > depthMost) return;
    if (name === walk.without) continue;
    const property = resolveNode(schema, walk.document) ?? {};
    const path = walk.path === '' ? name : `${walk.path}.${name}`;
    walk.fields.push(fieldOf(property, { ...walk, path, name, required: required.includes(name) }));
    addNested(property, { ...walk, path, depth: walk.depth + 1, without: '' });
  }
}

/** What stands inside a property: an object's own properties, or those of each kind of part of a list. */
function addNested(property: SchemaNode, walk: Walk): void {
  const items = resolveNode(ownValue(property, 'items'), walk.document);
  const kinds = alternativesOf(items ?? property, walk.document).filter(
    (kind) => propertiesOf(kind).length > 0,
  );
  const path = items === undefined ? walk.path : `${walk.path}[]`;
  for (const kind of kinds) {
    const label = kinds.length > 1 ? kindLabel(kind, walk.document) : undefined;
    if (label === undefined) {
      addProperties(kind, { ...walk, path });
      continue;
    }
    const kindPath = `${walk.path}[${label.name}]`;
    walk.fields.push(fieldOf(kind, { ...walk, path: kindPath, name: label.name, required: false }));
    addProperties(kind, { ...walk, path: kindPath, depth: walk.depth + 1, without: label.property });
  }
}

/** What tells a kind of part from its siblings: the one value its `type`, or any other property, can have. */
function kindLabel(
  kind: SchemaNode,
  document: SchemaDocument,
): { name: string; property: string } | undefined {
  for (const [property, schema] of propertiesOf(kind)) {
    const node = resolveNode(schema, document) ?? {};
    const values = Object.hasOwn(node, 'const') ? [node.const] : ownValue(node, 'enum');
    if (Array.isArray(values) && values.length === 1 && typeof values[0] === 'string')
      return { name: values[0], property };
  }
  const title = ownValue(kind, 'title');
  return typeof title === 'string' ? { name: title, property: '' } : undefined;
}

function fieldOf(
  node: SchemaNode,
  { document, path, depth, name, required }: Walk & { name: string; required: boolean },
): SchemaField {
  const description = ownValue(node, 'description');
  return {
    path,
    name,
    depth,
    type: typeText(node, document),
    required,
    values: valuesText(node, document),
    default: Object.hasOwn(node, 'default') ? valueText(node.default) : '',
    description: typeof description === 'string' ? description : '',
  };
}
