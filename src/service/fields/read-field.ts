import { impliedType, listOf, type SchemaDocument, type SchemaNode, typesOf } from '../../schema/document.ts';
import { fitsSchema } from '../../schema/judge.ts';
import { listedValues, numberOf } from '../../schema/limits.ts';
import { linkMedium } from '../../schema/link-shape.ts';
import { type Member, membersOf } from '../../schema/nodes/members.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { countText, firstNames, formatText, rangeText, typeWords, valuesText } from '../../schema/words.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { promptShapeOf } from '../body/recipient.ts';
import type { Field, FieldShape } from './field.ts';
import { partChoices } from './part-choices.ts';

/** The document and model that a member belongs to. */
export interface FieldSetting {
  document: SchemaDocument;
  model: string;
  /** True if it is a member of the input itself, not of an object inside it. */
  isTop: boolean;
}

/** A field with more alternatives or values than these is written as JSON: nobody would find one in a menu so long. */
const optionsMost = 100;
const choicesMost = 100_000;
/** A label names at most so many required fields of an alternative. */
const namesMost = 6;

/** Reads from a member's schema how to ask for it. Never throws, whatever the schema is. */
export function readField(member: Member, setting: FieldSetting): Field {
  const { document } = setting;
  const node = plainNode(member.schema, document);
  const shape = shapeOf(member, node, setting);
  const description = ownValue(node, 'description') ?? ownValue(node, 'title');
  const field = {
    ...member,
    document,
    shape,
    nullable: ownValue(node, 'nullable') === true,
    default: ownValue(node, 'default'),
    examples: examplesOf(node, { document, schema: member.schema }),
    says: typeof description === 'string' ? description : '',
    takes: takesOf(node, shape),
  };
  return { ...field, preset: presetOf(field) };
}

function shapeOf(member: Member, node: SchemaNode, setting: FieldSetting): FieldShape {
  const { document, model, isTop } = setting;
  const values = listedValues(node);
  if (values !== undefined)
    return values.length > 0 && values.length <= choicesMost ? { kind: 'choice', values } : { kind: 'json' };
  const [least, most] = [
    numberOf(node, 'minItems') ?? 0,
    numberOf(node, 'maxItems') ?? Number.POSITIVE_INFINITY,
  ];
  if (isTop && member.name === 'content' && promptShapeOf(model, document.root) === 'content')
    return { kind: 'content', parts: partChoices(ownValue(node, 'items'), document, model), least, most };
  const alternatives = alternativesOf(node);
  if (alternatives.length > 0) return alternativeShape(alternatives, node, document);
  const types = typesOf(node);
  if (types.length > 1) return severalTypes(types, node);
  switch (types[0] ?? impliedType(node)) {
    case 'boolean':
      return { kind: 'confirm' };
    case 'integer':
    case 'number':
      return isBetween(node, 'minimum', 'maximum') ? { kind: 'number' } : { kind: 'json' };
    case 'string':
      return isBetween(node, 'minLength', 'maxLength') ? textShape(member.name, node) : { kind: 'json' };
    case 'object': {
      const members = membersOf(node, document);
      return members.length === 0 ? { kind: 'json' } : { kind: 'object', members };
    }
    case 'array':
      return isListed(node) ? { kind: 'list', item: node.items, least, most } : { kind: 'json' };
    default:
      return { kind: 'json' };
  }
}

/**
 * Tells whether a value can lie between two limits. If none can, the field is written as JSON, which is accepted although it does
 * not fit.
 */
function isBetween(node: SchemaNode, least: string, most: string): boolean {
  return (
    (numberOf(node, least) ?? Number.NEGATIVE_INFINITY) <= (numberOf(node, most) ?? Number.POSITIVE_INFINITY)
  );
}

function textShape(name: string, node: SchemaNode): FieldShape {
  const medium = linkMedium(name, node);
  return medium === 'no' ? { kind: 'text' } : { kind: 'link', medium };
}

/** Alternatives that are all numbers, such as a range and a -1, are asked for as one number; others become a menu. */
function alternativeShape(
  alternatives: readonly unknown[],
  node: SchemaNode,
  document: SchemaDocument,
): FieldShape {
  const { anyOf: _, oneOf: __, ...own } = node;
  const plain = alternatives.map((one) => plainNode(one, document));
  if (plain.every(isNumber)) return { kind: 'number' };
  const listed = plain.map(listedValues);
  if (listed.every((values) => values !== undefined)) return { kind: 'choice', values: listed.flat() };
  const isObject = plain.every((one) => (typesOf(one)[0] ?? impliedType(one)) === 'object' || isEmpty(one));
  // These alternatives only say which members are required; the members themselves stand beside them.
  if (isObject && Object.hasOwn(own, 'properties') && plain.every((one) => !Object.hasOwn(one, 'properties')))
    return { kind: 'object', members: membersOf(own, document) };
  if (alternatives.length > optionsMost) return { kind: 'json' };
  const options = alternatives.map((one, index) => ({
    label: optionLabel(plain[index] ?? {}, document),
    schema: isObject && Object.keys(own).length > 0 ? { allOf: [asWritten(own), one] } : one,
  }));
  return { kind: 'variant', options };
}

