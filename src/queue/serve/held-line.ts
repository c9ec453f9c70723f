import { journalRecord } from '../../batch/journal/shot-memory.ts';
import { NotBegunError, type PlannedShot, type ShotEnd } from '../../batch/run/shots.ts';
import { CliError } from '../../errors/cli-error.ts';
import { OutcomeUnknownError } from '../../errors/endings.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import { assertResendable, type SubmitChoices } from '../../submit/submit-refusals.ts';
import { isoTime } from '../../text/iso-time.ts';
import { type QueueLine, writtenLine } from '../line/line.ts';
import type { ScriptStore } from '../store/connection.ts';
import type { LastUse } from '../store/last-use.ts';
import { StoreRefusalError } from '../store/store-trouble.ts';
import { type LockedJob, writeHeld } from '../store/stored-lines.ts';

/** A line that this worker holds, as a shot that is carried to its files. */
export type HeldLine = PlannedShot & {
  key: string;
  template: string;
  /** The line as it stands in the queue. */
  line(): QueueLine;
  /**
   * Writes down in the queue what became known of it, for whoever holds it next; where another worker may hold it by now, nothing is
   * written, and it is lost. Throws StoreRefusalError where the store does not take it.
   */
  note(change: Partial<QueueLine>): Promise<void>;
  /** Another worker may hold it by now: this one goes no further with it. */
  lose(): void;
  readonly isLost: boolean;
  /** Tells its end. */
  finish(end: ShotEnd): void;
  /** Resolves with its end. */
  readonly ended: Promise<ShotEnd>;
};

export interface HoldPorts {
  connection: Omit<ScriptStore, 'prefix'>;
  use: Pick<LastUse, 'maybeSentSinceMs'>;
  /** Once it is aborted nothing more is sent, and nobody waits for a store that is away. */
  signal: AbortSignal;
  /** Called once where the line is lost. */
  tell(event: { kind: 'lock_lost'; shot: string }): void;
  /** For how long the 429 of another worker holds submits back. Unit: ms. */
  heldBackMs(): Promise<number>;
  submitPorts: SubmitPorts;
  choices: Pick<SubmitChoices, 'windowMs'>;
}

/** The lock of a line is gone, and so another worker may go on with it. It is nothing that anybody has to be told. */
export class LineLostError extends CliError {
  override readonly name = 'LineLostError';

  constructor() {
    super('interrupted', { code: 'line_lost', message: 'Another worker may have the line by now' });
  }
}

/**
 * Takes a line on: one whose job is known is followed, any other one is sent under its key. Throws OutcomeUnknownError for one that
 * was sent too long ago to be sent again.
 */
export async function holdLine(
  locked: LockedJob,
  given: QueueLine,
  { choices, connection, heldBackMs, signal, submitPorts, tell, use }: HoldPorts,
): Promise<HeldLine> {
  const intent: Intent = { ...given.intent, ...submitPorts.account };
  const { attempt, batch, idempotency_key: key } = intent;
  const shot = batch === undefined ? key : `${batch.name}/${batch.shot}`;
  let line = given;
  let isLost = false;
  /** The claim of its feeder, in a ledger of both, counts as a send, and is none. */
  let isNew = false;
  let finish = (_: ShotEnd): void => {};
  const ended = new Promise<ShotEnd>((resolve) => {
    finish = resolve;
  });
  function lose(): void {
    if (isLost) return;
    isLost = true;
    tell({ kind: 'lock_lost', shot });
  }
  async function note(change: Partial<QueueLine>): Promise<void> {
    line = { ...line, ...change };
    // A line that left the queue, as after a store was emptied, is put there again by its batch.
    if (!(await writeHeld(locked, writtenLine(line), connection))) lose();
  }
  /** Notes when it was first sent, before it is: whoever holds it later has to know for how long its key is remembered. */
  async function noteFirstSend(now: string | null): Promise<void> {
    const sinceMs = use.maybeSentSinceMs(locked.job.timestamp);
    isNew = sinceMs === undefined;
    const first_sent_at = sinceMs === undefined ? now : isoTime(sinceMs);
    await note({ intent: { ...line.intent, first_sent_at } });
    if (isLost) throw new LineLostError();
  }
  /** It is as new as before: whoever has it in two days, once there is money again, may send it. */
  async function noteUnsent(): Promise<void> {
    try {
      await unlessStopped(note({ intent: { ...line.intent, first_sent_at: null } }), signal);
    } catch (error) {
      if (!(error instanceof StoreRefusalError || error instanceof NotBegunError)) throw error;
    }
  }
  /** Asked before each attempt: what was fetched, written down or waited for since took a while. */
  async function pausedElsewhereMs(): Promise<number> {
    const ms = await heldBackMs();
    if (isLost) throw new LineLostError();
    return ms;
  }
  const held = {
    ...{ shot, key, lose },
    template: line.template,
    line: () => line,
    note,
    get isLost() {
      return isLost;
    },
    finish,
    ended,
  };
  if (line.job !== undefined) {
    const record = await recordOf(intent, line.job, submitPorts);
    return Object.assign(held, { record, attempt, planned: undefined });
  }
  const resendable = { ...choices, resend: line.resend };
  await assertResendable(intent, resendable, submitPorts);
  const ports: SubmitPorts = {
    ...submitPorts,
    ledger: settlingNew(submitPorts.ledger, () => isNew),
    async send(bytes, marked, way) {
      const isFirstSend = line.intent.first_sent_at === null;
      if (isFirstSend) await unlessStopped(noteFirstSend(marked.first_sent_at), signal);
      try {
        return await submitPorts.send(bytes, isNew ? { ...marked, sends: 1 } : marked, {
          ...way,
          pausedElsewhereMs: askedEachTime(pausedElsewhereMs, signal),
        });
      } catch (error) {
        if (isFirstSend && !isLost && madeNoJob(error)) await noteUnsent();
        throw error;
      }
    },
  };
  return Object.assign(held, {
    ...{ record: undefined, attempt },
    planned: { ports, choices: resendable, revise: false, attempts: attempt, intentFor: () => intent },
  });
}

