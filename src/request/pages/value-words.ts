import { type SchemaDocument, type SchemaNode, typesOf } from '../../schema/document.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { listedValues, numberOf, numberRange } from '../../schema/limits.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { countText, rangeText } from '../../schema/words.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { Symbols } from '../../text/look.ts';

/** How the values of one parameter are worded. */
export interface ValueWording {
  document: SchemaDocument;
  /** The unit of a number; empty for one without. */
  unit: string;
  /** True if -1 leaves the choice to the model. @see service document §2.7 */
  minusOneChooses: boolean;
  symbols: Pick<Symbols, 'to'>;
}

/** How many levels of alternatives are read, and how many alternatives on a level. */
const depthMost = 3;
const kindsMost = 12;

/** How many values of an enumeration are shown. */
const valuesMost = 40;

/**
 * The values of a parameter, as a person reads them: `480p, 720p`, `4–30 s or -1: the model chooses`, `a whole number`. They hold
 * the schema's own words, which are not safe to show yet.
 */
export function valueWords(node: SchemaNode, wording: ValueWording): string {
  const [kind, limits] = [kindWords(node, wording.document, 0), limitWords(node, wording, 0)];
  if (limits === '')
    return wording.unit === '' ? kind : `a number of ${unitNames[wording.unit] ?? wording.unit}`;
  // The limits of a text, a number or an object show its kind.
  return kind.startsWith(kindNames.array) ? `${kind}, ${limits}` : limits;
}

const unitNames: Readonly<Record<string, string>> = { s: 'seconds' };

/** A unit that a schema names by the word that the reference pages of the service use, where it is short. */
export function unitOf(node: SchemaNode): string {
  const unit = ownValue(node, 'x-unit');
  return typeof unit === 'string' && unit.length <= 8 ? unit : '';
}

/** A JSON value as it is typed: strings bare, the rest as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const kindNames = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'JSON',
  array: 'a list',
};

/** The type of a node in a person's words: `URL or null`, `a list of text`. */
function kindWords(node: SchemaNode, document: SchemaDocument, depth: number): string {
  const own = typesOf(node).map((type) => {
    const items = type === 'array' && depth < depthMost ? objectOf(ownValue(node, 'items')) : undefined;
    const inner = items === undefined ? '' : kindWords(plainNode(items, document), document, depth + 1);
    return inner === '' ? typeWords(type, node) : `${typeWords(type, node)} of ${inner}`;
  });
  const words = own.length > 0 ? own : impliedWords(node, document, depth);
  const isNullable = ownValue(node, 'nullable') === true && words.length > 0;
  return [...new Set([...words, ...(isNullable ? ['null'] : [])])].join(' or ');
}

function typeWords(type: string, node: SchemaNode): string {
  const format = ownValue(node, 'format');
  const isScalar = type === 'string' || type === 'number' || type === 'integer';
  if (type === 'string' && (format === 'uri' || format === 'url')) return 'URL';
  const words = Object.hasOwn(kindNames, type) ? kindNames[type as keyof typeof kindNames] : type;
  return isScalar && typeof format === 'string' ? `${words} (${format})` : words;
}

function impliedWords(node: SchemaNode, document: SchemaDocument, depth: number): string[] {
  if (ownValue(node, 'properties') !== undefined) return [kindNames.object];
  if (ownValue(node, 'items') !== undefined) return [kindNames.array];
  const kinds = kindsOf(node, depth);
  return kinds.map((kind) => kindWords(plainNode(kind, document), document, depth + 1)).filter(Boolean);
}

/** The values that a node may hold: `4–30 s or -1: the model chooses`, `at most 9 items`; empty where it may hold any of its kind. */
function limitWords(node: SchemaNode, wording: ValueWording, depth: number): string {
  const of = (one: unknown): string => limitWords(plainNode(one, wording.document), wording, depth + 1);
  const items = depth >= depthMost ? undefined : objectOf(ownValue(node, 'items'));
  const each = items === undefined ? '' : of(items);
  return joined([
    ...ownLimits(node, wording),
    joined(kindsOf(node, depth).map(of), ' or '),
    each === '' ? '' : `each ${each}`,
  ]);
}

function ownLimits(node: SchemaNode, wording: ValueWording): string[] {
  const step = ownValue(node, 'multipleOf');
  const pattern = ownValue(node, 'pattern');
  return [
    listWords(listedValues(node) ?? [], wording),
    withUnit(rangeWords(node, wording), wording),
    typeof step === 'number' && step !== 1 ? `steps of ${step}` : '',
    countText(numberOf(node, 'minLength'), numberOf(node, 'maxLength'), 'character'),
    countText(numberOf(node, 'minItems'), numberOf(node, 'maxItems'), 'item'),
    typeof pattern === 'string' ? `matching ${pattern}` : '',
  ];
}

/** The alternatives that are read: the first ones, where there are very many or they lead in circles. */
function kindsOf(node: SchemaNode, depth: number): readonly unknown[] {
  return depth >= depthMost ? [] : alternativesOf(node).slice(0, depth === 0 ? kindsMost : 3);
}

function listWords(values: readonly unknown[], wording: ValueWording): string {
  const isLeft = (value: unknown): boolean => value === -1 && wording.minusOneChooses;
  const named = values.filter((value) => !isLeft(value));
  const more = named.length > valuesMost ? ` and ${named.length - valuesMost} more` : '';
  const list = `${named.slice(0, valuesMost).map(typedText).join(', ')}${more}`;
  const isOfNumbers = named.every((value) => typeof value === 'number');
  return joined(
    [isOfNumbers ? withUnit(list, wording) : list, values.some(isLeft) ? '-1: the model chooses' : ''],
    ' or ',
  );
}

/** A value as it is typed. A text that would read as another value stays in JSON's quotes: `"7"` is not 7. */
function typedText(value: unknown): string {
  const isOther = typeof value === 'string' && (value === '' || tryReadJson(value) !== undefined);
  return isOther ? JSON.stringify(value) : valueText(value);
}

function rangeWords(node: SchemaNode, { symbols }: ValueWording): string {
  const { least, most, leastIncluded, mostIncluded } = numberRange(node);
  const isClosed = least !== undefined && most !== undefined && leastIncluded && mostIncluded;
  // A minus sign beside a dash is hard to read.
  return isClosed && least >= 0 && least < most ? `${least}${symbols.to}${most}` : rangeText(node);
}

function withUnit(text: string, { unit }: ValueWording): string {
  return text === '' || unit === '' ? text : `${text} ${unit}`;
}

function joined(parts: readonly string[], between = ', '): string {
  return [...new Set(parts)].filter((part) => part !== '').join(between);
}
