import type { JobErrorCode } from '../../../contract/wire-error.ts';

/** The codes of a failed job: what each means, and what helps. @see service document §7.1 */
export const jobErrorAdvice = {
  provider_rejected: {
    means: 'the model refused the request before rendering',
    help: 'change the request; `genctl models MODEL` says what the model takes',
  },
  provider_failed: {
    means: 'the model took the request and did not finish; on video mostly over the soundtrack',
    help: 'run it again (--attempts does it by itself), on video with --no-audio',
  },
  timeout: { means: 'it was not done in time', help: 'run it again' },
  expired: { means: 'it ran past its longest runtime', help: 'run it again, shorter or smaller' },
  canceled: { means: 'you canceled it', help: 'there is nothing to mend' },
  quota_exceeded: { means: "the account's storage is full", help: 'make room, then run it again' },
  output_too_large: {
    means: 'the file came out larger than allowed',
    help: 'ask for less: a shorter clip, a lower resolution',
  },
  unsupported_media: {
    means: 'the result could not be stored',
    help: 'try another --output-format, or run it again',
  },
  internal: { means: "the service's own fault", help: 'run it again' },
} as const satisfies Record<JobErrorCode, { means: string; help: string }>;

/** What a code means and what helps after it; undefined for an unknown code. */
export function adviceFor(code: string | null): { means: string; help: string } | undefined {
  return code !== null && Object.hasOwn(jobErrorAdvice, code)
    ? jobErrorAdvice[code as JobErrorCode]
    : undefined;
}
