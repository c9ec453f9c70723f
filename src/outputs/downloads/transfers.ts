import type { FlowEvent } from '../../ledger/events.ts';

export type Transfers = ReturnType<typeof createTransfers>;

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
  const large = new Set<string>();
  const begun = new Set<string>();
  let arrived = { files: 0, bytes: 0 };
  const speed = createTransferSpeed();

  return {
    take(event: TransferEvent, nowMs: number): void {
      const key = keyOf(event);
      const transfer = running.get(key);
      switch (event.kind) {
        case 'download-started':
          if (running.size === 0) {
            arrived = { files: 0, bytes: 0 };
            speed.start(nowMs);
          }
          begun.add(key);
          running.set(key, { path: event.path, bytesDone: 0, bytesTotal: undefined, startedMs: nowMs });
          return;
        case 'download-progress':
          if (transfer === undefined) return;
          transfer.bytesTotal = event.bytesTotal ?? transfer.bytesTotal;
          // A download that starts over has fewer bytes, but those already received still count for the speed.
          speed.add(Math.max(0, event.bytesDone - transfer.bytesDone), nowMs);
          transfer.bytesDone = event.bytesDone;
          return;
        case 'downloaded':
          if (running.delete(key)) arrived = { files: arrived.files + 1, bytes: arrived.bytes + event.bytes };
          return;
        case 'download-stopped':
          running.delete(key);
      }
    },
    /** The sum of all current downloads; undefined where there are none. */
    sum(nowMs: number): TransferSum | undefined {
      return running.size === 0 ? undefined : sumOf([...running.values()], arrived, speed.now(nowMs));
    },
    /** The number of downloads that have begun so far. */
    begun: () => begun.size,
    /** The file of an event that is the first to show that the file is large; else undefined. */
    foundLarge(event: FlowEvent): Pick<Transfer, 'bytesTotal' | 'path'> | undefined {
      if (event.kind !== 'download-progress') return undefined;
      const key = keyOf(event);
      const transfer = running.get(key);
      if (transfer === undefined || large.has(key)) return undefined;
      const { path, bytesTotal } = transfer;
      if ((bytesTotal ?? event.bytesDone) < largeBytes) return undefined;
      large.add(key);
      return { path, bytesTotal };
    },
  };
}

function sumOf(
  files: readonly Transfer[],
  arrived: { files: number; bytes: number },
  bytesPerSecond: number | undefined,
): TransferSum {
  const bytesDone = files.reduce((sum, file) => sum + file.bytesDone, arrived.bytes);
  const bytesTotal = files.every((file) => file.bytesTotal !== undefined)
    ? files.reduce((sum, file) => sum + (file.bytesTotal ?? 0), arrived.bytes)
    : undefined;
  return {
    path: files.length === 1 ? files[0]?.path : undefined,
    running: files.length,
    arrived: arrived.files,
    bytesDone,
    bytesTotal,
    bytesPerSecond,
    leftMs:
      bytesTotal !== undefined && bytesPerSecond !== undefined && bytesPerSecond > 0
        ? (Math.max(0, bytesTotal - bytesDone) / bytesPerSecond) * 1_000
        : undefined,
    startedMs: Math.min(...files.map(({ startedMs }) => startedMs)),
  };
}

function keyOf({ jobId, index }: { jobId: string; index: number }): string {
  return `${jobId} ${index}`;
}

/** The speed of all downloads together. Times are on the monotonic clock. Unit: ms. */
function createTransferSpeed() {
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
