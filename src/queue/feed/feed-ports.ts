import type { BatchPorts } from '../../batch/run/batch-runner.ts';
import type { PlannedShot } from '../../batch/run/shots.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { WaitEnd } from '../../follow/wait/target.ts';
import type { Intent } from '../../ledger/record.ts';
import type { SubmitLedger } from '../../submit/submit.ts';
import type { LineOwner, QueueLine } from '../line/line.ts';
import type { QueueConnection } from '../store/connection.ts';

/** A shot that is fed to a queue. */
export type FedShot = PlannedShot & { template: string };

/** A line of this batch that is in the queue, or about to be. */
export interface Fed<Shot> {
  shot: Shot;
  attempt: number;
  intent: Intent;
  line: QueueLine;
  /** The time before it was written down as sent: no worker had it earlier. */
  since: string;
}

export interface FeedPorts<Shot>
  extends Pick<BatchPorts<Shot>, 'clock' | 'signal' | 'onEnd' | 'onPace' | 'onRepeat' | 'onBroken'> {
  connection: QueueConnection;
  own: LineOwner;
  /** How many lines of this batch may be in the queue at once. */
  window: number;
  /** Longest time that the service is trusted to know a key. Unit: ms. */
  keyWindowMs: number;
  /** True to go once all lines are in the queue. */
  detach: boolean;
  ledger: Pick<SubmitLedger, 'recordJob' | 'updateJob'>;
  /** Notes durably that a line is about to be sent, before it is in the queue. Rejects with a BudgetError where it may not be. */
  admit(intent: Intent): Promise<void>;
  /** Notes that a line made no job, and never will under its key as it is. */
  refused(intent: Intent, error: CliError): Promise<void>;
  /** Called with what a worker tells of a job, also of one that another attempt follows. */
  onWaited(end: WaitEnd): void;
  /** Called with a line of which nothing more is heard, as soon as that is known: others may wait for what its job leaves of the money. */
  onUnheard(shot: Shot): void;
  /** Called with what holds lines up that wait, once for each reason that comes up. */
  onHeldUp(why: HeldUp): void;
  /** Called with a line that stays in the queue when this ends. */
  onLeft(shot: Shot): void;
}

/** Why lines that wait in a queue go no further: a person, or an empty balance, paused it, nobody takes them, or the service is away. */
export type HeldUp = 'paused' | 'no worker' | 'service away';
