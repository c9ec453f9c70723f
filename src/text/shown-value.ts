import { hideInLinks } from './redaction.ts';

const charactersMost = 40;

/** A value of a request as a message quotes it: short, and never a whole body, a data URL or what a link keeps secret. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(shortened(hideInLinks(value)));
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** `4, 5 or 6`; an empty list reads `none`. */
export function anyOfWords(words: readonly string[]): string {
  return inASentence(words, 'or');
}

/** `4, 5 and 6`; an empty list reads `none`. */
export function allOfWords(words: readonly string[]): string {
  return inASentence(words, 'and');
}

function inASentence(words: readonly string[], joint: string): string {
  if (words.length < 2) return words[0] ?? 'none';
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;
}

function shortened(text: string): string {
  if (/^data:/i.test(text)) return 'data:…';
  return text.length > charactersMost ? `${text.slice(0, charactersMost)}…` : text;
}

/** `1 job`, `2 jobs`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
