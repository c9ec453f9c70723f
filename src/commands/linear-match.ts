import { RE2JS } from 're2js';

/** Compiled once: a schema's few patterns are tried on every value. */
const compiled = new Map<string, RE2JS | undefined>();

/** Whether a text matches a pattern, in time that grows with its length alone; undefined where it can't read the pattern. */
export function linearMatch(pattern: string, text: string): boolean | undefined {
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
