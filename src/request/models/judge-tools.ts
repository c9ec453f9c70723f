import { createContext, Script } from 'node:vm';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { JudgeTools } from '../../schema/document.ts';

/** How long one pattern may be tried on one text by the engine that backtracks. Unit: ms. */
const triedMs = 10;
/** How long all patterns that run out of their time may take together. Unit: ms. */
const wastedMsMost = 30;

/** Whether a text matches a pattern, by an engine that never backtracks; undefined for a pattern that it can't read. */
type LinearMatch = (pattern: string, text: string) => boolean | undefined;

/**
 * Judges with the formats of ajv and with JavaScript's own regular expressions, which schemas are written for. Some patterns
 * keep those busy for ages, so each match has a deadline.
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

/**
 * The tools of the composer, which can't load the engine that never backtracks in the middle of a question: it is loaded here.
 */
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

/**
 * The context that patterns are matched in. It holds the pattern and the text alone, and a script in it can be stopped by a
 * timeout.
 */
const enclosure: { pattern: string; text: string } = { pattern: '', text: '' };
let enclosed: ReturnType<typeof createContext> | undefined;
const unicodeTest = new Script('new RegExp(pattern, "u").test(text)');
/** The second try: many patterns escape characters that the unicode mode forbids to escape. */
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
