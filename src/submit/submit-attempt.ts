import { CliError } from '../errors/cli-error.ts';
import { RefusedError } from '../errors/endings.ts';
import type { Intent } from '../ledger/record.ts';
import { requestRoutes } from '../service/request-route.ts';
import { type SubmitPorts, type SubmittedJob, submitIntent } from './submit.ts';
import { hasSameBody, type SubmitChoices } from './submit-refusals.ts';

/**
 * Makes the intent of an attempt, counted from 1. All attempts have the same bytes, and each has a key of its own. With
 * `bodyInKey`, which `--revise` may need, the key also depends on the body.
 */
export type MakeIntent = (attempt: number, bodyInKey?: boolean) => Intent;

/** One request of many, ready to be written down and sent. */
export interface PlannedSubmit {
  /** Makes its intents, still without the account, which is that of the ports. */
  intentFor: MakeIntent;
  /** True if another body under its name is a new job, instead of being refused. */
  revise: boolean;
  choices: SubmitChoices;
  /** The ports of its account, shared by all submits to that account. */
  ports: SubmitPorts;
}

/** A request that is submitted again, as another job, where its job failed by a fault of the service. */
export interface PlannedAttempts extends PlannedSubmit {
  /** How many attempts there may be in all; with 1 it is never submitted again. */
  attempts: number;
}

/** The result of one submit. */
export type SubmitEnd = ({ kind: 'submitted' } & SubmittedJob) | { kind: 'refused'; error: CliError };

/** The intent of an attempt, with the account that sends it. */
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

/** Submits one attempt, and resolves with its result. Rejects for a defect only. */
export async function endOfSubmit(planned: PlannedSubmit, attempt: number): Promise<SubmitEnd> {
  try {
    return { kind: 'submitted', ...(await submitAttempt(planned, attempt)) };
  } catch (error) {
    if (error instanceof CliError) return { kind: 'refused', error };
    throw error;
  }
}

/** A request under a name, with two keys: one made of the name alone, and one made of the name and the body. */
interface RevisableIntent {
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
