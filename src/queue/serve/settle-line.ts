import type { Clock } from '../../api/transport/clock.ts';
import type { RateGate } from '../../api/transport/rate-gate.ts';
import { type ShotEnd, stopReasonOf } from '../../batch/run/shots.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { takenIdCode } from '../../ledger/taken-id.ts';
import { exitOfJob } from '../../service/lifecycle.ts';
import { writtenLine } from '../line/line.ts';
import { refusedEnd, type WrittenEnd, writtenEnd } from '../line/line-end.ts';
import { addEnd } from '../queue-state.ts';
import type { QueueConnection } from '../store/connection.ts';
import { holdAllBack, putOff } from '../store/held-back.ts';
import { type LockedJob, writeHeld } from '../store/stored-lines.ts';
import { blame, type HeldLine } from './held-line.ts';
import { lockMs } from './open-worker.ts';

/** The fate of a line in the queue when this worker is done with it. */
export type LineFate =
  /** It succeeded, or is lost: its feeder is told. */
  | { kind: 'done'; end: WrittenEnd }
  | { kind: 'lost'; end: WrittenEnd; message: string }
  /** Another worker goes on with it at once. `stops`: what keeps this worker from any further line. */
  | { kind: 'given_back'; stops: CliError | undefined }
  /** The next worker that takes it does so after a while: the service could not be reached. */
  | { kind: 'put_off'; error: CliError };

/** How often a line may be put off before it counts as lost. */
const putOffMost = 20;

/** How long a line is put off. Unit: ms. */
const putOffMs = 30_000;

/** Decides what becomes of a line, that was put off `returns` times. */
export function fateOf(end: ShotEnd, returns: number): LineFate {
  const trouble = troubleOf(end);
  if (trouble instanceof InterruptedError) return { kind: 'given_back', stops: undefined };
  // A 429 to a look is about looks, and says nothing of submits.
  const isOfLooks = end.kind === 'followed' && trouble?.exit === 'rateLimited';
  const isStop = trouble !== undefined && !isOfLooks && stopReasonOf(trouble) !== undefined;
  if (isStop) return { kind: 'given_back', stops: trouble };
  // The command of --exec is to run to its end for each job.
  if (end.kind === 'followed' && end.job.exec?.kind === 'interrupted')
    return { kind: 'given_back', stops: undefined };
  if (trouble !== undefined && mayPass(trouble) && returns < putOffMost)
    return { kind: 'put_off', error: trouble };
  const written = writtenEnd(end);
  if (written === undefined) return { kind: 'given_back', stops: undefined };
  const job = end.kind === 'followed' ? end.job : undefined;
  if (
    written.error === null &&
    written.wait === 'over' &&
    job !== undefined &&
    exitOfJob(job.record.job) === 'done'
  )
    return job.isMissing ? { kind: 'given_back', stops: undefined } : { kind: 'done', end: written };
  const status = job?.record.job.error?.code ?? job?.record.job.status;
  return { kind: 'lost', end: written, message: written.error?.message ?? status ?? 'no job' };
}

function troubleOf(end: ShotEnd): CliError | undefined {
  if (end.kind === 'unsent') return undefined;
  if (end.kind === 'refused') return end.error;
  return end.job.end.kind === 'failed' ? end.job.end.error : end.job.failure;
}

/** The unknown outcomes that are the same in half a minute: only a person, or the service, can end them. */
const lastingCodes: ReadonlySet<string> = new Set(['key_may_be_forgotten', takenIdCode]);

/** Tells whether somebody could not be reached, did not answer or asked to wait, which may be another thing in half a minute. */
function mayPass({ code, exit }: CliError): boolean {
  return (
    exit === 'unreachable' || exit === 'rateLimited' || (exit === 'outcomeUnknown' && !lastingCodes.has(code))
  );
}

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
async function failLine(
  locked: LockedJob,
  { data, end }: { data: object; end: WrittenEnd },
  connection: QueueConnection,
): Promise<never> {
  const { UnrecoverableError, WaitingError } = connection.engine.bullmq;
  // Its present holder tells its end.
  if (!(await writeHeld(locked, { ...data, end }, connection))) throw new WaitingError();
  throw new UnrecoverableError(end.error?.message ?? 'its job did not succeed');
}

export type RefusePorts = Pick<SettlePorts, 'connection' | 'endFor' | 'tell'>;

/**
 * Puts a line where it belongs that can't be taken on. What is wrong with this machine is no fault of the line, whose job may be
 * running: another worker goes on with it. Rejects with what the engine takes for that.
 */
export async function refuseLine(
  { job, token }: LockedJob,
  error: CliError,
  { connection, endFor, tell }: RefusePorts,
): Promise<never> {
  if (stopReasonOf(error) !== undefined) {
    tell({ kind: 'ended', shot: job.name, fate: { kind: 'given_back', stops: error } });
    await endFor(error);
    await job.moveToWait(token);
    throw new connection.engine.bullmq.WaitingError();
  }
  const end = refusedEnd(error);
  const message = error.why === undefined ? error.message : `${error.message}: ${error.why}`;
  tell({ kind: 'ended', shot: job.name, fate: { kind: 'lost', end, message } });
  return failLine({ job, token }, { data: job.data, end }, connection);
}
