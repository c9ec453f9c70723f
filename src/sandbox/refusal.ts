/** The parts of an answer that is an error. */
interface RefusalParts {
  code: string;
  message: string;
  retryAfterSeconds?: number | undefined;
  /** The generator's own code, on v1. @see service document §7.3 */
  providerCode?: string | undefined;
  /** True if the error has only a message, as on the refs route. @see service document §7.4 */
  messageOnly?: boolean;
}

/** The reason to answer a request with an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly parts: RefusalParts;

  constructor(status: Refusal['status'], parts: RefusalParts) {
    super(parts.message);
    this.status = status;
    this.parts = parts;
  }
}

/**
 * The answer to a refused request, in the envelope of v1 and v2; on v2 it has no generator's code. Whether a 429 says how long to
 * wait is the run's to say.
 *
 * @see service document §7.3, §7.4, §9
 */
export function refusalResponse({ parts, status }: Refusal, said: { retryAfter: boolean }): Response {
  const { code, message, messageOnly, providerCode, retryAfterSeconds: wait } = parts;
  const codes = { code, ...(providerCode !== undefined && { provider_code: providerCode }) };
  const body = { error: messageOnly === true ? { message } : { ...codes, message } };
  const saysWait = wait !== undefined && (said.retryAfter || status !== 429);
  return Response.json(body, {
    status,
    headers: !saysWait ? {} : { 'Retry-After': String(wait) },
  });
}

/** One answer for a job that never existed, one of another account, and one past its retention, so that it tells nothing. §5 */
export function noSuchJob(): Refusal {
  return new Refusal(404, { code: 'not_found', message: 'There is no such job.' });
}

export function invalidInput(message: string): Refusal {
  return new Refusal(400, { code: 'invalid_input', message });
}
