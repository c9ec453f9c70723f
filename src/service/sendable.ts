import { AuthError } from '../errors/endings.ts';
import { genctl, type Hint } from '../errors/hint.ts';

/** The command that gives an account another key, where no better one is known. */
export const usualKeyMend: Hint = genctl`auth login`;

const copyAgain = 'copy the key again, without quotes and line breaks';

/**
 * Returns the key if it can be sent. It is checked here, because a library would print a key that it can't send.
 *
 * @param origin where it comes from, such as `GENCTL_API_KEY`.
 * @param hint what gives another key.
 * @throws AuthError, which does not show the key, for an empty one, and for one with white space, control characters or
 *   anything beyond ASCII.
 */
export function checkedKey(key: string, origin: string, hint: Hint = copyAgain): string {
  const fault = /[^\x21-\x7e]/u.exec(key);
  if (key !== '' && fault === null) return key;
  throw new AuthError({
    code: 'key_malformed',
    message: `${origin} can't be sent as a key`,
    why:
      fault === null
        ? 'it is empty'
        : `character ${fault.index + 1} of ${key.length} is a space, a line break or not ASCII`,
    hint,
  });
}

/** A key as it was written, without a line break, blanks or a byte order mark around it. */
export function writtenKey(text = ''): string {
  return text.trim();
}

/** The key in the first line of a text that is not blank: a file, or what a program printed, ends in a line break and may begin with one. */
export function firstLineOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  return writtenKey(first);
}

const idCharactersMost = 256;

/** The objection to an id that came from outside, as a sentence; undefined where there is no objection. */
export function idObjection(id: string): string | undefined {
  if (id.trim() === '') return 'It is empty.';
  if (id.split(/[/\\]/).some((step) => step === '.' || step === '..'))
    return 'It would name a folder of the service.';
  // Most are plain, and a pattern with properties of Unicode takes as long to make as a file to read.
  if (!/^[\x20-\x7e]*$/.test(id) && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(id))
    return 'It holds a control character.';
  if (id.length > idCharactersMost)
    return `It has ${id.length} characters; ids have at most ${idCharactersMost}.`;
  return undefined;
}
