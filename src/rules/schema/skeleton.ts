import { countFieldNames } from '../../contract/field-names.ts';
import type { ModelEntry } from '../../contract/model.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import { promptShapeOf } from '../request/recipient.ts';
import { impliedType, listOf, type SchemaDocument, type SchemaNode, typesOf } from './document.ts';
import { fitsSchema, schemaProblems } from './judge.ts';
import { listedValues, numberOf } from './limits.ts';
import { membersInOrder } from './members.ts';
import { alternativesOf, plainNode } from './plain-node.ts';

/** A value that requires itself inside has no smallest form, so nesting is cut at this depth. */
const depthMost = 8;
/** More conditions than any real schema has one after another. */
const conditionsMost = 40;

/**
 * A minimal input of a model, for a person to fill in: its required fields, each with its default, its first listed value, or an
 * empty value of its type. Of several alternatives it follows the first. Without a schema it is an empty prompt in the shape
 * that the model's family takes.
 * @see service document §2.5, §2.6
 */
export function inputSkeleton({ id, inputSchema }: ModelEntry): Record<string, unknown> {
  const shape = promptShapeOf(id, inputSchema);
  if (inputSchema === undefined) return shape === 'content' ? { content: [emptyText] } : { prompt: '' };
  const document = { root: inputSchema };
  const least = objectOf(leastObject(plainNode(inputSchema, document), document, 0)) ?? {};
  const whole = withConditions(least, document);
  const isBareList = shape === 'content' && Array.isArray(whole.content) && whole.content.length === 0;
  return isBareList ? { ...whole, content: [emptyText] } : whole;
}

const emptyText = { type: 'text', text: '' };

/** Adds the members that conditions require, given the members that are there already. */
function withConditions(least: Record<string, unknown>, document: SchemaDocument): Record<string, unknown> {
  const whole = { ...least };
  const members = new Map(
    membersInOrder(plainNode(document.root, document), document).map(({ name, schema }) => [name, schema]),
  );
  for (let count = 0; count < conditionsMost; count += 1) {
    const missing = schemaProblems(whole, document.root, document).find(
      ({ rule, place }) =>
        rule === 'schema-required' && place.length === 1 && !countFieldNames.includes(String(place[0])),
    );
    if (missing === undefined) return whole;
    const name = String(missing.place[0]);
    whole[name] = leastValue(members.get(name), document, 1);
  }
  return whole;
}

/** The smallest value that a schema takes; an empty one where only a person can know it. */
function leastValue(schema: unknown, document: SchemaDocument, depth: number): unknown {
  const node = plainNode(schema, document);
  const given = [ownValue(node, 'default'), ...(listedValues(node) ?? [])].find(
    (value) => value !== undefined && value !== null && fitsSchema(value, schema, document),
  );
  if (given !== undefined) return given;
  const [kind] = alternativesOf(node);
  if (kind !== undefined && !Object.hasOwn(node, 'properties'))
    return leastValue(withRest(node, kind), document, depth + 1);
  const type = typesOf(node).find((one) => one !== 'null') ?? impliedType(node);
  switch (type) {
    case 'object':
      return depth > depthMost ? {} : leastObject(node, document, depth);
    case 'array':
      return leastList(node, document, depth);
    case 'integer':
    case 'number':
      return leastNumber(node, document);
    case 'boolean':
      return !fitsSchema(false, schema, document);
    case 'null':
      return null;
    default:
      return '';
  }
}

function leastObject(node: SchemaNode, document: SchemaDocument, depth: number): Record<string, unknown> {
  const [kind] = alternativesOf(node);
  const whole = kind === undefined ? node : plainNode(withRest(node, kind), document);
  return Object.fromEntries(
    membersInOrder(whole, document)
      .filter(({ name, required }) => required && !(depth === 0 && countFieldNames.includes(name)))
      .map(({ name, schema }) => [name, leastValue(schema, document, depth + 1)]),
  );
}

/** An alternative merged with the keywords that stand beside the alternatives. */
function withRest(node: SchemaNode, kind: unknown): SchemaNode {
  const { anyOf: _, oneOf: __, default: ___, ...rest } = node;
  return { allOf: [rest, kind] };
}

function leastList(node: SchemaNode, document: SchemaDocument, depth: number): unknown[] {
  const least = Math.min(numberOf(node, 'minItems') ?? 0, 16);
  const items = ownValue(node, 'items');
  const first = Array.isArray(items) ? (items as unknown[]) : listOf(node, 'prefixItems');
  const values = listedValues(plainNode(items, document)) ?? [];
  return Array.from({ length: depth > depthMost ? 0 : least }, (_, index) => {
    if (ownValue(node, 'uniqueItems') === true && index < values.length) return values[index];
    return leastValue(index < first.length ? first[index] : items, document, depth + 1);
  });
}

function leastNumber(node: SchemaNode, document: SchemaDocument): number {
  const step = numberOf(node, 'multipleOf') ?? 1;
  const [least, over] = [numberOf(node, 'minimum'), numberOf(node, 'exclusiveMinimum')];
  const from = least ?? over;
  const candidates = [
    least,
    ...(from === undefined
      ? [0, step]
      : [Math.ceil(from / step) * step, (Math.floor(from / step) + 1) * step]),
    over === undefined ? undefined : over + step / 2,
    numberOf(node, 'maximum'),
  ];
  return candidates.find((value) => value !== undefined && fitsSchema(value, node, document)) ?? 0;
}
