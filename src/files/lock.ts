import { readFileSync, renameSync, unlinkSync, utimesSync } from 'node:fs';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { errorCode } from '../errors/error-code.ts';
import { type ClaimOutcome, claimFile } from './exclusive-claim.ts';
import { describeHolder, isAbandoned, type LockHolder, newHolder, readHolder } from './owner-mark.ts';
import { discard, uniquePathBeside } from './temp-file.ts';

/** Another process held a lock for longer than this one was willing to wait. */
export class LockTimeoutError extends Error {
  override readonly name = 'LockTimeoutError';
  readonly code = 'ELOCKED';
  readonly path: string;
  readonly waitedMs: number;

  constructor(parts: { path: string; holder: string; waitedMs: number }) {
    super(`${parts.path} is locked by ${parts.holder}; waited ${Math.round(parts.waitedMs)} ms`);
    this.path = parts.path;
    this.waitedMs = parts.waitedMs;
  }
}

export interface LockOptions {
  /** How long to wait for the lock, summed over the pauses: neither a clock that jumps nor a suspended machine counts. */
  timeoutMs: number;
  /** From this age on a lock counts as abandoned although its holder may run: well above what `work` can take. */
  staleMs: number;
  /** Milliseconds since 1970, on a clock that the processes share. */
  now: () => number;
  /**
   * For a lock that is held for hours: its holder touches the file at this interval, and `staleMs`, which must be a multiple of
   * it, counts from the last touch. So a holder on another machine that was killed is told from one that works on. Unit: ms.
   */
  renewMs?: number;
  /** Ends the waiting with the signal's reason; `work` is not interrupted. */
  signal?: AbortSignal | undefined;
  /** A pause between two attempts, ended early by the signal. A timer unless given. */
  sleep?: (delayMs: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Spreads the attempts of several processes: at least 0, below 1. */
  random?: () => number;
}

const firstDelayMs = 4;
const longestDelayMs = 100;

/**
 * Runs `work` while no other process, and no other call in this one, runs its own under the same path. The lock is a file
 * that names its holder; its folder must exist. A holder that died, or has held on for `staleMs`, loses it. The order in
 * which waiters come through is not kept.
 *
 * A holder that is slower than `staleMs` runs beside its successor, so nothing that costs money may rest on a lock alone.
 *
 * @throws LockTimeoutError (`ELOCKED`) after `timeoutMs`; the signal's reason; native errors; whatever `work` throws.
 */
export async function withLock<Result>(
  path: string,
  options: LockOptions,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const lock = await takeLock(path, options);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** A lock that was taken, until it is released. */
export interface HeldLock {
  /** Tells whether it is held still. A process that was suspended may find that another one took its lock for abandoned. */
  isHeld(): boolean;
  release(): void;
}

/** Takes a lock as {@link withLock} does, for work that does not end within one call. Throws as it does. */
export async function takeLock(path: string, options: LockOptions): Promise<HeldLock> {
  const mine = await acquire(path, options);
  const takenNs = process.hrtime.bigint();
  const renewal = options.renewMs === undefined ? undefined : setInterval(renew, options.renewMs).unref();
  const isHeld = () => readHolder(path)?.text === mine.text;
  function renew(): void {
    try {
      const now = new Date(options.now());
      if (isHeld()) utimesSync(path, now, now);
    } catch {
      // A sign of life that can't be given now is given the next time.
    }
  }
  return {
    isHeld,
    release() {
      clearInterval(renewal);
      const heldMs = Number(process.hrtime.bigint() - takenNs) / 1e6;
      release(path, mine, { isYoung: heldMs < options.staleMs / 2 });
    },
  };
}

/**
 * Takes a lock as {@link takeLock} does, but without waiting: undefined if another process holds it. Throws native errors.
 */
export function tryLock(
  path: string,
  { now, staleMs }: Pick<LockOptions, 'now' | 'staleMs'>,
): Pick<HeldLock, 'release'> | undefined {
  const nowMs = now();
  const mine = newHolder(nowMs);
  const isTaken = (): boolean => claimLock(path, mine) === 'claimed' || readHolder(path)?.text === mine.text;
  const held = (): Pick<HeldLock, 'release'> => ({ release: () => release(path, mine, { isYoung: true }) });
  if (isTaken()) return held();
  const holder = readHolder(path);
  const isFree =
    holder !== undefined &&
    isAbandoned(holder, { now: nowMs, staleMs }) &&
    evict(path, holder, { now: nowMs, staleMs });
  return isFree && isTaken() ? held() : undefined;
}

async function acquire(path: string, options: LockOptions): Promise<LockHolder> {
  const { timeoutMs, staleMs, signal, random = Math.random, sleep = pause } = options;
  let waitedMs = 0;
  for (let limitMs = firstDelayMs; ; limitMs = Math.min(limitMs * 2, longestDelayMs)) {
    signal?.throwIfAborted();
    const now = options.now();
    const mine = newHolder(now, { renewed: options.renewMs !== undefined });
    // Read back even then: over a network a link may be made and yet be reported as taken.
    const holder = claimLock(path, mine) === 'claimed' ? mine : readHolder(path);
    if (holder?.text === mine.text) return mine;
    if (holder !== undefined && isAbandoned(holder, { now, staleMs })) {
      if (evict(path, holder, { now, staleMs })) continue;
    }
    if (waitedMs >= timeoutMs) throw new LockTimeoutError({ path, holder: describeHolder(holder), waitedMs });
    const delayMs = Math.min(1 + random() * limitMs, timeoutMs - waitedMs);
    await sleep(delayMs, signal);
    waitedMs += delayMs;
  }
}

function claimLock(path: string, holder: LockHolder): ClaimOutcome {
  // Not flushed: after a power cut nobody holds a lock.
  return claimFile(path, Buffer.from(holder.text), { durable: false });
}

/**
 * Takes an abandoned lock away; true where this process did it. Takers go one at a time, under a guard beside the lock:
 * otherwise one that judged the old holder could remove the lock that a quicker one has taken since.
 */
function evict(path: string, judged: LockHolder, limits: { now: number; staleMs: number }): boolean {
  const guard = `${path}.takeover`;
  const mine = newHolder(limits.now);
  if (claimLock(guard, mine) === 'exists') {
    const other = readHolder(guard);
    if (other !== undefined && isAbandoned(other, limits)) takeAway(guard, other);
    return false;
  }
  try {
    return takeAway(path, judged);
  } finally {
    takeAway(guard, mine);
  }
}

/** Removes the lock that `judged` holds and no other; true where it did. */
function takeAway(path: string, judged: LockHolder): boolean {
  if (readHolder(path)?.text !== judged.text) return false;
  const aside = uniquePathBeside(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  const taken = readFileSync(aside);
  // It changed hands between the look and the rename: its holder gets it back, unless the name is taken again.
  const isRight = taken.toString() === judged.text;
  if (!isRight) claimFile(path, taken, { durable: false });
  discard(aside);
  return isRight;
}

/** A lock that is young can't change hands between the look and its removal: nobody takes it for abandoned yet. */
function release(path: string, mine: LockHolder, { isYoung }: { isYoung: boolean }): void {
  try {
    if (!isYoung) takeAway(path, mine);
    else if (readHolder(path)?.text === mine.text) unlinkSync(path);
  } catch {
    // The result of the work counts for more. What is left behind is abandoned as soon as this process ends.
  }
}

async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  // Its only failure is the signal's, which the next attempt reports with its own reason.
  await sleepFor(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
