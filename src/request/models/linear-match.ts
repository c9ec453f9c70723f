import { RE2JS } from 're2js';

/** Each pattern is compiled once, because a schema has few patterns and tries them on every value. */
const compiled = new Map<string, RE2JS | undefined>();

/**
 * Matches the texts on which RE2 and JavaScript agree. On others they may differ, because they define white space, line ends
 * and classes of letters differently.
 */
const readAlike = /^[\t\n\f\x20-\x7e]*$/;

/**
 * Whether a text matches a pattern, in a time that grows only with the length of the text. Undefined where RE2 does not know
 * the pattern, or might judge the text differently from JavaScript, which the patterns of schemas are written for.
 */
export function linearMatch(pattern: string, text: string): boolean | undefined {
  if (!readAlike.test(text)) return undefined;
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  return compiled.get(pattern)?.matcher(text).find();
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
}
