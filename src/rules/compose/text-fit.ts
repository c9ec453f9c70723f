import { ownValue } from '../json-object.ts';
import { numberOf } from '../schema-limits.ts';
import type { SchemaNode } from '../schema-node.ts';
import { characterCount } from '../text.ts';
import { here, type SchemaFault } from './schema-fault.ts';
import { countText } from './schema-words.ts';

/** A longer text is not held against a pattern: one that loops would hold us up. Unit: characters. */
const patternTextMost = 10_000;

/** What a string's schema does not allow of it: its length, its pattern, its format. */
export function textFault(text: string, node: SchemaNode): SchemaFault | undefined {
  const [least, most] = [numberOf(node, 'minLength'), numberOf(node, 'maxLength')];
  const length = characterCount(text);
  if ((least !== undefined && length < least) || (most !== undefined && length > most))
    return here(countText(least, most, 'character'));
  const pattern = ownValue(node, 'pattern');
  if (typeof pattern === 'string' && text.length <= patternTextMost && !matches(text, pattern))
    return here(`a text matching ${pattern}`);
  const format = ownValue(node, 'format');
  const known = typeof format === 'string' ? formats[format] : undefined;
  return known === undefined || known.test(text) ? undefined : here(known.words);
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

const link = {
  words: 'a URL, such as https://example.com/a.png',
  test: (text: string) => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text),
};

function like(pattern: RegExp, words: string) {
  return { words, test: (text: string) => pattern.test(text) };
}

const formats: Readonly<Record<string, { words: string; test: (text: string) => boolean }>> = {
  uri: link,
  url: link,
  date: {
    words: 'a date, such as 2026-01-31',
    test: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
  },
  'date-time': {
    words: 'a time, such as 2026-01-31T12:00:00Z',
    test: (text) =>
      /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/.test(
        text,
      ) && isDay(text.slice(0, 10)),
  },
  email: like(/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'an e-mail address'),
  uuid: like(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a UUID'),
};

function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
