import { shownWord } from '../../request/shown-request.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { Field } from '../../service/fields/field.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';

/** Longer values and descriptions are cut before any other work on them, since a row shows few characters. */
const shownMost = 400;
/** An example of a prompt may be a page long. Unit: UTF-16 units. */
const exampleMost = 60;

/** A place in words, such as `shots 1.prompt`: without the `input` around all places, and with elements counted from 1. */
function placeWords(place: JsonPlace): string {
  const inside = place[0] === 'input' || place[0] === 'output' ? place.slice(1) : place;
  if (inside.length === 0) return 'input';
  return safeLine(stepWords(inside).slice(0, shownMost));
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

/** Words for one line, which are shown with dots between them. Missing and empty ones are left out. */
export type Hints = readonly (string | undefined)[];

/** A field's hints: what it takes, its schema's first example, and its description. */
export function fieldHints({
  examples,
  says,
  shape,
  takes,
}: Pick<Field, 'examples' | 'says' | 'shape' | 'takes'>): Hints {
  // A list of choices marks examples among its values.
  const example = shape.kind === 'choice' ? undefined : exampleWords(examples);
  const words = [takes.slice(0, shownMost), example ?? '', oneLine(says.slice(0, 4 * shownMost))];
  return words.map(safeLine);
}

/** The first example in words. It is shown as a fact and never offered as an answer. */
export function exampleWords([example]: readonly unknown[]): string | undefined {
  if (example === undefined) return undefined;
  const words = typeof example === 'string' ? example : JSON.stringify(example);
  const text = oneLine(words.slice(0, 4 * exampleMost));
  return `for example: ${text.length > exampleMost ? `${text.slice(0, exampleMost).trimEnd()}...` : text}`;
}

/** A value in words: a text without quotes, a link by its last part, a list by its length, the rest as JSON. */
export function valueWords(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string')
    return safeLine((isLocal(value) ? value : shownWord(value)).slice(0, shownMost));
  if (Array.isArray(value)) return counted(value.length, 'item');
  return safeLine(JSON.stringify(value).slice(0, shownMost));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
