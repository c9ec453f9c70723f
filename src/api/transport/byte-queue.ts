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
  let discarding = false;
  let discardedBytes = 0;
  let over: { error?: Error } | undefined;
  let wake: (() => void) | undefined;

  const notify = (): void => {
    wake?.();
    wake = undefined;
  };
  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const resume = (): void => {
    if (paused) sender.resume();
    paused = false;
  };
  const stop = (): void => {
    chunks.length = 0;
    if (over !== undefined) return;
    over = {};
    notify();
    sender.stop();
  };
  const drop = (bytes: number): void => {
    discardedBytes += bytes;
    if (discardedBytes > discardedBytesMost) stop();
  };

  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk !== undefined) {
        queuedBytes -= chunk.byteLength;
        if (queuedBytes < roomBytes) resume();
        return { done: false, value: chunk };
      }
      if (over?.error !== undefined) throw over.error;
      if (over !== undefined) return { done: true, value: undefined };
      await changed();
    }
  }

  return {
    body: readOnce(next, stop),
    push(chunk) {
      if (over !== undefined) return;
      if (discarding) return drop(chunk.byteLength);
      chunks.push(chunk);
      queuedBytes += chunk.byteLength;
      if (!paused && queuedBytes > fullBytes) {
        paused = true;
        sender.pause();
      }
      notify();
    },
    end() {
      over ??= {};
      notify();
    },
    fail(error) {
      over ??= { error };
      notify();
    },
    async discard() {
      discarding = true;
      chunks.length = 0;
      drop(queuedBytes);
      if (over !== undefined) return;
      resume();
      await changed();
    },
  };
}

function readOnce(
  next: () => Promise<IteratorResult<Uint8Array, undefined>>,
  stop: () => void,
): AsyncIterable<Uint8Array> {
  const leave = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    stop();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
}
