import { ownValue } from '../../rules/json-object.ts';
import { alternativesOf, listOf, resolveNode, type SchemaDocument, type SchemaNode } from './schema-node.ts';

/** How deep the values of alternatives within alternatives are read. */
const depthMost = 3;

/** The type of a node in a word or two: `string`, `integer or null`, `array of object`. */
export function typeText(node: SchemaNode, document: SchemaDocument, depth = 0): string {
  const type = ownValue(node, 'type');
  const names = Array.isArray(type)
    ? type
    : type === undefined
      ? impliedTypes(node, document, depth)
      : [type];
  const items = resolveNode(ownValue(node, 'items'), document);
  return [...new Set(names)]
    .filter((name) => typeof name === 'string')
    .map((name) => {
      const inner =
        name === 'array' && items !== undefined && depth < depthMost
          ? typeText(items, document, depth + 1)
          : '';
      return inner === '' ? name : `${name} of ${inner}`;
    })
    .join(' or ');
}

/** What a node may hold, as a person says it: `480p, 720p`, `4 to 30 or -1`, `at most 9 items`. */
export function valuesText(node: SchemaNode, document: SchemaDocument, depth = 0): string {
  const own = [enumText(node), ...rangeTexts(node), patternText(node)].filter((text) => text !== '');
  const alternatives = alternativesOf(node, document);
  const others =
    alternatives[0] === node || depth >= depthMost
      ? ''
      : [...new Set(alternatives.map((each) => valuesText(each, document, depth + 1)))]
          .filter(Boolean)
          .join(' or ');
  const inner = resolveNode(ownValue(node, 'items'), document);
  const each = inner === undefined || depth >= depthMost ? '' : valuesText(inner, document, depth + 1);
  return [...own, others, each === '' ? '' : `each ${each}`].filter((text) => text !== '').join(', ');
}

/** A JSON value as it is typed: strings bare, the rest as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function impliedTypes(node: SchemaNode, document: SchemaDocument, depth: number): unknown[] {
  if (ownValue(node, 'properties') !== undefined) return ['object'];
  if (ownValue(node, 'items') !== undefined) return ['array'];
  const values = Object.hasOwn(node, 'const') ? [node.const] : listOf(node, 'enum');
  if (values.length > 0) return values.map(jsonType);
  const alternatives = alternativesOf(node, document);
  if (alternatives[0] === node || depth >= depthMost) return [];
  return alternatives.map((each) => typeText(each, document, depth + 1)).filter(Boolean);
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

function enumText(node: SchemaNode): string {
  if (Object.hasOwn(node, 'const')) return valueText(node.const);
  return listOf(node, 'enum').map(valueText).join(', ');
}

function rangeTexts(node: SchemaNode): string[] {
  return [
    spanText(node, 'minimum', 'maximum', ''),
    boundText('more than', node, 'exclusiveMinimum'),
    boundText('less than', node, 'exclusiveMaximum'),
    boundText('steps of', node, 'multipleOf'),
    spanText(node, 'minLength', 'maxLength', 'character'),
    spanText(node, 'minItems', 'maxItems', 'item'),
  ];
}

function spanText(node: SchemaNode, leastKey: string, mostKey: string, unit: string): string {
  const [least, most] = [ownValue(node, leastKey), ownValue(node, mostKey)];
  if (typeof least === 'number' && typeof most === 'number')
    return counted(least === most ? `${least}` : `${least} to ${most}`, most, unit);
  if (typeof least === 'number') return counted(`at least ${least}`, least, unit);
  return typeof most === 'number' ? counted(`at most ${most}`, most, unit) : '';
}

/** A number with its unit, which is plural but for 1: `at least 1 item`. */
function counted(words: string, last: number, unit: string): string {
  return unit === '' ? words : `${words} ${unit}${last === 1 ? '' : 's'}`;
}

function boundText(words: string, node: SchemaNode, key: string): string {
  const bound = ownValue(node, key);
  return typeof bound === 'number' ? `${words} ${bound}` : '';
}

function patternText(node: SchemaNode): string {
  const pattern = ownValue(node, 'pattern');
  const format = ownValue(node, 'format');
  if (typeof format === 'string') return format;
  return typeof pattern === 'string' ? `matching ${pattern}` : '';
}
