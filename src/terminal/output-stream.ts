import { MachineError } from '../errors/endings.ts';
import { genctl, say } from '../errors/hint.ts';

/** The parts of `process.stdout` and `process.stderr` that we use. */
export type RawStream = NodeJS.WritableStream & {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  rows?: number | undefined;
};

/** Called once a text is written, or can't be. */
export type Written = (error?: Error | null) => void;

/** The target that text is written to. */
interface TextTarget {
  write(text: string | Uint8Array, done: Written): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A stream that drops text quietly once its reader has gone away, and keeps any other failure until it is drained. */
export interface OutputStream {
  write(text: string): void;
  /** Writes bytes as they are, such as those of a file. */
  writeBytes(bytes: Uint8Array): void;
  /** Resolves once everything is written out. @throws MachineError where writing failed, as on a full disk; the same one each time. */
  drain(): Promise<void>;
  /** How many texts were written so far. */
  writes(): number;
  /** Tells whether nothing that is written will arrive any more. */
  isClosed(): boolean;
}

/** Error codes that mean that the reader is gone: `head`, a pager that was quit, a terminal that was closed. */
const readerGone = new Set([
  'EPIPE',
  'ECONNRESET',
  'EIO',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * Wraps a stream. `onClosedPipe` is called once, when its reader has gone away; later text is dropped.
 */
export function createOutputStream(stream: TextTarget, onClosedPipe: () => void = () => {}): OutputStream {
  let failure: MachineError | undefined;
  let closed = false;
  let pending = 0;
  let writes = 0;
  let drained: (() => void)[] = [];

  const fail = (error: NodeJS.ErrnoException): void => {
    if (closed) return;
    closed = true;
    if (readerGone.has(error.code ?? '')) onClosedPipe();
    else failure = writingFailed(error);
  };
  const settle = (): void => {
    pending -= 1;
    if (pending > 0) return;
    for (const resolve of drained) resolve();
    drained = [];
  };
  stream.on('error', fail);

  const send = (text: string | Uint8Array): void => {
    if (closed || text.length === 0) return;
    pending += 1;
    writes += 1;
    stream.write(text, (error) => {
      if (error) fail(error);
      settle();
    });
  };

  return {
    write: send,
    writeBytes: send,
    writes: () => writes,
    isClosed: () => closed,
    async drain() {
      if (pending > 0) await new Promise<void>((resolve) => drained.push(resolve));
      if (failure !== undefined) throw failure;
    },
  };
}

function writingFailed(cause: NodeJS.ErrnoException): MachineError {
  return new MachineError({
    code: 'output_failed',
    message: 'The output could not be written completely',
    why: `Writing stopped with ${cause.code ?? cause.message}.`,
    hint: say`Make room or write elsewhere; what was sent is kept: ${genctl`jobs`}`,
    cause,
  });
}
