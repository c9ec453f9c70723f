import { RefusedError } from '../errors/endings.ts';
import type { Intent } from '../ledger/record.ts';
import { requestRoutes } from '../service/request-route.ts';
import { type SubmitPorts, type SubmittedJob, submitIntent } from './submit.ts';
import { hasSameBody, type SubmitChoices } from './submit-refusals.ts';

/** A request under a name, with two keys: one made of the name alone, and one made of the name and the body. */
export interface RevisableIntent {
  plain: Intent;
  revised: Intent;
}

/** The attempt to make, and the first attempt, which decides the key for all of them. */
export interface RevisableAttempts {
  wanted: RevisableIntent;
  first: RevisableIntent;
}

/**
 * Submits a request under a name that may stand for another body. The name's own key is used as long as it stands for this body, so
 * that an unchanged request is not paid for again. The body becomes part of the key only where the name's own key has another body.
 * Either the ledger says so, or the service does for half a minute. Throws as `submitIntent` does.
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
    // On a route that sends no key, a 409 is about something else.
    const holdsAnother =
      error instanceof RefusedError && error.status === 409 && requestRoutes[wanted.plain.route].hasKey;
    if (!holdsAnother) throw error;
    return submitIntent(wanted.revised, choices, ports);
  }
}

/**
 * The key that the ledger has this request under; `revised` also where it has another body under the name's own key; undefined
 * where it knows neither key.
 */
async function knownKey(
  { plain, revised }: RevisableIntent,
  { ledger }: SubmitPorts,
): Promise<keyof RevisableIntent | undefined> {
  const ofName = await ledger.findClaim(plain);
  if (ofName !== undefined) return hasSameBody(ofName.intent, plain) ? 'plain' : 'revised';
  return (await ledger.findClaim(revised)) === undefined ? undefined : 'revised';
}
