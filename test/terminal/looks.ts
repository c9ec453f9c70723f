import { PassThrough, Writable } from 'node:stream';
import type { ListLook } from '../../src/terminal/list-window.ts';
import { createTerminal, type Terminal, type TerminalParts } from '../../src/terminal/terminal.ts';
import { asciiSymbols, plainColors, unicodeSymbols, wholeIds } from '../../src/text/look.ts';

/** How a terminal of that width is written to, without colours. */
export function look(columns = 80, parts: Partial<ListLook> = {}): ListLook {
  return {
    height: 24,
    colors: plainColors,
    symbols: unicodeSymbols,
    columns,
    isTerminal: true,
    ids: wholeIds,
    ...parts,
  };
}

export const piped = look(80, { isTerminal: false });
export const ascii = look(80, { symbols: asciiSymbols });

/** A stream that keeps what it is given; a terminal where it has columns. */
export class KeptStream extends Writable {
  text = '';
  isTTY: boolean;
  columns: number | undefined;
  rows: number | undefined;

  constructor(columns?: number) {
    super({ decodeStrings: false });
    this.isTTY = columns !== undefined;
    this.columns = columns;
  }

  override _write(chunk: string, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.text += chunk;
    done();
  }

  /** A pipe does not end the streams of a process, either. */
  override end(): this {
    return this;
  }

  cursorTo(column: number): boolean {
    return this.write(`<column ${column}>`);
  }

  clearLine(): boolean {
    return this.write('<clear>');
  }

  moveCursor(): boolean {
    return this.write('<up>');
  }
}

export interface KeptTerminal {
  terminal: Terminal;
  stdout: KeptStream;
  stderr: KeptStream;
}

/** A terminal on kept streams: of 80 columns, or pipes. */
export async function keptTerminal(
  columns: number | undefined,
  parts: Partial<Pick<TerminalParts, 'environment' | 'stdin'>> & {
    flags?: Partial<TerminalParts['flags']>;
  } = {},
): Promise<KeptTerminal> {
  const stdout = new KeptStream(columns);
  const stderr = new KeptStream(columns);
  const terminal = await createTerminal({
    stdout,
    stderr,
    stdin: parts.stdin ?? (() => new PassThrough()),
    stdinIsTerminal: () => columns !== undefined,
    environment: parts.environment ?? { TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    platform: 'linux',
    flags: { color: 'never', json: false, quiet: false, noInput: false, ...parts.flags },
  });
  return { terminal, stdout, stderr };
}
