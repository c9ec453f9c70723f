const toldAfterMs = 1_000;
/** The speed is averaged over this time, since older bytes say nothing about the time left. Unit: ms. */
const windowMs = 10_000;
/** Least time between two samples. Unit: ms. */
const sampleMs = 250;

/** The speed of all downloads together. Times are on the monotonic clock. Unit: ms. */
export function createTransferSpeed() {
  let received = 0;
  let samples: { atMs: number; received: number }[] = [];
  return {
    start(nowMs: number): void {
      samples = [{ atMs: nowMs, received }];
    },
    add(bytes: number, nowMs: number): void {
      received += bytes;
      if (nowMs - (samples.at(-1)?.atMs ?? 0) < sampleMs) return;
      samples.push({ atMs: nowMs, received });
      while ((samples[1]?.atMs ?? nowMs) <= nowMs - windowMs) samples.shift();
    },
    /** The current speed; undefined in the first second, which tells too little. Unit: bytes a second. */
    now(nowMs: number): number | undefined {
      const [first] = samples;
      if (first === undefined || nowMs - first.atMs < toldAfterMs) return undefined;
      return ((received - first.received) / (nowMs - first.atMs)) * 1_000;
    },
  };
}
