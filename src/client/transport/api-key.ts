import { AuthError } from '../../errors/endings.ts';

/** What gives an account another key, where nothing better is known. */
export const usualKeyMend = 'genctl auth login';

/**
 * Checks a key before any request: HTTP libraries print a header they can't send. Throws AuthError, which does not show
 * the key either.
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
