import { requestRoutes } from '../contract/request-route.ts';
import { RefusedError } from '../errors/endings.ts';
import type { Intent } from '../store/ledger/record.ts';
import { type SubmitPorts, type SubmittedJob, submitIntent } from './submit.ts';
import { hasSameBody, type SubmitChoices } from './submit-refusals.ts';

/** One request under a name: by the name's own key, and by one that the body is part of. */
export interface RevisableIntent {
  plain: Intent;
  revised: Intent;
}

/** The attempt to make, and the first one, by which the key of all of them is chosen. */
export interface RevisableAttempts {
  wanted: RevisableIntent;
  first: RevisableIntent;
}

/**
 * Submits a request under a name that may hold another body. The name's own key is right while it holds this one, so that
 * nothing is paid for again that did not change; only where the ledger, or the service for half a minute, says that it holds
 * another does the body become part of the key. Throws as `submitIntent` does.
 */
export async function submitRevised(
  { wanted, first }: RevisableAttempts,
  choices: SubmitChoices,
  ports: SubmitPorts,
): Promise<SubmittedJob> {
  const known = await knownKey(first, ports);
  if (known !== undefined) return submitIntent(wanted[known], choices, ports);
  try {
    return await submitIntent(wanted.plain, choices, ports, { waitForKey: true });
  } catch (error) {
    // Where no key is sent, a 409 is about something else.
    const holdsAnother =
      error instanceof RefusedError && error.status === 409 && requestRoutes[wanted.plain.route].hasKey;
    if (!holdsAnother) throw error;
    return submitIntent(wanted.revised, choices, ports);
  }
}

/** The key that the ledger has the request under, or has another body under; undefined where it has neither. */
async function knownKey(
  { plain, revised }: RevisableIntent,
  { ledger }: SubmitPorts,
): Promise<keyof RevisableIntent | undefined> {
  const ofName = await ledger.findClaim(plain);
  if (ofName !== undefined) return hasSameBody(ofName.intent, plain) ? 'plain' : 'revised';
  return (await ledger.findClaim(revised)) === undefined ? undefined : 'revised';
}
