import type { JsonPlace } from '../../rules/compose/json-place.ts';
import { isLocal } from '../../rules/local-path.ts';
import { safeLine } from '../../rules/safe-text.ts';
import type { Field } from '../../rules/schema/field.ts';
import type { Look } from '../look.ts';

/** A place as a question calls it: without the `input` that all of them are in, elements counted from 1: `shots 1.prompt`. */
export function placeWords(place: JsonPlace): string {
  const inside = place[0] === 'input' || place[0] === 'output' ? place.slice(1) : place;
  const words = inside.map((step) => (typeof step === 'number' ? ` ${step + 1}` : `.${step}`)).join('');
  return words === '' ? 'input' : safeLine(words.replace(/^\./, ''));
}

/** What a field takes and what the schema says of it. */
export function fieldHint({ says, takes }: Field, look: Look): string | undefined {
  const words = [takes, firstSentences(says)].filter((part) => part !== '').map(safeLine);
  if (words.length === 0) return undefined;
  return words.join(` ${look.symbols.dot} `);
}

/** A value as a person reads it: a text without quotes, a link by its last part, the rest as JSON. */
export function valueWords(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return safeLine(isLocal(value) ? value : linkWords(value));
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  return safeLine(JSON.stringify(value) ?? '');
}

/** The last part of a link, without its query: enough to tell links apart, and never a signature. */
export function linkWords(link: string): string {
  if (/^data:/i.test(link)) return `${link.slice(0, Math.max(5, link.indexOf(';')))}…`;
  const path = link.split(/[?#]/, 1)[0] ?? link;
  return path.split('/').findLast((part) => part !== '') ?? link;
}

function firstSentences(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
