import type { Clock } from '../../api/transport/clock.ts';
import { createTaskGroup, together } from '../../files/task-group.ts';
import type { FollowedJob } from '../../follow/follow.ts';
import { type Attempts, type AttemptsPorts, createAttempts } from '../../follow/send/attempts.ts';
import { createAlarm } from '../../follow/wait/alarm.ts';
import type { WaitEnd } from '../../follow/wait/target.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { SubmitEnd } from '../../submit/submit-attempt.ts';
import {
  createPace,
  type Pace,
  type PacePorts,
  type SharedPace,
  type Slot,
  type StopReason,
} from './pace.ts';
import { type BatchPace, type PlannedShot, type ShotEnd, stopFor, submitInSlot } from './shots.ts';

export interface BatchRunnerPorts<Shot> extends Pick<PacePorts, 'clock' | 'gate' | 'inFlight' | 'shared'> {
  /** Opens the flow that follows all jobs. */
  openFollow: AttemptsPorts<unknown>['openFollow'];
  /** Called as soon as the job of an attempt exists, and awaited before that is followed. */
  onSent(shot: Shot, record: JobRecord, attempt: number): Promise<void> | void;
  /** Called as a further attempt begins, with the failed job and the number of that attempt. */
  onRepeat(shot: Shot, failed: FollowedJob, attempt: number): Promise<void> | void;
  /** Called once for each shot that was read, as soon as it has its end. */
  onEnd(shot: Shot, end: ShotEnd): Promise<void> | void;
  /** Called where a port has thrown, for a defect or a disk: no more shots should come. */
  onBroken(): void;
  /** Called at each change. */
  onPace(pace: BatchPace): void;
}

/** A shot that was read and has no end yet. */
interface Carried<Shot> {
  shot: Shot;
  attempts: number;
  /** The slot of its submit or its job. */
  slot: Slot | undefined;
}

/** Carries shots from their submits to their files. */
function createBatchRunner<Shot extends PlannedShot>(ports: BatchRunnerPorts<Shot>) {
  const tellPace = () => ports.onPace({ ...pace.now(), fetching: backlog.size });
  const pace = createPace({ ...ports, onChange: tellPace });
  const backlog = createDownloadBacklog<Carried<Shot>>(ports.clock);
  const tasks = createTaskGroup(() => {
    attempts.stop();
    stop('machine');
    ports.onBroken();
  });
  const attempts: Attempts<Carried<Shot>> = createAttempts({
    openFollow: ports.openFollow,
    submit(one, attempt) {
      backlog.remove(one);
      return submitAttempt(one, attempt, { pace, shared: ports.shared });
    },
    // The pace alone says how many there are at once.
    atOnce: Number.POSITIVE_INFINITY,
    onRepeat: ({ shot }, failed, attempt) => ports.onRepeat(shot, failed, attempt),
    onSubmitted: ({ shot }, record, attempt) => ports.onSent(shot, record, attempt),
    onWaited,
    onEnd: finish,
  });

  function stop(reason: StopReason): void {
    pace.stop(reason);
    backlog.recheck();
  }
  function finish(one: Carried<Shot>, end: ShotEnd): void {
    backlog.remove(one);
    one.slot?.leave();
    tasks.start(async () => ports.onEnd(one.shot, end));
    tellPace();
  }
  function onWaited(one: Carried<Shot>, end: WaitEnd): void {
    one.slot?.leave();
    one.slot = undefined;
    backlog.add(one);
    // A 429 to a look is about looks, and says nothing of submits.
    if (end.kind === 'failed' && end.error.exit !== 'rateLimited') stopFor(end.error, pace);
  }
  return {
    /**
     * Begins a shot. Resolves once it has a slot or has ended, and there is room. With false where the flow was stopped: no other may begin
     * then.
     */
    async begin(shot: Shot): Promise<boolean> {
      const one: Carried<Shot> = { shot, attempts: shot.planned?.attempts ?? 1, slot: undefined };
      if (shot.record === undefined) {
        one.slot = await pace.take();
        if (one.slot === undefined) finish(one, { kind: 'unsent' });
        else attempts.submit(one, shot.attempt);
      } else {
        if (isOver(shot.record.job)) backlog.add(one);
        else one.slot = pace.adopt();
        await attempts.add(one, shot.record, shot.attempt);
      }
      return backlog.room(() => attempts.isStopped);
    },
    /** Says that no more shots will begin. */
    close: attempts.close,
    /** Lets no more submits begin. */
    stop,
    /** Resolves once it is closed and all shots have ended. Rejects for a defect and with what a port throws, when nothing runs. */
    async run(): Promise<void> {
      tasks.start(attempts.run);
      await together([pace.run(), tasks.settle().finally(pace.close)]);
    },
  };
}

