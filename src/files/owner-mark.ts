import { nodeOs, sha256 } from './lazy-node.ts';
import { isRunning } from './lock-holder.ts';
import { processBirth } from './process-birth.ts';

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
  const mine = ownMark();
  if (machine !== mine.machine) return false;
  // In containers every run may have the same pid, so one's own pid may be a dead predecessor's.
  return pid === mine.pid ? begun !== mine.begun : !isRunning(pid);
}
