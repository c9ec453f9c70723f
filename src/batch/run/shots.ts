import { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import type { FollowedJob } from '../../follow/follow.ts';
import type { AttemptsEnd } from '../../follow/send/attempts.ts';
import { type KeepPorts, keepState, type SeenState, withState, writeState } from '../../ledger/keep-state.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { SubmitPorts, WaitAside } from '../../submit/submit.ts';
import {
  endOfSubmit,
  type PlannedAttempts,
  type PlannedSubmit,
  type SubmitEnd,
} from '../../submit/submit-attempt.ts';
import type { AccountPace, Pace, SharedPace, Slot, StopReason } from './pace.ts';

/** A shot of a batch, and what is to be done about it. */
export interface PlannedShot {
  shot: string;
  /** Its job; undefined where it is to be submitted. Where that is over already, only its files are fetched. */
  record: JobRecord | undefined;
  /** The number of the attempt that made the job, or of the first one to make. */
  attempt: number;
  /** The attempts to make, or that may follow where the job fails uncharged; undefined for a job that is only followed. */
  planned: PlannedAttempts | undefined;
}

/** The end of a shot. `unsent` also where it waited after a 429 as submits were stopped: no job was made. */
export type ShotEnd = AttemptsEnd;

/** How many shots of a batch are under way, and how fast it may go. */
export interface BatchPace extends AccountPace {
  /** Jobs that are over, and whose files are still to come. */
  fetching: number;
}

/** The errors that no other submit would escape. */
const stopsSubmits: Partial<Record<ExitName, StopReason>> = {
  outOfBalance: 'balance',
  unauthorized: 'unauthorized',
  machine: 'machine',
  // A submit of a batch waits for up to a day: this one was told to wait for longer.
  rateLimited: 'rate limited',
};

/** Why no more submits begin after an error that none of them would escape; undefined for any other error. */
export function stopReasonOf(error: CliError): StopReason | undefined {
  if (error.ofOne) return undefined;
  if (error instanceof BudgetError) return 'budget';
  // A gateway may have written the 401 in the service's place. It goes by the key that all submits are sent with.
  return error.exit === 'outcomeUnknown' && error.status === 401 ? 'unauthorized' : stopsSubmits[error.exit];
}

/** Stops the submits for an error that no other submit would escape. Jobs that exist are waited for nevertheless. */
export function stopFor(error: CliError, pace: Pick<Pace, 'stop'>): void {
  const reason = stopReasonOf(error);
  if (reason !== undefined) pace.stop(reason);
}

/**
 * Submits one attempt in a slot, which the job keeps; without a job the slot is given back. Resolves with undefined where submits
 * were stopped before it was sent, or while it waited after a 429, or it was given up after one: then no job was made. Rejects for
 * a defect only.
 */
export async function submitInSlot(
  planned: PlannedSubmit,
  attempt: number,
  { pace, shared, slot }: { pace: Pace; slot: Slot; shared?: SharedPace | undefined },
): Promise<SubmitEnd | undefined> {
  // Before anything is written down for it. It is asked again as the submit leaves.
  const held = shared === undefined ? 0 : await heldBackBy(shared);
  if (held instanceof CliError) {
    slot.leave();
    stopFor(held, pace);
    return { kind: 'refused', error: held };
  }
  if (held > 0) {
    await slot.takeAnother();
    return undefined;
  }
  const ports = portsThrough(planned.ports, pace, slot);
  const end = await endOfSubmit({ ...planned, ports }, attempt);
  if (end.kind === 'submitted') {
    slot.keep({ isNew: !end.known });
    return end;
  }
  slot.leave();
  const { error } = end;
  if (slot.isGivenUp) return undefined;
  const isUnsent =
    error instanceof NotBegunError || (pace.now().stopped !== undefined && error.exit === 'rateLimited');
  stopFor(error, pace);
  return isUnsent ? undefined : end;
}

/** For how long other processes hold a submit back, or why it must not be sent at all. Unit: ms. */
async function heldBackBy({ heldBackMs }: SharedPace): Promise<number | CliError> {
  try {
    return await heldBackMs();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

/**
 * Ports whose sends wait in the line of the pace after a 429, and don't begin once submits were stopped. A claim that waits for others has
 * no slot meanwhile: after a 429 they may need it.
 */
function portsThrough(given: SubmitPorts, pace: Pace, slot: Slot): SubmitPorts {
  const aside: WaitAside = async (wait) => {
    const comeBack = slot.stepAside();
    const result = await wait();
    if (!(await comeBack())) throw new NotBegunError();
    return result;
  };
  return {
    ...given,
    ledger: { ...given.ledger, claimToSend: (intent, at) => given.ledger.claimToSend(intent, at, aside) },
    async send(bytes, intent, way) {
      if (pace.now().stopped !== undefined) throw new NotBegunError();
      return given.send(bytes, intent, { ...way, waitOutPause: slot.takeAnother });
    },
  };
}

/** Submits were stopped before a byte of this one left. Its intent may be written down. */
export class NotBegunError extends CliError {
  override readonly name = 'NotBegunError';

  constructor() {
    super('rateLimited', { code: 'not_begun', message: 'genctl stopped submitting before this one' });
  }
}

export type SeenStates = ReturnType<typeof createSeenStates>;

/**
 * A job of a batch is written once after its submit, and its slot is free as soon as it is over. A state that is not its last one
 * stays in memory: whoever goes on with the job looks at it again. Its success is written together with its first file, if files
 * are wanted; a run that is killed before that finds the job succeeded by a look. What came with a body that is kept, as on v1, is
 * written at once.
 */
export function createSeenStates(ports: KeepPorts, { download }: { download: boolean }) {
  return {
    /** Keeps a state that was just received; the record has it then. Throws as `keepState` does. */
    async keep(record: JobRecord, seen: SeenState): Promise<JobRecord> {
      const { job, raw } = seen;
      const isForLater = !isOver(job) || (download && job.status === 'succeeded');
      return raw === undefined && isForLater
        ? withState(ports, record, seen)
        : keepState(ports, record, seen);
    },
    /** Writes down the state of a job that is followed no more, where it is in memory alone. Warns where that fails. */
    async settle({ end, isMissing, record }: FollowedJob): Promise<void> {
      const isUnwritten = end.kind === 'timed-out' || (isOver(record.job) && isMissing);
      if (!isUnwritten) return;
      try {
        await writeState(ports, record);
      } catch (error) {
        const failure = failureOf(error);
        if (failure === undefined) throw error;
        const message = `genctl could not record the last state of ${record.id} (${failure.message}): genctl status ${record.id}`;
        ports.listen({ kind: 'warning', message });
      }
    },
  };
}
