import { isatty } from 'node:tty';
import { UsageError } from '../../errors/endings.ts';
import { readWhole } from '../../files/read-whole.ts';
import type { FileReader } from './text-source.ts';

const stdin = 0;
/** A prompt is 100,000 characters at most, a body a few more, and the pictures that are sent inside it. */
const limits = { bytesMost: 64 * 1024 * 1024, what: 'prompt and no body' };

/**
 * A file of this machine, or stdin for `-`. Fatal where it is not UTF-8: a text would be sent, and paid for, with its letters
 * replaced. A byte order mark at the beginning is no part of the text. Throws UsageError for a terminal as stdin and for
 * what is too long or never ends, else Node's errors.
 */
export const readLocalFile: FileReader = (path) => {
  // Nothing may hang where nothing was asked; a person has `compose`, and quotes.
  if (path === '-' && isatty(stdin)) throw stdinIsTerminal();
  return new TextDecoder('utf-8', { fatal: true }).decode(readWhole(path, limits));
};

function stdinIsTerminal(): UsageError {
  return new UsageError({
    code: 'stdin_is_terminal',
    message: '- reads stdin, and stdin is a terminal',
    why: 'Nothing is piped into the command.',
    hint: '… | genctl …, or genctl … < FILE, or @FILE; to be asked: genctl compose',
  });
}
