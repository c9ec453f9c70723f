import type { Readable } from 'node:stream';

export interface PrintClock {
  sleep(ms: number): Promise<void>;
}

/** What a command prints, on its way to stderr. */
export interface PrintedOutput {
  /**
   * Resolves when all is printed. A program that the command left in the background may hold a stream open: it is not waited
   * for once nothing comes any more.
   */
  settle(): Promise<void>;
  /** Reads no more. */
  stop(): void;
}

/** How long nothing comes from a stream that a program in the background holds open. Unit: ms. */
const idleMs = 100;

/** Prints streams line by line, so that lines of two streams, or a line that is drawn meanwhile, do not run into each other. */
export function printOutput(
  streams: readonly Readable[],
  print: (text: string) => Promise<void>,
  { sleep }: PrintClock,
): PrintedOutput {
  let pieces = 0;
  let underWay = 0;
  async function printAll(stream: Readable): Promise<void> {
    for await (const text of wholeLines(stream)) {
      pieces += 1;
      underWay += 1;
      await print(text);
      underWay -= 1;
    }
  }
  const all = Promise.all(streams.map(printAll)).then(() => true);
  return {
    async settle() {
      for (let before = -1; before !== pieces || underWay > 0; ) {
        before = pieces;
        if (await Promise.race([all, sleep(idleMs).then(() => false)])) return;
      }
    },
    stop() {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** A line that is longer than this is cut, so that it does not fill the memory. Unit: characters. */
const lineMost = 64 * 1024;

/** The text of a stream in pieces that end with a newline. A stream that is stopped ends as any other. */
async function* wholeLines(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const piece of stream.setEncoding('utf8')) {
      const text = `${rest}${piece}`;
      const end = text.length > lineMost ? text.length : text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      if (end > 0) yield text.slice(0, end);
    }
  } catch {
    // It was stopped, or can't be read any more: what came is printed.
  }
  if (rest !== '') yield `${rest}\n`;
}
