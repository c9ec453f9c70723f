/** Every part but the last of an upload is this long; a smaller output is put at once. Unit: bytes. */
export const partBytes = 8 * 1024 * 1024;
/** How many parts this process has in memory, whatever the number of uploads: 32 MiB. */
const slotsMost = 4;

/** Memory for a part, lent out to one upload at a time. */
interface PartSlots {
  /** Waits until there is room. */
  take(): Promise<Buffer>;
  /** The same at once; undefined where there is no room. */
  takeNow(): Buffer | undefined;
  give(part: Buffer): void;
}

/** The slots of this process. Whoever waits for one is served in turn. */
export const partSlots: PartSlots = createPartSlots();

function createPartSlots(): PartSlots {
  const free: Buffer[] = [];
  const waiting: ((part: Buffer) => void)[] = [];
  let made = 0;
  function takeNow(): Buffer | undefined {
    const known = free.pop();
    if (known !== undefined || made === slotsMost) return known;
    made += 1;
    return Buffer.allocUnsafeSlow(partBytes);
  }
  return {
    takeNow: () => (waiting.length > 0 ? undefined : takeNow()),
    async take() {
      const part = takeNow();
      return part ?? new Promise((resolve) => void waiting.push(resolve));
    },
    give(part) {
      const next = waiting.shift();
      if (next === undefined) free.push(part);
      else next(part);
    },
  };
}
