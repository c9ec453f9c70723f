import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { Field } from '../../service/fields/field.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { LineNote } from './line-prompt.ts';

/** Longer values and descriptions are cut before any other work on them, since a row shows few characters. */
const shownMost = 400;
/** An example of a prompt may be a page long. Unit: UTF-16 units. */
const exampleMost = 60;
/** Limit of the steps that are shown: a longer place shows only its two ends. */
const stepsMost = 8;

/** A place in words, such as `shots 1.prompt`: without the `input` around all places, and with elements counted from 1. */
export function placeWords(place: JsonPlace): string {
  const inside = place[0] === 'input' || place[0] === 'output' ? place.slice(1) : place;
  if (inside.length === 0) return 'input';
  const isLong = inside.length > stepsMost;
  const head = isLong ? inside.slice(0, stepsMost / 2) : inside;
  const tail = isLong ? `...${stepWords(inside.slice(-stepsMost / 2))}` : '';
  return safeLine(`${stepWords(head)}${tail}`.slice(0, shownMost));
}

/** A value by the flag that sets it on a command line, else by its place. */
export function askedWords({ flag, place }: { flag?: string | undefined; place: JsonPlace }): string {
  return flag ?? placeWords(place);
}

/** The name that a field has in the request, where its flag has another one. */
export function wireName(name: string, flag: string | undefined): string | undefined {
  return flag === undefined || flag === `--${name}` ? undefined : nameWords(name);
}

function stepWords(steps: JsonPlace): string {
  const words = steps.map((step) => (typeof step === 'number' ? ` ${step + 1}` : `.${nameWords(step)}`));
  return words.join('').replace(/^\./, '');
}

/** The name of a field, in quotes where it could be misread as several names or as none. */
export function nameWords(name: string): string {
  if (/^[\w-]+$/.test(name)) return name;
  const isPlain = name !== '' && !/[\s."'\\]/.test(name);
  return safeLine(isPlain ? name : JSON.stringify(name));
}

/** A field's hint: what it takes, its schema's first example, and its description. */
export function fieldHint(
  { examples, says, shape, takes }: Pick<Field, 'examples' | 'says' | 'shape' | 'takes'>,
  look: Look,
): string | undefined {
  // A list of choices marks examples among its values.
  const example = shape.kind === 'choice' ? undefined : exampleWords(examples);
  const words = [takes.slice(0, shownMost), example ?? '', oneLine(says.slice(0, 4 * shownMost))];
  return hintLine(words.map(safeLine), look);
}

/** Hints on one line, with dots between them. Missing and empty ones are left out; undefined where none is left. */
export function hintLine(
  hints: readonly (string | undefined)[],
  { symbols }: Pick<Look, 'symbols'>,
): string | undefined {
  const given = hints.filter((hint) => hint !== undefined && hint !== '');
  return given.length === 0 ? undefined : given.join(` ${symbols.dot} `);
}

/** The remark on a line that is no answer, where the field takes something else; undefined where it takes the line. */
export function takesNote(takes: string | undefined): LineNote | undefined {
  return takes === undefined ? undefined : { kind: 'fault', text: takesText(takes) };
}

export function takesText(takes: string): string {
  return `It takes ${takes}.`;
}

/** The first example in words. It is shown as a fact and never offered as an answer. */
export function exampleWords([example]: readonly unknown[]): string | undefined {
  if (example === undefined) return undefined;
  const words = typeof example === 'string' ? example : jsonStart(example, exampleMost);
  const text = oneLine(words.slice(0, 4 * exampleMost));
  return `for example: ${text.length > exampleMost ? `${text.slice(0, exampleMost).trimEnd()}...` : text}`;
}

/** A value in words: a text without quotes, a link by its last part, a list by its length, the rest as JSON. */
export function valueWords(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string')
    return safeLine((isLocal(value) ? value : linkWords(value)).slice(0, shownMost));
  if (Array.isArray(value)) return counted(value.length, 'item');
  return safeLine(jsonStart(value, shownMost));
}

/** The source of a part in words: a file, like a link, by its last part. */
export function sourceWords(source: unknown): string {
  const isPath = typeof source === 'string' && isLocal(source);
  return valueWords(isPath ? source.replace(/^.*[/\\](?=.)/s, '') : source);
}

/** JSON as far as there is room for it, so that no object of a megabyte is written out for a row. */
function jsonStart(value: unknown, room: number): string {
  if (typeof value !== 'object' || value === null) return (JSON.stringify(value) ?? '').slice(0, room + 1);
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const name in value) {
    if (text.length > room) return text;
    const inner = jsonStart((value as Record<string, unknown>)[name], room - text.length);
    text += `${text.length === 1 ? '' : ','}${isList ? '' : `${JSON.stringify(name.slice(0, room))}:`}${inner}`;
  }
  return `${text}${isList ? ']' : '}'}`;
}

/** The last part of a link, without its query: enough to tell links apart, and without a signature. */
function linkWords(link: string): string {
  if (/^data:/i.test(link)) return `${link.slice(0, Math.max(5, link.indexOf(';')))}…`;
  const path = link.split(/[?#]/, 1)[0] ?? link;
  return path.split('/').findLast((part) => part !== '') ?? link;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
