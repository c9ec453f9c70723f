/**
 * The command that closes an open submit by hand, as a POSIX shell reads it. A key that was given by hand may hold anything
 * that can be sent in a header: ASCII, no spaces.
 */
export function forgetLine(idempotencyKey: string): string {
  const isPlain = /^[\w@%+=:,./-]+$/.test(idempotencyKey);
  return `genctl recover --forget ${isPlain ? idempotencyKey : `'${idempotencyKey.replaceAll("'", "'\\''")}'`}`;
}
