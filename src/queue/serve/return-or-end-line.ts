import type { Clock } from '../../api/transport/clock.ts';
import type { RateGate } from '../../api/transport/rate-gate.ts';
import type { ShotEnd } from '../../batch/run/shots.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { writtenLine } from '../line/line.ts';
import type { WrittenEnd } from '../line/line-end.ts';
import type { QueueConnection } from '../store/connection.ts';
import { addEnd } from '../store/ends.ts';
import { type LockedJob, writeHeld } from '../store/held-write.ts';
import { putOff } from '../store/put-off.ts';
import { holdAllBack } from '../store/shared-pause.ts';
import type { HeldLine } from './held-line.ts';
import { blame } from './left-to-lock.ts';
import { fateOf, type LineFate, putOffMs } from './line-fate.ts';
import { lockMs } from './open-worker.ts';

export interface SettlePorts {
  clock: Clock;
  connection: QueueConnection;
  gate: RateGate;
  tell(event: { kind: 'ended'; shot: string; fate: LineFate }): void;
  /** Called with what keeps this worker from any further line. Resolves with whether nothing did before. */
  endFor(error: CliError): Promise<boolean>;
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
  // Its present holder tells how it ends.
  if (!(await isHeldStill({ job, token }, shot))) throw new WaitingError();
  const fate = fateOf(end, shot.line().returns);
  ports.tell({ kind: 'ended', shot: shot.shot, fate });
  const wasOver = shot.line().wasOver || wasOverAt(job.timestamp, end);
  if (fate.kind === 'done' || fate.kind === 'lost') await addEnd(connection, end, wasOver);
  switch (fate.kind) {
    case 'done':
      return fate.end;
    case 'lost':
      return failLine({ job, token }, { data: writtenLine(shot.line()), end: fate.end }, connection);
    case 'given_back':
      if (fate.stops !== undefined && (await ports.endFor(fate.stops)) && isOfFiles(end, fate.stops))
        await blame(shot, fate.stops.message);
      // Before anyone can take it.
      await holdAllBack(connection, gate.waitMs('submitJob', clock.monotonicMs()));
      // To the head of the line: its job may be running.
      await job.moveToWait(token);
      throw new WaitingError();
    case 'put_off':
      await shot.note({ returns: shot.line().returns + 1 });
      await putOff({ job, token }, putOffMs, connection);
      throw new DelayedError();
  }
}

/**
 * Tells whether a job was found that had ended as its line was put in, by a feeder that knew nothing of it: the one whose line made it had
 * taken that out. A job that is new is never counted as that, whatever the clocks say.
 */
function wasOverAt(putInMs: number, end: ShotEnd): boolean {
  if (end.kind !== 'followed') return false;
  const { job, replayed } = end.job.record;
  return replayed && Date.parse(job.completed_at ?? '') < putInMs;
}

/** Tells whether the files of a line ended a worker: the fault may lie in them. A ledger or a key would have met any other line alike. */
function isOfFiles(end: ShotEnd, error: CliError): boolean {
  return end.kind === 'followed' && end.job.failure === error;
}

/** Tells whether the lock is still this worker's. After it was frozen it may be another one's, before a renewal has told. */
async function isHeldStill({ job, token }: LockedJob, shot: HeldLine): Promise<boolean> {
  if (shot.isLost) return false;
  if ((await job.extendLock(token, lockMs)) > 0) return true;
  shot.lose();
  return false;
}

/** Ends a line that did not succeed, with the reason for its feeder. Rejects with what the engine takes for that. */
export async function failLine(
  locked: LockedJob,
  { data, end }: { data: object; end: WrittenEnd },
  connection: QueueConnection,
): Promise<never> {
  const { UnrecoverableError, WaitingError } = connection.engine.bullmq;
  // Its present holder tells its end.
  if (!(await writeHeld(locked, { ...data, end }, connection))) throw new WaitingError();
  throw new UnrecoverableError(end.error?.message ?? 'its job did not succeed');
}
