import { closeSync, openSync } from 'node:fs';
import { isOfLimit } from '../errors/system-trouble.ts';

/** A record takes two at a time, its file and the folder of it; a terminal that is opened late takes two. */
const spareCount = 4;

/** A file that every system has, and that can be opened any number of times. */
const nothing = process.platform === 'win32' ? '\\\\.\\nul' : '/dev/null';

/** Work that must find descriptors later holds the spare ones, until it is over. */
export interface HeldDescriptors {
  /** Runs work with the spare ones closed where it needs them. It may be run twice: again where a limit stopped it. */
  spend<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends the hold. A second call does nothing. */
  release(): void;
}

export type SpareDescriptors = ReturnType<typeof createSpareDescriptors>;

/**
 * Descriptors that are held open while something must not fail for want of one. All holders share them: the last to spend has them
 * closed at once, and any other one once a limit stops it.
 */
export function createSpareDescriptors() {
  const spares: number[] = [];
  let holders = 0;

  function close(): void {
    for (const descriptor of spares.splice(0)) closeSync(descriptor);
  }
  function fill(): void {
    try {
      while (spares.length < spareCount) spares.push(openSync(nothing, 'r'));
    } catch (error) {
      if (holders === 0) close();
      // A system without such a file has no spare descriptors, and works as it would without them.
      if (isOfLimit(error)) throw error;
    }
  }
  async function spend<Result>(work: () => Promise<Result>): Promise<Result> {
    if (holders === 1) close();
    try {
      return await work();
    } catch (error) {
      if (!isOfLimit(error)) throw error;
      close();
      return work();
    }
  }
  return {
    /** Opens those that are not open. @throws the native error of a limit (EMFILE, ENFILE): then nothing is held. */
    hold(): HeldDescriptors {
      fill();
      holders += 1;
      let isHeld = true;
      return {
        spend,
        release() {
          if (!isHeld) return;
          isHeld = false;
          holders -= 1;
          if (holders === 0) close();
        },
      };
    },
  };
}
