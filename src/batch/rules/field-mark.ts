/** Length of a mark. Unit: hex digits. */
const markLength = 16;

/** A mark, by which it is told that a value is not the one it was: the first digits of its SHA-256, given in hex. */
export function markOf(sha256: string): string {
  return sha256.slice(0, markLength);
}

/** Tells whether a value that was read back is a mark. */
export function isMark(value: unknown): value is string {
  return typeof value === 'string' && value.length === markLength && /^[0-9a-f]*$/.test(value);
}
