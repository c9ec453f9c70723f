/** The queue's hold on the sender that fills it. */
export interface PausableSender {
  pause(): void;
  resume(): void;
  /** Called when the reader leaves before the end. */
  stop(): void;
}

/** Bytes on their way from a sender that pushes to a reader that pulls. */
export interface ByteQueue {
  /** Can be read once. Throws the error given to `fail`, after the bytes that came before it. */
  body: AsyncIterable<Uint8Array>;
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
  /** Drops what is queued and reads a small rest to its end, so that its connection can be used again; then it resolves. */
  discard(): Promise<void>;
}

/** Above the first the sender is paused; below the second it goes on. Unit: bytes. */
const fullBytes = 1024 * 1024;
const roomBytes = 256 * 1024;
/** A longer rest is not worth reading: the sender is stopped instead. Unit: bytes. */
const discardedBytesMost = 64 * 1024;

export function createByteQueue(sender: PausableSender): ByteQueue {
  const chunks: Uint8Array[] = [];
  let queuedBytes = 0;
  let paused = false;
  let over: { error?: Error } | undefined;
  let wake = (): void => {};

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = chunks.shift();
        if (chunk !== undefined) {
          queuedBytes -= chunk.byteLength;
          if (paused && queuedBytes < roomBytes) {
            paused = false;
            sender.resume();
          }
          yield chunk;
        } else if (over?.error !== undefined) throw over.error;
        else if (over !== undefined) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      chunks.length = 0;
      if (over === undefined) {
        over = {};
        sender.stop();
      }
    }
  }
  function finish(how: { error?: Error }): void {
    over ??= how;
    wake();
  }

  const body = read();
  return {
    body,
    push(chunk) {
      if (over !== undefined) return;
      chunks.push(chunk);
      queuedBytes += chunk.byteLength;
      if (!paused && queuedBytes > fullBytes) {
        paused = true;
        sender.pause();
      }
      wake();
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    discard: () => runOut(body),
  };
}

/** Reads a body to its end, and leaves it where that is far. */
async function runOut(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > discardedBytesMost) return;
    }
  } catch {
    // Nobody wants the rest, so its failure is no trouble.
  }
}
