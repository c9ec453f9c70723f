import type { FlowEvent } from '../../ledger/events.ts';

type TransferEvent = Extract<FlowEvent, { kind: `download${string}` }>;

/** Times are on the monotonic clock. Unit: ms. */
export interface TransferSum {
  /** The only current download; undefined where there are several. */
  path: string | undefined;
  /** The number of current downloads. */
  running: number;
  /** The number of files finished since there was last no download. Their bytes stay in the sum, so that it never falls. */
  arrived: number;
  bytesDone: number;
  /** Undefined where the size of one of them is unknown. */
  bytesTotal: number | undefined;
  /** Averaged over the last ten seconds; undefined in the first second. */
  bytesPerSecond: number | undefined;
  leftMs: number | undefined;
  startedMs: number;
}

interface Transfer {
  path: string;
  bytesDone: number;
  bytesTotal: number | undefined;
  startedMs: number;
}

/** From this size on a download gets a line when it begins; a smaller one is over before a person has read it. Unit: bytes. */
const largeBytes = 10_000_000;

const toldAfterMs = 1_000;
/** The speed is averaged over this time, since older bytes say nothing about the time left. Unit: ms. */
const windowMs = 10_000;
/** Least time between two samples. Unit: ms. */
const sampleMs = 250;

/** The current downloads, summed up from events. */
export function createTransfers() {
  const running = new Map<string, Transfer>();
  /** All downloads so far, and whether each has shown that its file is large. */
  const begun = new Map<string, { isLarge: boolean }>();
  let arrived = { files: 0, bytes: 0 };
  let received = 0;
  let samples: { atMs: number; received: number }[] = [];

  function sample(bytes: number, nowMs: number): void {
    received += bytes;
    if (nowMs - (samples.at(-1)?.atMs ?? 0) < sampleMs) return;
    samples.push({ atMs: nowMs, received });
    while ((samples[1]?.atMs ?? nowMs) <= nowMs - windowMs) samples.shift();
  }
  /** The speed of all downloads together; undefined in the first second, which tells too little. Unit: bytes a second. */
  function speed(nowMs: number): number | undefined {
    const [first] = samples;
    if (first === undefined || nowMs - first.atMs < toldAfterMs) return undefined;
    return ((received - first.received) / (nowMs - first.atMs)) * 1_000;
  }
  return {
    take(event: TransferEvent, nowMs: number): void {
      const key = keyOf(event);
      const transfer = running.get(key);
      if (event.kind === 'download-started') {
        if (running.size === 0) {
          arrived = { files: 0, bytes: 0 };
          samples = [{ atMs: nowMs, received }];
        }
        if (!begun.has(key)) begun.set(key, { isLarge: false });
        running.set(key, { path: event.path, bytesDone: 0, bytesTotal: undefined, startedMs: nowMs });
      } else if (transfer !== undefined && event.kind === 'download-progress') {
        transfer.bytesTotal = event.bytesTotal ?? transfer.bytesTotal;
        // A download that starts over has fewer bytes, but those already received still count for the speed.
        sample(Math.max(0, event.bytesDone - transfer.bytesDone), nowMs);
        transfer.bytesDone = event.bytesDone;
      } else if (running.delete(key) && event.kind === 'downloaded')
        arrived = { files: arrived.files + 1, bytes: arrived.bytes + event.bytes };
    },
    /** The sum of all current downloads; undefined where there are none. */
    sum: (nowMs: number): TransferSum | undefined =>
      running.size === 0 ? undefined : sumOf([...running.values()], arrived, speed(nowMs)),
    /** The number of downloads that have begun so far. */
    begun: () => begun.size,
    /** The file of an event that is the first to show that the file is large; else undefined. */
    foundLarge(event: Extract<TransferEvent, { kind: 'download-progress' }>): Transfer | undefined {
      const key = keyOf(event);
      const [transfer, seen] = [running.get(key), begun.get(key)];
      if (transfer === undefined || seen === undefined || seen.isLarge) return undefined;
      seen.isLarge = (transfer.bytesTotal ?? event.bytesDone) >= largeBytes;
      return seen.isLarge ? transfer : undefined;
    },
  };
}

function sumOf(
  files: readonly Transfer[],
  arrived: { files: number; bytes: number },
  bytesPerSecond: number | undefined,
): TransferSum {
  const bytesDone = files.reduce((sum, file) => sum + file.bytesDone, arrived.bytes);
  const sizes = files.map((file) => file.bytesTotal ?? Number.NaN);
  const total = sizes.reduce((sum, bytes) => sum + bytes, arrived.bytes);
  const leftMs = (Math.max(0, total - bytesDone) / (bytesPerSecond || Number.NaN)) * 1_000;
  return {
    path: files.length === 1 ? files[0]?.path : undefined,
    running: files.length,
    arrived: arrived.files,
    bytesDone,
    bytesTotal: Number.isNaN(total) ? undefined : total,
    bytesPerSecond,
    leftMs: Number.isNaN(leftMs) ? undefined : leftMs,
    startedMs: Math.min(...files.map(({ startedMs }) => startedMs)),
  };
}

function keyOf({ jobId, index }: { jobId: string; index: number }): string {
  return `${jobId} ${index}`;
}
