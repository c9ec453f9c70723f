import { createContext, Script } from 'node:vm';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JudgeTools } from '../../rules/schema/document.ts';

/** How long one pattern may be tried on one text by the engine that backtracks. Unit: ms. */
const triedMs = 10;
/** How much of that patterns that run out of it may cost in all. Unit: ms. */
const wastedMsMost = 30;

/** Whether a text matches a pattern, by an engine that never backtracks; undefined for a pattern that it can't read. */
type LinearMatch = (pattern: string, text: string) => boolean | undefined;

/**
 * Judges with the formats of the field's own validator, and with this machine's engine of patterns: it is the one that
 * schemas are written for, and some patterns keep it busy for ages, so it works under a deadline.
 *
 * @param judge is called once more, with an engine that never backtracks, where a pattern ran out of time.
 */
export async function judgeWithTools<Verdict>(judge: (tools: JudgeTools) => Verdict): Promise<Verdict> {
  let isSlow = false;
  const first = judge(
    toolsOver(() => {
      isSlow = true;
      return undefined;
    }),
  );
  return isSlow ? judge(await everyJudgeTool()) : first;
}

/** Tools for a talk: the engine that never backtracks is at hand before it is needed. */
export async function everyJudgeTool(): Promise<JudgeTools> {
  const { linearMatch } = await import('./linear-match.ts');
  return toolsOver(linearMatch);
}

function toolsOver(slowMatch: LinearMatch): JudgeTools {
  const slow = new Set<string>();
  let wastedMs = 0;
  return {
    hasFormat,
    matches(pattern, text) {
      if (slow.has(pattern) || wastedMs >= wastedMsMost) return slowMatch(pattern, text);
      const found = matchInTime(pattern, text);
      if (found !== 'late') return found;
      slow.add(pattern);
      wastedMs += triedMs;
      return slowMatch(pattern, text);
    },
  };
}

/** A place without anything but the pattern and the text: what runs there can be ended from outside. */
const enclosure: { pattern: string; text: string } = { pattern: '', text: '' };
let enclosed: ReturnType<typeof createContext> | undefined;
const unicodeTest = new Script('new RegExp(pattern, "u").test(text)');
/** Many patterns in the wild escape what the unicode mode forbids to escape. */
const plainTest = new Script('new RegExp(pattern).test(text)');

function matchInTime(pattern: string, text: string): boolean | 'late' | undefined {
  for (const test of [unicodeTest, plainTest]) {
    try {
      enclosed ??= createContext(enclosure);
      Object.assign(enclosure, { pattern, text });
      return test.runInContext(enclosed, { timeout: triedMs }) === true;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'late';
    }
  }
  return undefined;
}

/** A longer text is a picture's data, or a mistake. Unit: characters. */
const textMost = 10_000;
const linkFormats = new Set(['uri', 'url', 'iri', 'uri-reference', 'iri-reference']);
/** What a text of any length may be. */
const longFormats = new Set(['byte', 'binary', 'password', 'regex', 'uri-template', 'json-pointer']);

function longTextHasFormat(name: string, text: string): boolean | undefined {
  if (linkFormats.has(name)) return /^[a-z][a-z0-9+.-]*:/i.test(text);
  return longFormats.has(name) || !Object.hasOwn(fullFormats, name) ? undefined : false;
}

function hasFormat(name: string, value: string | number): boolean | undefined {
  if (typeof value === 'string' && value.length > textMost) return longTextHasFormat(name, value);
  // A quoted name before the @ is rare, and right; the library does not know it.
  if (name === 'email' && typeof value === 'string' && value.startsWith('"')) return undefined;
  const known: unknown = Object.hasOwn(fullFormats, name)
    ? fullFormats[name as keyof typeof fullFormats]
    : undefined;
  const format =
    typeof known === 'object' && known !== null && 'validate' in known ? known : { validate: known };
  const { validate } = format;
  const isOfNumbers = 'type' in format && format.type === 'number';
  // A format of texts says nothing of a number, nor one of numbers of a text.
  if (isOfNumbers !== (typeof value === 'number')) return true;
  if (validate instanceof RegExp)
    return new RegExp(validate.source, validate.flags.replace('g', '')).test(String(value));
  return typeof validate === 'function'
    ? (validate as (value: unknown) => unknown)(value) === true
    : undefined;
}