/** The node without keywords about the value as a whole, so that an option is not offered another option's default. */
function asWritten({
  default: _,
  description: __,
  title: ___,
  nullable: ____,
  ...node
}: SchemaNode): SchemaNode {
  return node;
}

function severalTypes(types: readonly string[], node: SchemaNode): FieldShape {
  if (types.every((type) => type === 'integer' || type === 'number')) return { kind: 'number' };
  const options = types.map((type) => ({ label: wordsOfType(type), schema: { ...node, type } }));
  return { kind: 'variant', options };
}

/** The words for each type in a question. */
const askedWords: Readonly<Record<string, string>> = {
  ...typeWords,
  boolean: 'yes or no',
  object: 'several fields',
};

function wordsOfType(type: string): string {
  return (Object.hasOwn(askedWords, type) ? askedWords[type] : undefined) ?? type;
}

/** The label that tells an alternative from the others: its title, its values, the single value of a member, or its type. */
function optionLabel(node: SchemaNode, document: SchemaDocument): string {
  const { title } = node;
  if (typeof title === 'string') return title;
  const values = listedValues(node);
  if (values !== undefined) return valuesText(values);
  for (const { schema } of membersOf(node, document)) {
    const own = listedValues(plainNode(schema, document));
    if (own?.length === 1) return String(own[0]);
  }
  const type = typesOf(node)[0] ?? impliedType(node) ?? 'anything, as JSON';
  const names = membersOf(node, document).flatMap(({ name, required }) => (required ? [name] : []));
  const needs = names.length === 0 ? '' : ` with ${firstNames(names, namesMost)}`;
  const range = rangeText(node);
  return `${wordsOfType(type)}${needs}${range === '' ? '' : `, ${range}`}`;
}

function isNumber(node: SchemaNode): boolean {
  const values = listedValues(node);
  if (values !== undefined) return values.every((value) => typeof value === 'number');
  return ['integer', 'number'].includes(typesOf(node)[0] ?? '') && typesOf(node).length === 1;
}

function isEmpty(node: SchemaNode): boolean {
  return Object.keys(node).every((key) => key === 'required' || key === 'title' || key === 'description');
}

/** A list whose elements are all of one schema. */
function isListed(node: SchemaNode): boolean {
  return (
    Object.hasOwn(node, 'items') && !Array.isArray(node.items) && listOf(node, 'prefixItems').length === 0
  );
}

function takesOf(node: SchemaNode, shape: FieldShape): string {
  if (shape.kind === 'number') return numberText(node);
  if (shape.kind === 'list' || shape.kind === 'content')
    return countText(numberOf(node, 'minItems'), numberOf(node, 'maxItems'), 'item');
  if (shape.kind !== 'text') return '';
  const format = ownValue(node, 'format');
  const parts = [
    typeof format === 'string' ? formatText(format) : '',
    countText(numberOf(node, 'minLength'), numberOf(node, 'maxLength'), 'character'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function numberText(node: SchemaNode): string {
  const parts = [node, ...alternativesOf(node)].map((one) => {
    const alternative = objectOf(one) ?? {};
    const listed = listedValues(alternative);
    return listed === undefined ? rangeText(alternative) : valuesText(listed);
  });
  const step = numberOf(node, 'multipleOf');
  const words = [...new Set(parts)].filter((part) => part !== '').join(' or ');
  return step === undefined || step === 1 ? words : `${words === '' ? '' : `${words}, `}multiples of ${step}`;
}

/** The default, if its schema allows it. Examples and other possible values are never preset: nobody asked for them. */
function presetOf(field: Omit<Field, 'preset'>): unknown {
  const { shape, default: usual } = field;
  if (usual === undefined || (usual === null && shape.kind !== 'choice')) return undefined;
  return fitsSchema(usual, field.schema, field.document) ? usual : undefined;
}

/** At most so many examples are checked. */
const examplesMost = 5;

function examplesOf(node: SchemaNode, { document, schema }: Pick<Field, 'document' | 'schema'>): unknown[] {
  return [...listOf(node, 'examples').slice(0, examplesMost), ownValue(node, 'example')].filter(
    (example) => example !== undefined && example !== null && fitsSchema(example, schema, document),
  );
}
