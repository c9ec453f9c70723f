import { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import type { SubmitPorts, WaitAside } from '../../submit/submit.ts';
import { endOfSubmit, type PlannedSubmit, type SubmitEnd } from '../../submit/submit-attempt.ts';
import type { Pace, SharedPace, Slot, StopReason } from './pace.ts';

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
  return error instanceof BudgetError ? 'budget' : stopsSubmits[error.exit];
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
