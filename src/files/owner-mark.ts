import { errorCode } from '../errors/error-code.ts';
import { nodeOs, sha256 } from './lazy-node.ts';

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
export function isProcessGone(pid: number, begun: number): boolean {
  return pid === process.pid ? begun !== processBirth : !isRunning(pid);
}

/**
 * When this process began, in whole milliseconds since 1970: the same for as long as it runs, whatever becomes of the clock.
 * `performance.timeOrigin` says so, too, but loads a module of Node that takes as long as to read a file.
 */
export const processBirth = Math.round(Date.now() - process.uptime() * 1000);

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
