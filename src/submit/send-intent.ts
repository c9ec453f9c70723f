import { CliError } from '../errors/cli-error.ts';
import { OutcomeUnknownError } from '../errors/endings.ts';
import type { HeldDescriptors } from '../files/spare-descriptors.ts';
import type { Intent } from '../ledger/record.ts';
import { requestRoutes } from '../service/request-route.ts';
import { isoTime } from '../text/iso-time.ts';
import type { SendWay, SentJob, SubmitPorts } from './submit.ts';
import {
  leavesOutcomeOpen,
  NotSettledError,
  refusesEverySend,
  sendStoppedHere,
  sentBefore,
  unknownOnV1,
} from './submit-refusals.ts';

/** The means of a send whose answer can be read and kept. */
export interface PreparedSend {
  ports: SubmitPorts;
  way: SendWay;
  descriptors: HeldDescriptors;
}

/** Sends an intent whose send is noted. A refusal that settles it is recorded before this throws it. */
export async function sendIntent(
  intent: Intent,
  { descriptors, ports, way }: PreparedSend,
): Promise<SentJob> {
  try {
    return await ports.send(new TextEncoder().encode(intent.body), intent, way);
  } catch (error) {
    if (error instanceof OutcomeUnknownError && !requestRoutes[intent.route].hasKey)
      throw unknownOnV1(intent, error);
    const failure = sendStoppedHere(intent, error);
    if (failure !== undefined) throw failure;
    // The client throws any other error only if this send can't have made a job.
    if (!(error instanceof CliError) || leavesOutcomeOpen(error)) throw error;
    const settled = await descriptors.spend(() => settledBy(error, intent, ports));
    throw settled ? error : sentBefore(intent, error);
  }
}

/** Records the refusal of an intent, and resolves with whether that settles it. Rejects with NotSettledError. */
async function settledBy(error: CliError, intent: Intent, { ledger, nowMs }: SubmitPorts): Promise<boolean> {
  const refusal = { status: error.status ?? null, code: error.code, message: error.message };
  // This cause need not have stopped another send, by an earlier run or beside this one.
  const onlyAfter = refusesEverySend(error, intent) ? undefined : 1;
  try {
    return await ledger.recordRefusal(intent, { at: isoTime(nowMs()), ...refusal }, onlyAfter);
  } catch (cause) {
    throw new NotSettledError(intent, error, cause);
  }
}
