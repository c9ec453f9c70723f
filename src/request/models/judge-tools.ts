import { createContext, Script } from 'node:vm';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JudgeTools } from '../../schema/document.ts';

/** How long one pattern may be tried on one text, and how long once more: a busy machine holds up quick matches, too. Unit: ms. */
const triedMs = { first: 10, again: 250 } as const;
/** After so many patterns that ran out of their time, twice each, no more are tried. */
const slowMost = 3;

/**
 * The formats of ajv and JavaScript's own regular expressions, which schemas are written for. Some patterns keep those busy for
 * ages, so each match has a deadline, and undefined is the answer of one that runs out of it. Made anew for each verdict, so that
 * none depends on those before it.
 */
export function judgeTools(): JudgeTools {
  const slow = new Set<string>();
  return {
    hasFormat,
    matches(pattern, text) {
      if (slow.has(pattern) || slow.size >= slowMost) return undefined;
      const matched = matchInTime(pattern, text);
      if (matched !== 'late') return matched;
      slow.add(pattern);
      return undefined;
    },
  };
}

/**
 * The context that patterns are matched in. It holds the pattern and the text alone, and a script in it can be stopped by a
 * timeout.
 */
const enclosure: { pattern: string; text: string } = { pattern: '', text: '' };
let enclosed: ReturnType<typeof createContext> | undefined;
const unicodeTest = new Script('new RegExp(pattern, "u").test(text)');
/** The second try: many patterns escape characters that the unicode mode forbids to escape. */
const plainTest = new Script('new RegExp(pattern).test(text)');

/** Results for the pairs that were tried: the lines of a batch repeat a few, and a deadline costs 1 ms each time. */
const found = new Map<string, boolean | undefined>();
const foundMost = 1_000;
/** A longer text is seldom the same again. Unit: characters. */
const repeatedMost = 100;

function matchInTime(pattern: string, text: string): boolean | 'late' | undefined {
  if (text.length > repeatedMost) return tryTwice(pattern, text);
  const pair = `${pattern}\0${text}`;
  if (found.has(pair)) return found.get(pair);
  const now = tryTwice(pattern, text);
  if (now === 'late') return now;
  if (found.size >= foundMost) found.clear();
  found.set(pair, now);
  return now;
}

function tryTwice(pattern: string, text: string): boolean | 'late' | undefined {
  const first = tryInTime(pattern, text, triedMs.first);
  return first === 'late' ? tryInTime(pattern, text, triedMs.again) : first;
}

function tryInTime(pattern: string, text: string, timeout: number): boolean | 'late' | undefined {
  for (const test of [unicodeTest, plainTest]) {
    try {
      enclosed ??= createContext(enclosure);
      Object.assign(enclosure, { pattern, text });
      return test.runInContext(enclosed, { timeout }) === true;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'late';
    }
  }
  return undefined;
}

/** The longest text whose format is checked in full. A longer one is the data of a picture, or a mistake. Unit: characters. */
const textMost = 10_000;
const linkFormats = new Set(['uri', 'url', 'iri', 'uri-reference', 'iri-reference']);
/** The formats that a text of any length may have. */
const longFormats = new Set(['byte', 'binary', 'password', 'regex', 'uri-template', 'json-pointer']);

function longTextHasFormat(name: string, text: string): boolean | undefined {
  if (linkFormats.has(name)) return /^[a-z][a-z0-9+.-]*:/i.test(text);
  return longFormats.has(name) || !Object.hasOwn(fullFormats, name) ? undefined : false;
}

function hasFormat(name: string, value: string | number): boolean | undefined {
  if (typeof value === 'string' && value.length > textMost) return longTextHasFormat(name, value);
  // The library does not know the quoted name before the @, which is rare and valid.
  if (name === 'email' && typeof value === 'string' && value.startsWith('"')) return undefined;
  const known: unknown = Object.hasOwn(fullFormats, name)
    ? fullFormats[name as keyof typeof fullFormats]
    : undefined;
  const format =
    typeof known === 'object' && known !== null && 'validate' in known ? known : { validate: known };
  const { validate } = format;
  const isOfNumbers = 'type' in format && format.type === 'number';
  // A format for texts does not apply to numbers, nor one for numbers to texts.
  if (isOfNumbers !== (typeof value === 'number')) return true;
  if (validate instanceof RegExp)
    return new RegExp(validate.source, validate.flags.replace('g', '')).test(String(value));
  return typeof validate === 'function'
    ? (validate as (value: unknown) => unknown)(value) === true
    : undefined;
}
