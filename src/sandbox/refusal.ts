/** A request that is answered with an error and changes nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: Refusal['status'],
    parts: { code: string; message: string; retryAfterSeconds?: number | undefined },
  ) {
    super(parts.message);
    this.status = status;
    this.code = parts.code;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** The v2 envelope: a code and a message, and nothing of the generator's. @see service document §9 */
export function refusalResponse(refusal: Refusal): Response {
  const body = { error: { code: refusal.code, message: refusal.message } };
  const wait = refusal.retryAfterSeconds;
  return Response.json(body, {
    status: refusal.status,
    headers: wait === undefined ? {} : { 'Retry-After': String(wait) },
  });
}

/** The same words for a job that never was, one of another account and one past its retention. §5 */
export function noSuchJob(): Refusal {
  return new Refusal(404, { code: 'not_found', message: 'There is no such job.' });
}
