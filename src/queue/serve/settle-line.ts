import type { Job } from 'bullmq';
import type { Clock } from '../../client/transport/clock.ts';
import type { RateGate } from '../../client/transport/rate-gate.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { writtenLine } from '../line/line.ts';
import type { WrittenEnd } from '../line/line-end.ts';
import type { QueueConnection } from '../store/connection.ts';
import { addEnd } from '../store/ends.ts';
import { holdAllBack } from '../store/shared-pause.ts';
import type { HeldLine } from './held-line.ts';
import { fateOf, type LineFate, putOffMs } from './line-fate.ts';
import { lockMs } from './open-worker.ts';

export interface SettlePorts {
  clock: Clock;
  connection: QueueConnection;
  gate: RateGate;
  tell(event: { kind: 'ended'; shot: string; fate: LineFate } | { kind: 'lock lost'; shot: string }): void;
  /** Called with what keeps this worker from any further line. */
  endFor(error: CliError): Promise<void>;
}

/** A line as the engine gave it, and the token of its lock. */
export interface LockedJob {
  job: Job;
  token: string;
}

/**
 * Tells the queue what became of a line: resolves with its end where it succeeded. Otherwise it is put where it belongs, and this
 * rejects with what the engine takes for that.
 */
export async function settleLine(
  { job, token }: LockedJob,
  shot: HeldLine,
  ports: SettlePorts,
): Promise<WrittenEnd> {
  const { clock, connection, gate } = ports;
  const { DelayedError, WaitingError } = connection.engine.bullmq;
  const end = await shot.ended;
  // Whoever holds it now tells what becomes of it.
  if (!(await isHeldStill({ job, token }, shot, ports))) throw new WaitingError();
  const fate = fateOf(end, shot.line().returns);
  ports.tell({ kind: 'ended', shot: shot.shot, fate });
  if (fate.kind === 'done' || fate.kind === 'lost') await addEnd(connection, end);
  switch (fate.kind) {
    case 'done':
      return fate.end;
    case 'lost':
      return failLine(job, { data: writtenLine(shot.line()), end: fate.end }, connection);
    case 'given back':
      if (fate.stops !== undefined) await ports.endFor(fate.stops);
      // Before anyone can take it.
      await holdAllBack(connection, gate.waitMs('submitJob', clock.monotonicMs()));
      // To the head of the line: its job may be running.
      await job.moveToWait(token);
      throw new WaitingError();
    case 'put off':
      await shot.note({ returns: shot.line().returns + 1 });
      await job.moveToDelayed(clock.nowMs() + putOffMs, token);
      throw new DelayedError();
  }
}

/** Whether the lock is still this worker's. After it was frozen it may be another one's, before a renewal has told. */
async function isHeldStill(
  { job, token }: LockedJob,
  shot: HeldLine,
  { tell }: Pick<SettlePorts, 'tell'>,
): Promise<boolean> {
  if (shot.isLost) return false;
  if ((await job.extendLock(token, lockMs)) > 0) return true;
  shot.lose();
  tell({ kind: 'lock lost', shot: shot.shot });
  return false;
}

/** Ends a line that did not succeed, with the reason for its feeder. Rejects with what the engine takes for that. */
export async function failLine(
  job: Job,
  { data, end }: { data: object; end: WrittenEnd },
  { engine }: Pick<QueueConnection, 'engine'>,
): Promise<never> {
  await job.updateData({ ...data, end });
  throw new engine.bullmq.UnrecoverableError(end.error?.message ?? 'its job did not succeed');
}
