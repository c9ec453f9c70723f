import { invalidFlag } from '../../cli/flag.ts';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { gaps } from '../../text/gaps.ts';

/** The parts that a derived key is made from: equal parts give an equal key, on any machine. */
export interface OnceKeyParts {
  /** Origin of the service, or `sandbox:`. */
  origin: string;
  /** Method and path, such as `POST /v2/jobs`. */
  route: string;
  name: string;
  /** Counted from 1; left out of the text for the first. */
  attempt: number;
  /** With `--revise`: the body is part of the key, so that another body is another job. */
  body?: string | undefined;
}

/** The beginning of derived keys: the version of the text that is hashed. */
export const onceKeyPrefix = 'g1-';

/**
 * The text whose SHA-256 is a derived key: each part with its length in UTF-8 before it, so that no two lists of parts read the
 * same. The body is left out unless asked for. A refreshed link or a changed default must not become a second charge. A changed
 * body is caught by comparison, here or by the service's 409.
 */
export function onceKeyText({ origin, route, name, attempt, body }: OnceKeyParts): string {
  const parts = [
    ['origin', origin],
    ['route', route],
    ['name', name],
    ...(attempt > 1 ? [['attempt', String(attempt)]] : []),
    ...(body === undefined ? [] : [['body', body]]),
  ];
  return parts
    .flat()
    .map((part) => `${Buffer.byteLength(part)}:${part}`)
    .join('');
}

/** The id of the CI run, where there is one: it is the same when the run is run again. */
export function ciRunId(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment.GITHUB_RUN_ID || environment.CI_PIPELINE_ID || undefined;
}

/** A name beginning with this has the CI run's id in its place. */
const ciPrefix = '@ci/';

/**
 * The name that `--once` means. `@ci/NAME` puts the id of the CI run before it, which stays the same when a run is run
 * again; never the number of the attempt, which does not. Throws UsageError.
 */
export function onceName(text: string, runId: string | undefined): string {
  if (text.trim() === '' || text === ciPrefix || /[\p{Cc}]/u.test(text)) {
    throw invalidFlag(
      '--once',
      text,
      'A name is not empty and has no control characters.',
      typedWith('--once', gaps.name),
    );
  }
  if (!text.startsWith(ciPrefix)) return text;
  if (runId !== undefined) return `ci/${runId}/${text.slice(ciPrefix.length)}`;
  throw new UsageError({
    code: 'no_ci_run',
    message: `--once ${text} needs the id of a CI run`,
    why: 'Neither GITHUB_RUN_ID nor CI_PIPELINE_ID is set.',
    hint: `--once ${text.slice(ciPrefix.length)}, with a name of its own for each run`,
  });
}

/** A key set by hand, as a header can carry it. Throws UsageError. */
export function checkedIdempotencyKey(text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new UsageError({
    code: 'invalid_flag',
    message: '--idempotency-key can’t be sent as it is',
    why: `It has ${text.length} characters; a key has 1 to 255, ASCII and without spaces.`,
    hint: '--idempotency-key "$(uuidgen)", or --once NAME',
  });
}
