/** The command that closes an open submit by hand. `journal` is the path of the one that knows of it, where no ledger here does. */
export function forgetLine(idempotencyKey: string, journal?: string): string {
  const of = journal === undefined ? '' : ` --journal ${quoted(journal)}`;
  return `genctl recover --forget ${quoted(idempotencyKey)}${of}`;
}

/** The command that sends an open submit with the current API key. Whoever types it vouches that the account is the same. */
export function sameAccountLine(idempotencyKey: string): string {
  return `genctl recover --same-account ${quoted(idempotencyKey)}`;
}

/** Quotes a word for a POSIX shell. A key that was set by hand may hold any visible ASCII character. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
