import type { CliError } from '../errors/cli-error.ts';
import { RefusedError } from '../errors/endings.ts';
import { failureOf } from '../errors/system-trouble.ts';
import type { Intent } from '../ledger/record.ts';
import { canonicalJson } from '../schema/json/canonical-json.ts';
import { readJson } from '../schema/json/read-json.ts';
import { requestRoutes } from '../service/request-route.ts';
import { hasLink, hasSameBody, hasSignedLink } from './same-body.ts';
import { type SubmitPorts, type SubmittedJob, submitIntent } from './submit.ts';
import type { SubmitChoices } from './submit-refusals.ts';

/**
 * Tells whether a key depends on the body. A text is what an earlier genctl hashed in place of the body: signatures of links were a
 * part of it.
 */
export type BodyInKey = boolean | string;

/**
 * Makes the intent of an attempt, counted from 1. All attempts have the same bytes, and each has a key of its own. With
 * `bodyInKey`, which `--revise` may need, the key also depends on the body.
 */
export type MakeIntent = (attempt: number, bodyInKey?: BodyInKey) => Intent;

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
export function intentOf(
  { intentFor, ports }: PlannedSubmit,
  attempt: number,
  bodyInKey: BodyInKey = false,
): Intent {
  return { ...intentFor(attempt, bodyInKey), ...ports.account };
}

/** Submits one attempt of a request; throws as `submitIntent` does. */
function submitAttempt(planned: PlannedSubmit, attempt: number): Promise<SubmittedJob> {
  const { choices, ports, revise } = planned;
  if (!revise) return submitIntent(intentOf(planned, attempt), choices, ports);
  return submitRevised((...of) => intentOf(planned, ...of), attempt, choices, ports);
}

/** Submits one attempt, and resolves with its result. Rejects for a defect only. */
export async function endOfSubmit(planned: PlannedSubmit, attempt: number): Promise<SubmitEnd> {
  try {
    return { kind: 'submitted', ...(await submitAttempt(planned, attempt)) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== undefined) return { kind: 'refused', error: failure };
    throw error;
  }
}

/**
 * Submits an attempt of a request under a name that may stand for another body. The name's own key is used as long as it stands for this
 * body, so that an unchanged request is not paid for again. The body becomes part of the key only where the name's own key has another
 * body. Either the ledger says so, or the service does for half a minute. The service compares bytes: where a link is signed, its word
 * does not tell whether more than the signature changed, and nothing is sent. Throws as `submitIntent` does.
 */
export async function submitRevised(
  intentFor: MakeIntent,
  attempt: number,
  choices: SubmitChoices,
  ports: SubmitPorts,
): Promise<SubmittedJob> {
  const known = await knownKey(intentFor, ports);
  if (known !== undefined) return submitIntent(intentFor(attempt, known.bodyInKey), choices, ports);
  const plain = intentFor(attempt);
  try {
    return await submitIntent(plain, choices, ports, { waitForKey: true });
  } catch (error) {
    // On a route that sends no key, a 409 is about something else.
    const holdsAnother =
      error instanceof RefusedError && error.status === 409 && requestRoutes[plain.route].hasKey;
    if (!holdsAnother) throw error;
    if (hasSignedLink(plain)) throw perhapsSame(plain, error);
    return submitIntent(intentFor(attempt, true), choices, ports);
  }
}

type ClaimLedger = { ledger: Pick<SubmitPorts['ledger'], 'findClaim' | 'keysOfName'> };

/** The key of a request that may have been revised. */
interface KnownKey {
  bodyInKey: BodyInKey;
  /** True if the ledger has this request under it. */
  isClaimed: boolean;
}

/**
 * The key that the ledger has a request under; one made of the body also where it has another body under the name's own key; undefined
 * where it knows no key of the request. The first attempt decides for all of them.
 */
export async function knownKey(
  intentFor: MakeIntent,
  { ledger }: ClaimLedger,
): Promise<KnownKey | undefined> {
  const plain = intentFor(1);
  const ofName = await ledger.findClaim(plain);
  if (ofName !== undefined && hasSameBody(ofName.intent, plain)) return { bodyInKey: false, isClaimed: true };
  if ((await ledger.findClaim(intentFor(1, true))) !== undefined) return { bodyInKey: true, isClaimed: true };
  const isSame = (intent: Intent): boolean => hasSameBody(intent, plain);
  const earlier = hasLink(plain) ? await earlierKeyText(intentFor, isSame, ledger) : undefined;
  if (earlier !== undefined) return { bodyInKey: earlier, isClaimed: true };
  return ofName === undefined ? undefined : { bodyInKey: true, isClaimed: false };
}

/**
 * Finds the text that an earlier genctl hashed in place of the body for the key of a revised request. A signature was a part of that text,
 * so the keys of the name are searched for it.
 *
 * @param isSame tells whether an intent asks for what this request does.
 */
export async function earlierKeyText(
  intentFor: MakeIntent,
  isSame: (intent: Intent) => boolean,
  ledger: ClaimLedger['ledger'],
): Promise<string | undefined> {
  const plain = intentFor(1);
  if (plain.once === null) return undefined;
  for (const idempotency_key of await ledger.keysOfName(plain.once)) {
    const claim = await ledger.findClaim({ ...plain, idempotency_key });
    if (claim === undefined || !isSame(claim.intent)) continue;
    const { batch, body } = claim.intent;
    const text = canonicalJson(batch?.fields ?? readJson(body));
    if (intentFor(1, text).idempotency_key === idempotency_key) return text;
  }
  return undefined;
}

/** The error where the service alone knows the name of a request with a signed link, by other bytes. */
function perhapsSame({ idempotency_key: idempotencyKey, once }: Intent, cause: RefusedError): RefusedError {
  return new RefusedError({
    code: 'perhaps_same_request',
    message: `The service has a request under the name ${JSON.stringify(once)}, and genctl can't tell whether this one is another`,
    why: 'A link in it is signed, the service compares bytes, and this machine lacks the first request. Perhaps only the signature is new. Nothing was sent under another key.',
    hint: 'run it where that was submitted, or with the journal of its batch; another --once NAME pays for a new job',
    status: cause.status,
    idempotencyKey,
    cause,
  });
}