/** A ledger for whose refusals a new line was never sent before. */
function settlingNew(ledger: SubmitPorts['ledger'], isNew: () => boolean): SubmitPorts['ledger'] {
  return {
    ...ledger,
    // The feeder's claim holds for as long as the line is in the queue.
    recordRefusal: async (...refused) => (await ledger.recordRefusal(...refused)) || isNew(),
  };
}

/** Asks the store before each attempt of a send. */
function askedEachTime(ask: () => Promise<number>, signal: AbortSignal): () => Promise<number> {
  let isFirst = true;
  return () => {
    const asked = isFirst ? unlessStopped(ask(), signal) : orLeftOpen(ask());
    isFirst = false;
    return asked;
  };
}

/** The ends of a send that every other one would have had, and that leave no job behind. */
const leavesNoJob: readonly ExitName[] = ['outOfBalance', 'rateLimited', 'unauthorized'];

function madeNoJob(error: unknown): boolean {
  return error instanceof CliError && leavesNoJob.includes(error.exit);
}

/**
 * The answer of the store before a send. A worker that is stopped meanwhile has not sent it: left open in the ledger, it would be told as
 * one whose answer never arrived. Throws NotBegunError then.
 */
function unlessStopped<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new NotBegunError());
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The answer of the store before a further attempt of a send. It is not known whether the attempt before made a job. */
async function orLeftOpen<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause;
    throw new OutcomeUnknownError({
      code: 'outcome_unknown',
      message: 'An attempt of this submit may or may not have started a job',
      why: `${cause.message}${cause.why === undefined ? '' : `: ${cause.why}`}; no further attempt was made.`,
      cause,
    });
  }
}

/** The record of a job that another worker had made. What it is by now is seen by looking at it. */
async function recordOf(intent: Intent, id: string, { ledger }: SubmitPorts): Promise<JobRecord> {
  const known = await ledger.find(id);
  if (known !== undefined) return known;
  const { attempt, batch, created_at, first_sent_at, idempotency_key: key } = intent;
  const sentAt = first_sent_at ?? created_at;
  const memory = {
    attempt,
    key,
    fields: batch?.fields ?? {},
    sent_at: sentAt,
    job: id,
    over: undefined,
    files: [],
  };
  return ledger.recordJob(journalRecord(intent, id, memory));
}

/** So much is kept of what ended a worker. Unit: characters. */
const wordsMost = 200;

/** Notes what of a line ends this worker, or may. A store that refuses that keeps nobody from anything. */
export async function blame(shot: HeldLine, why: string): Promise<void> {
  try {
    await shot.note({ ended: [...shot.line().ended, why.slice(0, wordsMost)] });
  } catch (error) {
    if (!(error instanceof StoreRefusalError)) throw error;
  }
}

/** Notes the job of a line. A store that refuses that keeps nobody from following it: its key leads the next holder to it. */
export async function noteJob(shot: HeldLine, id: string, warn: (message: string) => void): Promise<void> {
  try {
    await shot.note({ job: id });
  } catch (error) {
    if (!(error instanceof StoreRefusalError)) throw error;
    warn(`${error.message}: ${error.why}; ${id} is known by its key alone`);
  }
}
