/** The command that closes an open submit by hand. */
export function forgetLine(idempotencyKey: string): string {
  return `genctl recover --forget ${quoted(idempotencyKey)}`;
}

/** The command that sends an open submit with the key at hand, whose account a person vouches for. */
export function sameAccountLine(idempotencyKey: string): string {
  return `genctl recover --same-account ${quoted(idempotencyKey)}`;
}

/** As a POSIX shell reads it. A key that was given by hand may hold anything that can be sent in a header: ASCII, no spaces. */
function quoted(key: string): string {
  return /^[\w@%+=:,./-]+$/.test(key) ? key : `'${key.replaceAll("'", "'\\''")}'`;
}
