import { AuthError } from '../../errors/endings.ts';

/** The command that gives an account another key, where no better one is known. */
export const usualKeyMend = 'genctl auth login';

/**
 * Checks a key before any request, because HTTP libraries print a header that they can't send. Throws AuthError, which does not
 * show the key.
 */
export function checkApiKey(apiKey: string): string {
  const why =
    apiKey === ''
      ? 'It is empty.'
      : /[\r\n]/.test(apiKey)
        ? 'It holds a line break; was more than the key pasted?'
        : /[^\x21-\x7e]/.test(apiKey)
          ? 'It holds a space, a control character or one outside ASCII.'
          : undefined;
  if (why === undefined) return apiKey;
  throw new AuthError({
    code: 'key_malformed',
    message: 'The API key can not be sent',
    why: `${why} Nothing was sent.`,
    hint: usualKeyMend,
  });
}
