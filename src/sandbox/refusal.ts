/** A request that is answered with an error and changes nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  /** The generator's own code, on v1. @see service document §7.3 */
  readonly providerCode: string | undefined;
  /** Whether the answer has a message and nothing else, as the refs route answers. @see service document §7.4 */
  readonly messageOnly: boolean;

  constructor(
    status: Refusal['status'],
    parts: {
      code: string;
      message: string;
      retryAfterSeconds?: number | undefined;
      providerCode?: string | undefined;
      messageOnly?: boolean;
    },
  ) {
    super(parts.message);
    this.status = status;
    this.code = parts.code;
    this.retryAfterSeconds = parts.retryAfterSeconds;
    this.providerCode = parts.providerCode;
    this.messageOnly = parts.messageOnly ?? false;
  }
}

/** The envelope of v1 and v2: on v2 nothing of the generator's is in it. @see service document §7.3, §7.4, §9 */
export function refusalResponse(refusal: Refusal): Response {
  const { code, message, messageOnly, providerCode, retryAfterSeconds: wait } = refusal;
  const codes = { code, ...(providerCode !== undefined && { provider_code: providerCode }) };
  const body = { error: messageOnly ? { message } : { ...codes, message } };
  return Response.json(body, {
    status: refusal.status,
    headers: wait === undefined ? {} : { 'Retry-After': String(wait) },
  });
}

/** The same words for a job that never was, one of another account and one past its retention. §5 */
export function noSuchJob(): Refusal {
  return new Refusal(404, { code: 'not_found', message: 'There is no such job.' });
}
