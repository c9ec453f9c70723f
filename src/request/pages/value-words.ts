import type { SchemaDocument, SchemaNode } from '../../schema/document.ts';
import { listedValues, numberRange } from '../../schema/limits.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { rangeText } from '../../schema/words.ts';
import { ownValue } from '../../text/json-object.ts';
import type { Symbols } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import type { SchemaRow } from './schema-fields.ts';

/** How the values of one parameter are worded. */
export interface ValueWording {
  document: SchemaDocument;
  /** The unit of a number; empty for one without. */
  unit: string;
  /** Whether -1 leaves the choice to the model. @see service document §2.7 */
  minusOneChooses: boolean;
  symbols: Pick<Symbols, 'to'>;
}

const kindWords: Readonly<Record<string, string>> = {
  string: 'text',
  'string (uri)': 'URL',
  'string (url)': 'URL',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'JSON',
  array: 'a list',
};

/**
 * What a parameter takes, as a person reads it: `480p, 720p`, `4–30 s, or -1: the model chooses`, `a whole number`. Safe to
 * show, and on one line.
 */
export function valueWords(row: Pick<SchemaRow, 'node' | 'type' | 'values'>, wording: ValueWording): string {
  const numbers = numberWords(row.node, wording);
  if (numbers !== undefined) return safeLine(numbers);
  if (row.values === '') return safeLine(typeWords(row.type));
  // Of a text, a number or an object the values tell enough.
  return safeLine(row.type.startsWith('array') ? `${typeWords(row.type)}, ${row.values}` : row.values);
}

/** A type of the schema in a person's words: `URL or null`, `a list of text`. */
function typeWords(type: string): string {
  return type
    .split(' or ')
    .map((one) => {
      if (Object.hasOwn(kindWords, one)) return kindWords[one];
      const ofItems = /^array of (.*)$/.exec(one)?.[1];
      return ofItems === undefined ? one : `a list of ${typeWords(ofItems)}`;
    })
    .join(' or ');
}

/** Undefined where something else than ranges and lists of numbers describes the value. */
function numberWords(node: SchemaNode, { document, ...wording }: ValueWording): string | undefined {
  const kinds = [node, ...alternativesOf(node).map((kind) => plainNode(kind, document))];
  const parts: string[] = [];
  let chooses = false;
  for (const kind of kinds) {
    if (Object.hasOwn(kind, 'multipleOf') && kind.multipleOf !== 1) return undefined;
    const listed = listedValues(kind);
    if (listed?.some((value) => typeof value !== 'number') === true) return undefined;
    const isLeft = (value: unknown): boolean => value === -1 && wording.minusOneChooses;
    chooses ||= listed?.some(isLeft) === true;
    const numbers = listed?.filter((value) => !isLeft(value)) ?? [];
    if (numbers.length > listedMost) return undefined;
    parts.push(numbers.join(', '), listed === undefined ? rangeWords(kind, wording) : '');
  }
  const said = [...new Set(parts)].filter((part) => part !== '').map((part) => withUnit(part, wording.unit));
  if (said.length === 0 && !chooses)
    return wording.unit === '' ? undefined : `a number of ${unitNames[wording.unit] ?? wording.unit}`;
  return [said.join(' or '), ...(chooses ? ['-1: the model chooses'] : [])]
    .filter((part) => part !== '')
    .join(', or ');
}

const listedMost = 40;

const unitNames: Readonly<Record<string, string>> = { s: 'seconds' };

function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text} ${unit}`;
}

function rangeWords(node: SchemaNode, { symbols }: Pick<ValueWording, 'symbols'>): string {
  const { least, most, leastIncluded, mostIncluded } = numberRange(node);
  const isClosed = least !== undefined && most !== undefined && leastIncluded && mostIncluded;
  // A minus sign beside a dash is hard to read.
  return isClosed && least >= 0 && least < most ? `${least}${symbols.to}${most}` : rangeText(node);
}

/** A unit that a schema names by the word that the reference pages of the service use, where it is short. */
export function unitOf(node: SchemaNode): string {
  const unit = ownValue(node, 'x-unit');
  return typeof unit === 'string' && unit.length <= 8 ? unit : '';
}
