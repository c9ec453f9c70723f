import { closeSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../api/transport/clock.ts';
import { errorCode } from '../../errors/error-code.ts';
import { flushed } from '../../files/durable-work.ts';
import { makeFolders } from '../../files/folder.ts';
import { runTogether } from '../../files/run-together.ts';
import { discard } from '../../files/temp-file.ts';
import { onDisk, onDiskSoon } from './disk-error.ts';
import { giveFinishedName, type NameChoice } from './finished-name.ts';
import { endsWhole } from './output-kind.ts';
import { type OutputSink, ReceivedBytes } from './output-sink.ts';
import { partPath, removeAbandonedParts } from './part-name.ts';
import { createWriteBehind } from './write-behind.ts';

/** How many parts of one file this process may have at a time. */
const partsMost = 99;

/**
 * Creates `NAME.OWNER.part` beside a path, which is absolute, and missing folders. It leaves alone the parts of the same file that
 * others are writing, and removes those that nobody writes any more. Its methods throw MachineError.
 */
export function createFileSink(target: string, choice: NameChoice, clock: Clock): OutputSink {
  const { path, descriptor } = onDisk(target, () => {
    makeFolders(dirname(target));
    removeAbandonedParts(target, clock.nowMs());
    return openFree(target);
  });
  let received = new ReceivedBytes();
  let open = true;
  const behind = createWriteBehind(descriptor, clock.monotonicMs);

  function close(): void {
    if (!open) return;
    open = false;
    closeSync(descriptor);
  }

  function read(offset: number, spanBytes: number): Buffer {
    const span = Buffer.alloc(spanBytes);
    return span.subarray(0, readSync(descriptor, span, 0, spanBytes, Math.max(0, offset)));
  }

  return {
    get bytes() {
      return received.bytes;
    },
    get head() {
      return received.head;
    },
    keptAs: path,
    write(chunk) {
      received.add(chunk);
      const room = behind.add(chunk);
      return room === undefined ? undefined : onDiskSoon(path, () => room);
    },
    async restart() {
      received = new ReceivedBytes();
      await onDiskSoon(path, async () => {
        await behind.restart();
        ftruncateSync(descriptor);
      });
    },
    async seal() {
      await onDiskSoon(path, async () => {
        await behind.drain();
        await runTogether(flushed({ bytesOf: descriptor }));
      });
      return received.digest();
    },
    endsWhole: (kind) => endsWhole(kind, read, received.bytes),
    finish(content) {
      close();
      return giveFinishedName({ path, ...content }, target, choice);
    },
    async abandon(isWanted) {
      const keep = isWanted && received.bytes > 0;
      // Errors are ignored here: the failure that led here is the one worth reporting.
      await (keep ? behind.drain() : behind.restart()).catch(() => {});
      try {
        close();
      } catch {}
      if (!keep) discard(path);
    },
  };
}

/** With `wx` an existing file or link is never written through. */
function openFree(target: string): { path: string; descriptor: number } {
  for (let number = 1; ; number += 1) {
    const path = partPath(target, number);
    try {
      return { path, descriptor: openSync(path, 'wx+') };
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || number === partsMost) throw error;
    }
  }
}
