import { CliError } from '../errors/cli-error.ts';
import type { Intent } from '../store/ledger/record.ts';
import { type RevisableIntent, submitRevised } from './revise.ts';
import { type SubmitPorts, type SubmittedJob, submitIntent } from './submit.ts';
import type { SubmitChoices } from './submit-refusals.ts';
import { createTaskGroup } from './task-group.ts';

/**
 * The intent of an attempt, counted from 1: the same bytes, and each attempt a key of its own. With `bodyInKey`, as `--revise`
 * may need it, another body under the same name has another key.
 */
export type MakeIntent = (attempt: number, bodyInKey?: boolean) => Intent;

/** One request of many, ready to be written down and sent. */
export interface PlannedSubmit {
  /** Whose it is, is told by the ports. */
  intentFor: MakeIntent;
  /** Another body under its name is a new job. */
  revise: boolean;
  choices: SubmitChoices;
  /** Of its account: the same for all that go to it. */
  ports: SubmitPorts;
}

/** A request that is submitted again, as another job, where its job failed through the service. */
export interface PlannedAttempts extends PlannedSubmit {
  /** In all: 1 for once and no more. */
  attempts: number;
}

/** How the submit of one came out. */
export type SubmitEnd = ({ kind: 'submitted' } & SubmittedJob) | { kind: 'refused'; error: CliError };

interface EachPort<One> {
  /** So many are under way at once; with 1 each waits for the one before. */
  atOnce: number;
  /**
   * Told how each came out, as soon as that is known. Where it throws, no other is begun; those under way come to their end
   * and are told, too.
   */
  onEnd(one: One, end: SubmitEnd): Promise<void> | void;
}

/** The intent of an attempt as its account sends it. */
export function intentOf({ intentFor, ports }: PlannedSubmit, attempt: number, bodyInKey = false): Intent {
  return { ...intentFor(attempt, bodyInKey), ...ports.account };
}

/** Submits one attempt of a request; throws as `submitIntent` does. */
function submitAttempt(planned: PlannedSubmit, attempt: number): Promise<SubmittedJob> {
  const { choices, ports, revise } = planned;
  if (!revise) return submitIntent(intentOf(planned, attempt), choices, ports);
  const revisable = (count: number): RevisableIntent => ({
    plain: intentOf(planned, count),
    revised: intentOf(planned, count, true),
  });
  return submitRevised({ wanted: revisable(attempt), first: revisable(1) }, choices, ports);
}

/**
 * Submits the first attempt of many requests, begun in their order. Which failure ends it is for `onEnd` to say: it rejects with
 * what that threw first, and with a defect.
 */
export async function submitEach<One extends PlannedSubmit>(
  planned: Iterable<One> | AsyncIterable<One>,
  { atOnce, onEnd }: EachPort<One>,
): Promise<void> {
  const left = iteratorOf(planned);
  let isStopped = false;
  const group = createTaskGroup(() => {
    isStopped = true;
  });
  async function submitInTurn(): Promise<void> {
    while (!isStopped) {
      const next = await left.next();
      if (next.done === true || isStopped) return;
      await onEnd(next.value, await endOfSubmit(next.value, 1));
    }
  }
  for (let place = 0; place < atOnce; place += 1) group.start(submitInTurn);
  try {
    await group.settle();
  } finally {
    await left.return?.();
  }
}

/** How the submit of one attempt came out. Rejects for a defect only. */
export async function endOfSubmit(planned: PlannedSubmit, attempt: number): Promise<SubmitEnd> {
  try {
    return { kind: 'submitted', ...(await submitAttempt(planned, attempt)) };
  } catch (error) {
    if (error instanceof CliError) return { kind: 'refused', error };
    throw error;
  }
}

function iteratorOf<One>(planned: Iterable<One> | AsyncIterable<One>): AsyncIterator<One> | Iterator<One> {
  return Symbol.asyncIterator in planned ? planned[Symbol.asyncIterator]() : planned[Symbol.iterator]();
}
