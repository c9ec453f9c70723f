import type { JsonObject } from '../../text/json-object.ts';

/** The words for each code of a refusal, so that a reader of the document need not meet it first. @see docs/sandbox-choices.md §7.2 */
const codes = {
  unauthorized: 'The request has no key, or one that is no key of the sandbox.',
  forbidden: 'The request names another host, or has an Origin.',
  model_not_granted: 'The key is not granted the model.',
  not_found: 'There is none, or it is of another account.',
  model_not_found: 'The model is not served on this route.',
  invalid_input: 'The body breaks a rule of the service; the message names each.',
  provider_rejected: 'The generator refuses the request; `provider_code` is its own code.',
  idempotency_key_required: 'The Idempotency-Key is missing, empty or over 255 characters.',
  unknown_scenario: 'The sandbox knows no scenario of that name.',
  use_async_route: 'The model takes longer than an answer is waited for.',
  idempotency_conflict: 'The Idempotency-Key was used with another body.',
  body_too_large: 'The body has more than 64 MiB.',
  unsupported_media_type: 'The body is not sent as application/json.',
  too_many_jobs: 'As many jobs are in flight as the account may have.',
  insufficient_balance: 'The balance does not cover the job; there is no Retry-After.',
  rate_limited: 'The account sends more in a time than it may.',
  timeout: 'The picture was not ready in time.',
  internal: 'The service failed. A submit may have made a job.',
} as const;

type Code = keyof typeof codes;
export type Refusals = Readonly<Record<number, readonly Code[]>>;

/** The refusals of every route that takes a key. */
export const keyedRefusals: Refusals = {
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['not_found'],
  500: ['internal'],
};

export const lookRefusals: Refusals = { ...keyedRefusals, 429: ['rate_limited'] };

export const submitRefusals: Refusals = {
  ...keyedRefusals,
  400: ['invalid_input', 'unknown_scenario'],
  403: ['forbidden', 'model_not_granted'],
  404: ['not_found', 'model_not_found'],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  429: ['too_many_jobs', 'insufficient_balance', 'rate_limited'],
};

/** v1 passes on what the generator says of a request. @see service document §7.3 */
export const taskRefusals: Refusals = {
  ...submitRefusals,
  400: ['invalid_input', 'provider_rejected', 'unknown_scenario'],
};

/** The answers of a route that refuse, by status. The statuses in `messageOnly` have an error without a code. */
export function refusalAnswers(refusals: Refusals, messageOnly: readonly number[] = []): JsonObject {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, ofStatus]) => {
      const isWordless = messageOnly.includes(Number(status));
      const says = ofStatus.map((code) => (isWordless ? codes[code] : `\`${code}\`: ${codes[code]}`));
      return [
        status,
        {
          description: says.join(' '),
          ...(['429', '503'].includes(status) && { headers: retryAfterHeader }),
          content: { 'application/json': { schema: schemaRef(isWordless ? 'MessageAlone' : 'Error') } },
        },
      ];
    }),
  );
}

/** The header of an answer that says when to come again. */
export const retryAfterHeader = {
  'Retry-After': { description: 'When to come again. Unit: whole seconds.', schema: { type: 'integer' } },
};

export function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
