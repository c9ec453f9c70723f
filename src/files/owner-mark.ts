import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../errors/error-code.ts';
import { nodeCrypto, nodeOs, sha256 } from './lazy-node.ts';

/** The process that made a file. Systems reuse process ids, so its time of birth is part of the mark. */
export interface OwnerMark {
  pid: number;
  /** Six hexadecimal digits, the same for all processes of a machine. */
  machine: string;
  /** When the process began, in whole milliseconds since 1970. */
  begun: number;
}

let own: OwnerMark | undefined;

export function ownMark(): OwnerMark {
  own ??= {
    pid: process.pid,
    machine: sha256(nodeOs().hostname()).slice(0, 6),
    begun: processBirth,
  };
  return own;
}

/** Tells whether the process of a mark is known to be gone. Nothing is known of processes on other machines. */
export function isOwnerGone({ pid, machine, begun }: OwnerMark): boolean {
  return machine === ownMark().machine && isProcessGone(pid, begun);
}

/** Tells whether a process of this machine is gone. In containers every run may have the same pid, so one's own may be a dead predecessor's. */
function isProcessGone(pid: number, begun: number): boolean {
  return pid === process.pid ? begun !== processBirth : !isRunning(pid);
}

/**
 * When this process began, in whole milliseconds since 1970: the same for as long as it runs, whatever becomes of the clock.
 * `performance.timeOrigin` says so, too, but loads a module of Node that takes as long as to read a file.
 */
const processBirth = Math.round(Date.now() - process.uptime() * 1000);

/** Tells whether a process of that number runs on this machine. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM is a process of another user: it runs.
    return errorCode(error) !== 'ESRCH';
  }
}

/** The holder of a lock, as its file names it. */
export interface LockHolder {
  /** The file's whole text. No two are alike, so it tells one holding of the lock from the next. */
  text: string;
  /** When it was taken, milliseconds since 1970. */
  takenAt: number;
  /** When its holder last gave a sign of life, milliseconds since 1970: when it was taken, unless it is renewed. */
  seenAt: number;
  /** Undefined where the text can't be read, as when its holder died before writing it. */
  process: { pid: number; host: string; startedAt: number } | undefined;
}

/** This process, as the holder of a lock from `takenAt` on, milliseconds since 1970; `renewed` where it will touch the file. */
export function newHolder(takenAt: number, { renewed } = { renewed: false }): LockHolder {
  const self = { pid: process.pid, host: nodeOs().hostname(), startedAt: processBirth };
  return {
    text: JSON.stringify({
      ...self,
      takenAt,
      token: nodeCrypto().randomUUID(),
      ...(renewed ? { renewed } : {}),
    }),
    takenAt,
    seenAt: takenAt,
    process: self,
  };
}

/** The holder that a lock file names; undefined where there is no such file. */
export function readHolder(path: string): LockHolder | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const touchedAt = () => statSync(path).mtimeMs;
    const unread = () => {
      const takenAt = touchedAt();
      return { text, takenAt, seenAt: takenAt, process: undefined };
    };
    return parseHolder(text, touchedAt) ?? unread();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Tells whether a holder is gone for good, or has held its lock for so long that it is taken for gone. */
export function isAbandoned(holder: LockHolder, limits: { now: number; staleMs: number }): boolean {
  // Either way round: a clock that was set back must not keep a dead lock alive.
  if (Math.abs(limits.now - holder.seenAt) > limits.staleMs) return true;
  if (holder.process === undefined || holder.process.host !== nodeOs().hostname()) return false;
  return isProcessGone(holder.process.pid, holder.process.startedAt);
}

/** A holder in words; undefined means that it released the lock before its name could be read. */
export function describeHolder(holder: LockHolder | undefined): string {
  if (holder === undefined) return 'one process after another';
  const since = `since ${new Date(holder.takenAt).toISOString()}`;
  if (holder.process === undefined) return `a process that left no name ${since}`;
  return `process ${holder.process.pid} on ${holder.process.host} ${since}`;
}

function parseHolder(text: string, touchedAt: () => number): LockHolder | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { pid, host, startedAt, takenAt, renewed } = parsed as Record<string, unknown>;
  // To `kill`, zero and negative numbers mean groups of processes.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof host !== 'string' || typeof startedAt !== 'number') return undefined;
  if (typeof takenAt !== 'number' || Number.isNaN(new Date(takenAt).getTime())) return undefined;
  const seenAt = renewed === true ? Math.max(takenAt, touchedAt()) : takenAt;
  return { text, takenAt, seenAt, process: { pid, host, startedAt } };
}
