import {
  asciiSymbols,
  createShortIds,
  type Look,
  loadColors,
  plainColors,
  type ShortIds,
  type ShownIds,
  unicodeSymbols,
  wholeIds,
} from '../text/look.ts';
import { hideInLinks } from '../text/redaction.ts';
import { safeOutput } from '../text/safe-text.ts';
import {
  callerIn,
  drawsUnicode,
  type TerminalEnvironment,
  type TerminalFlags,
  wantsColor,
  whyNothingIsAsked,
} from './environment.ts';
import { createOutputStream, type OutputStream, type RawStream } from './output-stream.ts';
import { columnsOf, DirectStream, heightOf } from './standard-stream.ts';

/** One of the two streams that the program writes to. Whatever it writes is made safe to show, unless it is said otherwise. */
export interface TerminalStream extends Look, OutputStream {
  /** The current width: a window may change while a command runs. Unit: columns. */
  readonly columns: number;
  /** The current height. Unit: lines. */
  readonly height: number;
  unicode: boolean;
  /** Writes lines, each with its newline. */
  lines(lines: readonly string[]): void;
  /** Writes lines that are to be copied, with what stands in their links. */
  copies(lines: readonly string[]): void;
  /** Writes paths and the like, a line each. A program that reads them gets each byte. */
  values(lines: readonly string[]): void;
  /** Writes a text as it is: a picture, a bell, what a command of the user says. */
  writeAsIs(text: string): void;
  /** Node's own stream, for libraries that draw by themselves. */
  raw(): RawStream;
}

/** The terminal, or the files and pipes in its place. */
export interface Terminal {
  /** For the answer. */
  out: TerminalStream;
  /** For everything beside the answer. With `--json` and `-q` it is silent. */
  err: TerminalStream;
  /** As `err`, but never silent: for the failure, and for the requests that `--verbose` shows. */
  unmuted: TerminalStream;
  stdin: NodeJS.ReadableStream;
  /**
   * The short forms that ids are shown in; undefined where ids are whole on both streams, because a program may read them.
   */
  shortIds: ShortIds | undefined;
  /** True if a person sees both streams, so that nothing needs to be written to both. */
  showsBoth: boolean;
  /** True if the program may ask questions and draw moving lines. */
  readonly interactive: boolean;
  /** Why it may not do so; undefined where it may. */
  readonly whyNotInteractive: string | undefined;
  /** The variable that says that a program typed the line for somebody; undefined where none does. */
  caller: string | undefined;
  /** True if a question of money may not be passed over where nobody can be asked: it is refused. */
  readonly asksOrRefuses: boolean;
  /** Resolves once both streams are written out. @throws MachineError where the answer could not be written. */
  drain(): Promise<void>;
}

export interface TerminalParts {
  stdout: RawStream | DirectStream;
  stderr: RawStream | DirectStream;
  /** Opening stdin takes milliseconds, and most commands never read it. */
  stdin: () => NodeJS.ReadableStream;
  stdinIsTerminal: () => boolean;
  environment: TerminalEnvironment;
  platform: NodeJS.Platform;
  flags: TerminalFlags;
  /** Called once when stdout's reader has gone away; the command may stop at its leisure. */
  onClosedPipe?: (() => void) | undefined;
}

/** Finds out how to write to the two streams: colours, symbols, and whether questions may be asked. */
export async function createTerminal(parts: TerminalParts): Promise<Terminal> {
  const { json, quiet } = parts.flags;
  const shortIds = parts.stdout.isTTY === true && !json && !quiet ? createShortIds() : undefined;
  const [out, unmuted] = await Promise.all([
    createStream(parts, parts.stdout, { ids: shortIds, onClosedPipe: parts.onClosedPipe }),
    // Stderr repeats typed words as well: a callback with its token, a link with its signature.
    createStream(parts, parts.stderr, { ids: shortIds, hide: hideInLinks }),
  ]);
  const err = json || quiet ? mutedOf(unmuted) : unmuted;
  const terminal: Terminal = {
    out,
    err,
    unmuted,
    shortIds,
    showsBoth: shortIds !== undefined && err.isTerminal,
    get stdin() {
      return parts.stdin();
    },
    get interactive() {
      return terminal.whyNotInteractive === undefined;
    },
    get whyNotInteractive() {
      return whyNothingIsAsked(parts.flags, parts.environment, {
        // Asked only where it decides, because it opens stdin.
        stdin: err.isTerminal && parts.stdinIsTerminal(),
        stderr: err.isTerminal,
      });
    },
    caller: callerIn(parts.environment),
    get asksOrRefuses() {
      return terminal.interactive || terminal.caller !== undefined;
    },
    async drain() {
      // A failure of stderr can't be reported anywhere, and does not affect the answer.
      await err.drain().catch(() => {});
      await out.drain();
    },
  };
  return terminal;
}

/** A stream with the same look that writes nothing. */
function mutedOf(stream: TerminalStream): TerminalStream {
  return {
    ...stream,
    get columns() {
      return stream.columns;
    },
    get height() {
      return stream.height;
    },
    write() {},
    lines() {},
    copies() {},
    values() {},
    writeAsIs() {},
    writeBytes() {},
  };
}

async function createStream(
  { environment, flags, platform }: TerminalParts,
  target: RawStream | DirectStream,
  {
    hide = (text) => text,
    ids,
    onClosedPipe,
  }: {
    hide?: (text: string) => string;
    ids: ShownIds | undefined;
    onClosedPipe?: (() => void) | undefined;
  },
): Promise<TerminalStream> {
  const output = createOutputStream(target, onClosedPipe);
  const isTerminal = target.isTTY === true;
  const unicode = drawsUnicode(environment, platform);
  const isPainted = wantsColor(flags.color, environment, isTerminal);
  const writeSafe = (text: string): void => output.write(safeOutput(text, { isPainted }));
  const write = (text: string): void => writeSafe(hide(text));
  return {
    ...output,
    write,
    writeAsIs: output.write,
    raw: () => (target instanceof DirectStream ? target.opened() : target),
    isTerminal,
    ids: isTerminal && ids !== undefined ? ids : wholeIds,
    unicode,
    colors: isPainted ? await loadColors() : plainColors,
    symbols: unicode ? unicodeSymbols : asciiSymbols,
    get columns() {
      return columnsOf(target);
    },
    get height() {
      return heightOf(target);
    },
    lines(lines) {
      write(linesText(lines));
    },
    copies(lines) {
      writeSafe(linesText(lines));
    },
    values(lines) {
      (isTerminal ? write : output.write)(linesText(lines));
    },
  };
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
