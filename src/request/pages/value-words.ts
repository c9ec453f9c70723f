import { type SchemaDocument, type SchemaNode, typesOf } from '../../schema/document.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { listedValues, numberOf, numberRange } from '../../schema/limits.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { countText, rangeText } from '../../schema/words.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
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

/** How many levels of alternatives and lists are read, and how many alternatives on a level. */
const depthMost = 3;
const kindsMost = 12;

/** How many values of an enumeration are shown. */
const valuesMost = 40;

/**
 * The values of a parameter, as a person reads them: `480p, 720p`, `4–30 s or -1: the model chooses`, `a whole number`. They hold
 * the schema's own words, which are not safe to show yet.
 */
export function valueWords(node: SchemaNode, wording: ValueWording, depth = 0): string {
  const inner = (one: unknown): string => valueWords(plainNode(one, wording.document), wording, depth + 1);
  const limits = ownLimits(node, wording);
  const items = depth < depthMost ? objectOf(ownValue(node, 'items')) : undefined;
  if (typesOf(node).includes('array') || items !== undefined)
    return joined([items === undefined ? 'a list' : `a list of ${inner(items) || 'any value'}`, limits]);
  const kinds = depth < depthMost ? alternativesOf(node).slice(0, kindsMost).map(inner) : [];
  const words = joined([limits, joined(kinds, ' or ')]);
  if (words !== '') return words;
  const { unit } = wording;
  return unit === '' ? kindWords(node) : `a number of ${unitNames[unit] ?? unit}`;
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

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'JSON',
};

/** The type of a node in a person's words: `URL`, `text (date)`, `JSON`. */
function kindWords(node: SchemaNode): string {
  const format = ownValue(node, 'format');
  const [type = Object.hasOwn(node, 'properties') ? 'object' : ''] = typesOf(node);
  if (type === 'string' && (format === 'uri' || format === 'url')) return 'URL';
  const types = typesOf(node).length > 0 ? typesOf(node) : [type];
  const words = joined(
    types.map((one) => ownText(kindNames, one) ?? one),
    ' or ',
  );
  return typeof format === 'string' && type !== '' ? `${words} (${format})` : words;
}

function ownLimits(node: SchemaNode, wording: ValueWording): string {
  const step = ownValue(node, 'multipleOf');
  const pattern = ownValue(node, 'pattern');
  return joined([
    listWords(listedValues(node) ?? [], wording),
    withUnit(rangeWords(node, wording), wording),
    typeof step === 'number' && step !== 1 ? `steps of ${step}` : '',
    countText(numberOf(node, 'minLength'), numberOf(node, 'maxLength'), 'character'),
    countText(numberOf(node, 'minItems'), numberOf(node, 'maxItems'), 'item'),
    typeof pattern === 'string' ? `matching ${pattern}` : '',
  ]);
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
