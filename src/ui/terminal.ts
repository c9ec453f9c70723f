import {
  drawsUnicode,
  type TerminalEnvironment,
  type TerminalFlags,
  wantsColor,
  whyNothingIsAsked,
} from './environment.ts';
import { asciiSymbols, type Look, loadColors, plainColors, unicodeSymbols } from './look.ts';
import { createOutputStream, type OutputStream, type RawStream } from './output-stream.ts';

/** Columns of a stream that does not say, or says 0 (a pipe, a bare pseudo-terminal). */
const usualColumns = 80;

/** One of the two streams that the program speaks on. */
export interface TerminalStream extends Look, OutputStream {
  /** Read each time: a window changes its width while a command runs. Unit: columns. */
  readonly columns: number;
  unicode: boolean;
  /** Writes lines, each with its newline. */
  lines(lines: readonly string[]): void;
  /** For libraries that draw by themselves. */
  raw: RawStream;
}

/** The terminal, or what stands in its place. */
export interface Terminal {
  /** The answer. */
  out: TerminalStream;
  /** The conversation: with `--json` and `-q` nothing of it is said. */
  err: TerminalStream;
  /** The same stream for what is said in any case: the failure, and the requests that `--verbose` asks for. */
  unmuted: TerminalStream;
  stdin: NodeJS.ReadableStream;
  /** Whether something may be asked and may move. */
  readonly interactive: boolean;
  /** Why it may not; undefined where it may. */
  readonly whyNotInteractive: string | undefined;
  /** Resolves once both streams are written out. Throws MachineError where the answer could not be written. */
  drain(): Promise<void>;
}

export interface TerminalParts {
  stdout: RawStream;
  stderr: RawStream;
  /** Opening stdin takes milliseconds, and most commands never read it. */
  stdin: () => NodeJS.ReadableStream;
  stdinIsTerminal: () => boolean;
  environment: TerminalEnvironment;
  platform: NodeJS.Platform;
  flags: TerminalFlags;
  /** Called once when stdout's reader has gone away; the command may stop at its leisure. */
  onClosedPipe?: (() => void) | undefined;
}

/** Finds out once how to speak: colours and symbols a stream, and whether the terminal may be asked. */
export async function createTerminal(parts: TerminalParts): Promise<Terminal> {
  const [out, unmuted] = await Promise.all([
    createStream(parts, parts.stdout, parts.onClosedPipe),
    createStream(parts, parts.stderr, undefined),
  ]);
  const err = parts.flags.json || parts.flags.quiet ? mutedOf(unmuted) : unmuted;
  const whyNotInteractive = (): string | undefined =>
    whyNothingIsAsked(parts.flags, parts.environment, {
      // Asked only where it counts: it opens stdin.
      stdin: err.isTerminal && parts.stdinIsTerminal(),
      stderr: err.isTerminal,
    });
  return {
    out,
    err,
    unmuted,
    get stdin() {
      return parts.stdin();
    },
    get interactive() {
      return whyNotInteractive() === undefined;
    },
    get whyNotInteractive() {
      return whyNotInteractive();
    },
    async drain() {
      // Trouble on stderr has nowhere to be told, and takes nothing from the answer.
      await err.drain().catch(() => {});
      await out.drain();
    },
  };
}

/** A stream that looks the same, and on which nothing is said. */
function mutedOf(stream: TerminalStream): TerminalStream {
  return {
    ...stream,
    get columns() {
      return stream.columns;
    },
    write() {},
    lines() {},
  };
}

async function createStream(
  { environment, flags, platform }: TerminalParts,
  raw: RawStream,
  onClosedPipe: (() => void) | undefined,
): Promise<TerminalStream> {
  const output = createOutputStream(raw, onClosedPipe);
  const isTerminal = raw.isTTY === true;
  const unicode = drawsUnicode(environment, platform);
  return {
    ...output,
    raw,
    isTerminal,
    unicode,
    colors: wantsColor(flags.color, environment, isTerminal) ? await loadColors() : plainColors,
    symbols: unicode ? unicodeSymbols : asciiSymbols,
    get columns() {
      return raw.columns !== undefined && raw.columns > 0 ? raw.columns : usualColumns;
    },
    lines(lines) {
      output.write(lines.map((line) => `${line}\n`).join(''));
    },
  };
}
