import { emitKeypressEvents, type Interface } from 'node:readline';

/** An escape may turn out to begin another key for so long. Readline's own half a second would be felt. Unit: ms. */
export const escapeMs = 80;

/**
 * Has a stream emit its keys, and a lone Esc soon. To be called before readline reads the stream for the first time, which would wait longer
 * for an Esc. Readline would also take keys that arrive together for a paste, and put them at the end of its line.
 */
export function emitKeys(input: NodeJS.ReadableStream): void {
  emitKeypressEvents(input, { escapeCodeTimeout: escapeMs } as unknown as Interface);
}
