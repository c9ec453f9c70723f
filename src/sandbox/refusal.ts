/** The status and the meaning of each code of a refusal. @see docs/sandbox-choices.md §7.2 */
export const refusals = {
  unauthorized: [401, 'The request has no key, or one that is no key of the sandbox.'],
  forbidden: [403, 'The request names another host, or has an Origin.'],
  model_not_granted: [403, 'The key is not granted the model.'],
  not_found: [404, 'There is none, or it is of another account.'],
  model_not_found: [404, 'The model is not served on this route.'],
  invalid_input: [400, 'The body breaks a rule of the service; the message names each.'],
  provider_rejected: [400, 'The generator refuses the request; `provider_code` is its own code.'],
  idempotency_key_required: [400, 'The Idempotency-Key is missing, empty or over 255 characters.'],
  unknown_scenario: [400, 'The sandbox knows no scenario of that name.'],
  use_async_route: [400, 'The model takes longer than an answer is waited for.'],
  idempotency_conflict: [409, 'The Idempotency-Key was used with another body.'],
  body_too_large: [413, 'The body has more than 64 MiB.'],
  unsupported_media_type: [415, 'The body is not sent as application/json.'],
  timeout: [422, 'The picture was not ready in time.'],
  too_many_jobs: [429, 'As many jobs are in flight as the account may have.'],
  insufficient_balance: [429, 'The balance does not cover the job; there is no Retry-After.'],
  rate_limited: [429, 'The account sends more in a time than it may.'],
  internal: [500, 'The service failed. A submit may have made a job.'],
} as const satisfies Record<string, readonly [status: number, says: string]>;

export type RefusalCode = keyof typeof refusals;

/** The parts of a refusal beside its code and its message. */
interface RefusalParts {
  /** The usual one of its code unless given. */
  status?: number;
  retryAfterSeconds?: number | undefined;
  /** The generator's own code, on v1. @see service document §7.3 */
  providerCode?: string | undefined;
  /** True if the error has only a message, as on the refs route. @see service document §7.4 */
  messageOnly?: boolean;
}

/** The reason to answer a request with an error. A code that is none of the service's is a 400, unless a status is given. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly parts: RefusalParts;

  constructor(code: string, message: string, parts: RefusalParts = {}) {
    super(message);
    this.code = code;
    this.parts = parts;
  }
}

/**
 * The answer to a refused request, in the envelope of v1 and v2; on v2 it has no generator's code. Whether a 429 says how long to
 * wait is the run's to say.
 *
 * @see service document §7.3, §7.4, §9
 */
export function refusalResponse({ code, message, parts }: Refusal, said: { retryAfter: boolean }): Response {
  const usual = Object.hasOwn(refusals, code) ? refusals[code as RefusalCode][0] : 400;
  const { messageOnly = false, providerCode: provider_code, retryAfterSeconds: wait, status = usual } = parts;
  const error = messageOnly ? { message } : { code, provider_code, message };
  const saysWait = wait !== undefined && (said.retryAfter || status !== 429);
  return Response.json({ error }, { status, headers: saysWait ? { 'Retry-After': String(wait) } : {} });
}

/** One answer for a job that never existed, one of another account, and one past its retention, so that it tells nothing. §5 */
export function noSuchJob(): Refusal {
  return new Refusal('not_found', 'There is no such job.');
}

export function invalidInput(message: string): Refusal {
  return new Refusal('invalid_input', message);
}

/** A refusal with a message alone. @see service document §7.4 */
export function refsRefusal(message: string, status = 400): Refusal {
  return new Refusal('refs', message, { status, messageOnly: true });
}

/** The longest Retry-After of a refused submit. Unit: s. */
const longestWaitSeconds = 30;

export function tooManyInFlight(inFlightMost: number, freeInMs: number): Refusal {
  const message = `Too many jobs are in flight; this account may have ${inFlightMost}.`;
  const seconds = Math.min(Math.max(Math.ceil(freeInMs / 1_000), 1), longestWaitSeconds);
  return new Refusal('too_many_jobs', message, { retryAfterSeconds: seconds });
}

/** Waiting does not help, so it has no Retry-After. */
export function outOfBalance(neededMicrousd: number, availableMicrousd: number): Refusal {
  const [needed, free] = [neededMicrousd, availableMicrousd].map((microusd) => (microusd / 1e6).toFixed(3));
  const message = `The organisation is out of balance: the job holds ${needed} USD, ${free} USD are free.`;
  return new Refusal('insufficient_balance', message);
}
