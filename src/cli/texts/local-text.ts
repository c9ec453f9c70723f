import { UsageError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import { readWhole } from '../../files/read-whole.ts';
import type { FileReader } from './text-source.ts';

const stdin = 0;
/** A prompt has at most 100,000 characters; a body has a few more, and the pictures inside it. */
const limits = { bytesMost: 64 * 1024 * 1024, what: 'prompt and no body' };

/**
 * Reads a file of this machine, or stdin for `-`. It throws where the text is not UTF-8, because the text would be sent, and
 * paid for, with letters replaced. A byte order mark at the beginning is dropped. Throws UsageError where stdin is a terminal
 * and for a text that is too long or endless, and otherwise Node's errors.
 */
export const readLocalFile: FileReader = (path) => {
  if (path === '-') assertStdinPiped();
  return new TextDecoder('utf-8', { fatal: true }).decode(readWhole(path, limits));
};

/** Reading a terminal would hang without a prompt; a person can use `compose`, or quotes. Throws UsageError. */
export function assertStdinPiped(): void {
  if (isTerminal(stdin)) throw stdinIsTerminal();
}

/** Tells whether a descriptor is a terminal. Node's module for that is loaded only where there may be one. */
function isTerminal(descriptor: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

function stdinIsTerminal(): UsageError {
  return new UsageError({
    code: 'stdin_is_terminal',
    message: '- reads stdin, and stdin is a terminal',
    why: 'You piped nothing into the command.',
    hint: say`… | ${genctl`…`}, or genctl … < FILE, or @FILE; to answer questions: ${genctl`compose`}`,
  });
}
