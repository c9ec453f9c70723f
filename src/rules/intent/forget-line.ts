/** The command that closes an open submit by hand. */
export function forgetLine(idempotencyKey: string): string {
  return `genctl recover --forget ${quoted(idempotencyKey)}`;
}

/** The command that sends an open submit with the current API key. Whoever types it vouches that the account is the same. */
export function sameAccountLine(idempotencyKey: string): string {
  return `genctl recover --same-account ${quoted(idempotencyKey)}`;
}

/** Quotes a key for a POSIX shell. A key that was set by hand may hold any visible ASCII character. */
function quoted(key: string): string {
  return /^[\w@%+=:,./-]+$/.test(key) ? key : `'${key.replaceAll("'", "'\\''")}'`;
}
