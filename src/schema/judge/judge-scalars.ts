import { ownValue } from '../../text/json-object.ts';
import type { SchemaNode } from '../document.ts';
import { characterCount, isCountWithin, isInRange, numberOf, numberRange } from '../limits.ts';
import { problemHere, type SchemaProblem } from '../problem.ts';
import { countText, formatText, rangeText } from '../words.ts';
import { type Judging, matchesPattern } from './judging.ts';

/** The first problem of a number with its schema: its range, its steps or its format. */
export function numberProblem(value: number, node: SchemaNode, judging: Judging): SchemaProblem[] {
  if (!isInRange(value, numberRange(node))) {
    const { least, most } = numberRange(node);
    return [{ ...problemHere(value, rangeText(node)), range: { least, most } }];
  }
  const step = ownValue(node, 'multipleOf') ?? ownValue(node, 'divisibleBy');
  if (typeof step === 'number' && step > 0 && !isMultiple(value, step))
    return [problemHere(value, `multiples of ${step}`)];
  return formatProblem(value, node, judging);
}

function isMultiple(value: number, step: number): boolean {
  if (value % step === 0) return true;
  if (Number.isInteger(value) && Number.isInteger(step)) return false;
  const count = value / step;
  return Math.abs(count - Math.round(count)) < 1e-9 * Math.max(1, Math.abs(count));
}

/** The problems of a string with its schema: its length, its pattern, its format. */
export function textProblem(text: string, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const [least, most] = [numberOf(node, 'minLength'), numberOf(node, 'maxLength')];
  const length = least === undefined && most === undefined ? 0 : characterCount(text);
  const counted = isCountWithin(length, least, most)
    ? []
    : [problemHere(text, `${countText(least, most, 'character')}, not ${length}`)];
  return [...counted, ...patternProblem(text, node, judging), ...formatProblem(text, node, judging)];
}

function patternProblem(text: string, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const pattern = ownValue(node, 'pattern');
  if (typeof pattern !== 'string') return [];
  const isMatch = matchesPattern(pattern, text, judging);
  return isMatch === false ? [problemHere(text, `a text matching ${pattern}`)] : [];
}

function formatProblem(value: string | number, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const format = ownValue(node, 'format');
  if (typeof format !== 'string') return [];
  const isOfFormat = judging.document.tools?.hasFormat(format, value);
  if (isOfFormat === undefined) judging.unsure += 1;
  return isOfFormat === false ? [problemHere(value, formatText(format))] : [];
}
