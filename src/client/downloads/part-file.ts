import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeSync, writevSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { makeFolders } from '../../files/folder.ts';
import { runTogether } from '../../files/run-together.ts';
import { flushed } from '../../files/steps.ts';
import { discard } from '../../files/temp-file.ts';
import type { Clock } from '../transport/clock.ts';
import { onDisk, onDiskSoon } from './disk-error.ts';
import { signatureBytes } from './output-kind.ts';
import { partPath, removeAbandonedParts } from './part-name.ts';

/** A file that is being downloaded, beside its final name. Its methods throw MachineError. */
export interface PartFile {
  readonly path: string;
  readonly descriptor: number;
  /** Received so far, written to the disk or not. */
  readonly bytes: number;
  /** Its first bytes, enough to tell what it is. */
  readonly head: Uint8Array;
  write(chunk: Uint8Array): void;
  /** Drops all bytes and starts again from zero. */
  restart(): void;
  /** Makes the bytes durable and resolves with their SHA-256, in hex. Other downloads go on meanwhile. */
  seal(): Promise<string>;
  close(): void;
  /** Closes the file and keeps it with all that was received, or removes it. Never throws. */
  abandon(keep: boolean): void;
}

/** This much is collected before it is written, because small writes cost more time than the network. Unit: bytes. */
const flushBytes = 1024 * 1024;
/** Longest time that bytes stay unwritten. Unit: ms. */
const flushMs = 5000;
/** How many parts of one file this process may have at a time. */
const partsMost = 99;

/**
 * Creates `NAME.OWNER.part` and missing folders. It leaves alone the parts of the same file that others are writing, and
 * removes those that nobody writes any more.
 */
export function createPartFile(target: string, clock: Clock): PartFile {
  const { path, descriptor } = onDisk(target, () => {
    makeFolders(dirname(target));
    removeAbandonedParts(target, clock.nowMs());
    return openFree(target);
  });
  let hash = createHash('sha256');
  let bytes = 0;
  let head: Uint8Array = new Uint8Array();
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let flushedMs = clock.monotonicMs();
  let open = true;

  function flush(): void {
    const chunks = pending;
    const offset = bytes - pendingBytes;
    pending = [];
    pendingBytes = 0;
    flushedMs = clock.monotonicMs();
    onDisk(path, () => writeAll(descriptor, chunks, offset));
  }

  function close(): void {
    if (!open) return;
    open = false;
    closeSync(descriptor);
  }

  return {
    path,
    descriptor,
    get bytes() {
      return bytes;
    },
    get head() {
      return head;
    },
    write(chunk) {
      if (head.byteLength < signatureBytes)
        head = Buffer.concat([head, chunk.subarray(0, signatureBytes - head.byteLength)]);
      hash.update(chunk);
      pending.push(chunk);
      pendingBytes += chunk.byteLength;
      bytes += chunk.byteLength;
      if (pendingBytes >= flushBytes || clock.monotonicMs() - flushedMs > flushMs) flush();
    },
    restart() {
      hash = createHash('sha256');
      bytes = 0;
      head = new Uint8Array();
      pending = [];
      pendingBytes = 0;
      onDisk(path, () => ftruncateSync(descriptor));
    },
    async seal() {
      flush();
      await onDiskSoon(path, () => runTogether(flushed({ bytesOf: descriptor })));
      return hash.digest('hex');
    },
    close,
    abandon(keep) {
      // Errors are ignored here: the failure that led here is the one worth reporting.
      if (keep) attempt(flush);
      attempt(close);
      if (!keep) discard(path);
    },
  };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {}
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

/** Writes all chunks; one system call may take fewer bytes than it was given. */
function writeAll(descriptor: number, chunks: readonly Uint8Array[], offset: number): void {
  if (chunks.length === 0) return;
  let written = writevSync(descriptor, chunks, offset);
  const wanted = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  if (written === wanted) return;
  const whole = Buffer.concat(chunks);
  while (written < wanted)
    written += writeSync(descriptor, whole, written, wanted - written, offset + written);
}