/** Submits an attempt in the slot of its shot; a further attempt takes one anew, before any shot that has not begun. */
async function submitAttempt<Shot extends PlannedShot>(
  one: Carried<Shot>,
  attempt: number,
  { pace, shared }: { pace: Pace; shared: SharedPace | undefined },
): Promise<SubmitEnd | undefined> {
  const { planned } = one.shot;
  one.slot ??= await pace.take('begun');
  if (planned === undefined || one.slot === undefined) return undefined;
  return submitInSlot(planned, attempt, { pace, slot: one.slot, shared });
}

/**
 * How many shots may wait for their files before more are read. Each of them is held in memory, and their links expire. Files come
 * a few at a time, so that more would bring nothing.
 */
const backlogMost = 64;

/** The shots whose jobs are over, and whose files are still to come. */
function createDownloadBacklog<Shot>(clock: Clock) {
  const shots = new Set<Shot>();
  const alarm = createAlarm(clock);
  return {
    get size(): number {
      return shots.size;
    },
    add(shot: Shot): void {
      shots.add(shot);
    },
    remove(shot: Shot): void {
      if (shots.delete(shot)) alarm.ring();
    },
    /** Resolves with true once there are few enough to read more shots; with false where `isStopped` holds. One caller at a time. */
    async room(isStopped: () => boolean): Promise<boolean> {
      while (shots.size >= backlogMost && !isStopped()) await alarm.sleepUntil(undefined);
      return !isStopped();
    },
    /** Has `isStopped` asked again. */
    recheck: alarm.ring,
  };
}

export interface BatchPorts<Shot> extends BatchRunnerPorts<Shot> {
  /** Aborting it ends the batch, as it ends the flow that follows the jobs: no more is sent, and jobs are left as they are. */
  signal: AbortSignal;
}

/**
 * Carries the shots of one account from their submits to their files, as fast as the account takes them. No more than one is read
 * that has no slot yet. Resolves once each that was read has its end.
 *
 * A cause that no submit escapes stops the submits: an empty balance, a refused key, an unwritable ledger, a Retry-After of more
 * than a day. Jobs are then waited for, and shots that are read after that end `unsent`. After an interruption no more are read,
 * and `shots` must end soon, even where it is preparing one. Rejects for a defect and with what a port throws; the jobs are left as
 * they are then, and each shot has been told its end.
 */
export async function runBatch<Shot extends PlannedShot>(
  shots: AsyncIterable<Shot>,
  { signal, ...ports }: BatchPorts<Shot>,
): Promise<void> {
  const runner = createBatchRunner(ports);
  const interrupt = (): void => runner.stop('interrupted');
  async function readShots(): Promise<void> {
    try {
      for await (const shot of shots) if (!(await runner.begin(shot))) return;
    } finally {
      runner.close();
    }
  }
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  // Shots that have begun are carried to their ends even if no more can be read.
  const tasks = createTaskGroup();
  tasks.start(readShots);
  tasks.start(runner.run);
  try {
    await tasks.settle();
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}
