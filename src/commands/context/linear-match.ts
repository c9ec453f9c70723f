import { RE2JS } from 're2js';

/** Compiled once: a schema's few patterns are tried on every value. */
const compiled = new Map<string, RE2JS | undefined>();

/** Of any other text RE2 may say otherwise than JavaScript: white space, line ends and classes of letters differ. */
const readAlike = /^[\t\n\f\x20-\x7e]*$/;

/**
 * Whether a text matches a pattern, in time that grows with its length alone. Undefined where it can't read the pattern, or
 * might read it otherwise than JavaScript, which patterns of schemas are written in.
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
