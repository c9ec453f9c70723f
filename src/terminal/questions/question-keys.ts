import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { escapeMs } from './emit-keys.ts';

const escapeKey = '\u001b';
/** The marks of a paste, which a terminal sends if it was asked to. */
const pasteStart = `${escapeKey}[200~`;
const pasteEnd = `${escapeKey}[201~`;
/** A mark of a paste, an end of a line, or the keys up to the next of these. */
const keysPattern = new RegExp(
  String.raw`^(?:${escapeKey}\[20[01]~|\r\n?|\n|${escapeKey}?[^\r\n${escapeKey}]+|${escapeKey})`,
);

/** The part of stdin that a question reads. */
export type KeySource = NodeJS.ReadableStream & {
  setRawMode?: (isRaw: boolean) => unknown;
  unshift(keys: string): void;
};

/** The keys of a question that is asked by a prompt of inquirer's, which knows neither Esc nor a paste. */
interface QuestionKeys {
  /** The input of the prompt. */
  input: NodeJS.ReadableStream;
  /** Aborts at Esc. */
  left: AbortSignal;
  /** Stops reading. Keys behind the last Enter go back to stdin, for the next question. */
  end(): void;
}

/**
 * Reads the keys of one question from stdin. A lone Esc aborts `left`. In a paste, an end of a line is no Enter: it becomes a blank, or
 * nothing at the end of the paste. Keys behind an Enter wait until it is known whether that Enter ended the question. Of keys that were
 * typed before the question was asked only the text stays: an Enter or an arrow among them would answer what nobody has seen.
 */
export async function readQuestionKeys(stdin: KeySource): Promise<QuestionKeys> {
  const left = new AbortController();
  const input = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => stdin.setRawMode?.(isRaw),
  });
  const decoder = new StringDecoder('utf8');
  let waiting = '';
  let paste: 'none' | 'in a line' | 'at the end of a line' = 'none';
  let enter: NodeJS.Immediate | undefined;
  let lone: NodeJS.Timeout | undefined;
  let isAhead = true;

  const pass = (): void => {
    while (waiting !== '' && enter === undefined) {
      if (waiting === escapeKey && !isAhead) {
        lone = setTimeout(leave, escapeMs);
        return;
      }
      const [keys = ''] = keysPattern.exec(waiting) ?? [];
      waiting = waiting.slice(keys.length);
      if (keys === pasteStart) paste = 'in a line';
      else if (keys === pasteEnd) paste = 'none';
      else if (isAhead && paste === 'none' && ['\r', '\n', escapeKey].includes(keys.charAt(0))) continue;
      else if (keys.startsWith('\r') || keys === '\n') endLine();
      else {
        input.write(paste === 'at the end of a line' ? ` ${keys}` : keys);
        if (paste !== 'none') paste = 'in a line';
      }
    }
  };
  const endLine = (): void => {
    if (paste === 'none') {
      input.write('\r');
      enter = setImmediate(() => {
        enter = undefined;
        pass();
      });
    } else paste = 'at the end of a line';
  };
  const leave = (): void => {
    waiting = '';
    left.abort();
  };
  const hear = (chunk: Buffer | string): void => {
    clearTimeout(lone);
    waiting += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    pass();
  };
  // Once a shell continues the program, readline pauses its input for a moment, and a program that reads nothing ends.
  const goOn = (): void => void setImmediate(() => input.resume());

  input.on('pause', () => stdin.pause()).on('resume', () => stdin.resume());
  process.on('SIGCONT', goOn);
  stdin.setRawMode?.(true);
  stdin.on('data', hear);
  await readAhead();
  isAhead = false;
  return {
    input,
    left: left.signal,
    end() {
      process.off('SIGCONT', goOn);
      stdin.off('data', hear);
      clearTimeout(lone);
      clearImmediate(enter);
      if (waiting !== '') stdin.unshift(waiting);
    },
  };
}

/** Resolves once stdin has given what was typed so far: after a whole round of the event loop. */
function readAhead(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
