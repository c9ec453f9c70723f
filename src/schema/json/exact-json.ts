import { UsageError } from '../../errors/endings.ts';
import { flawWords, jsonFlaw } from './json-flaw.ts';

/**
 * Reads JSON that must be sent exactly as it is written. `what` names it: a flag, or the path of a file. Throws UsageError
 * where a part of it would be sent differently, and SyntaxError where it is no JSON.
 */
export function readExactJson(what: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  const flaw = jsonFlaw(text);
  if (flaw === undefined) return value;
  const words = flawWords(flaw);
  throw new UsageError({
    code: `json_${flaw.kind}`,
    message: `${what} ${words.what}`,
    why: `${words.why} Nothing was sent.`,
    hint: `${what} with ${words.fix}`,
  });
}
