import type { LeftIfKilled } from '../../cli/surroundings.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { genctl, hintThen } from '../../errors/hint.ts';
import type { Onward } from '../../request/onward.ts';
import { recoverHint } from './catch-signals.ts';

/** The jobs and submits that a run leaves where it ends before its time. */
export interface LeftByRun {
  /** The ids of the jobs that it submitted. */
  submitted: readonly string[];
  lefts: readonly LeftIfKilled[];
  onward: Onward;
}

/** With more ids than this, a line would be longer than anybody reads. */
const namedMost = 20;

/**
 * Names what this run leaves, for an error that came between: the jobs that it submitted or followed, and each submit that has no
 * answer. Run again, a line that submits would pay for them again.
 */
export function nameSubmits(failure: CliError, { lefts, onward, submitted }: LeftByRun): void {
  const jobIds = [...new Set([...submitted, ...lefts.flatMap((left) => left.jobIds ?? [])])];
  const open = lefts.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const [only, ...others] = jobIds;
  if (only === undefined && open.length === 0) return;
  if (submitted.length > 0 || open.length > 0) failure.retryable = false;
  const resume = lefts.findLast(({ line }) => line !== undefined)?.line;
  const next = jobIds.length > namedMost ? genctl`jobs` : onward.step(jobIds);
  if (only !== undefined) failure.mendBy((hint) => hintThen(hint, resume ?? next));
  if (others.length === 0) failure.jobId ??= only;
  if (open.length > 0) {
    failure.why = [failure.why, openWords(open)].filter((line) => line !== undefined).join('\n');
    failure.mendBy((hint) => hintThen(hint, recoverHint(open, onward)));
  }
}

/** Says under which keys submits were sent whose answers were not taken in. */
function openWords(open: readonly LeftIfKilled[]): string {
  const keys = open.slice(0, namedMost).map(({ idempotencyKey }) => idempotencyKey);
  const more = open.length > keys.length ? `, and ${open.length - keys.length} more` : '';
  return keys.length === 1
    ? `A submit was under way, under the key ${keys[0]}; genctl kept it.`
    : `Submits were under way, under the keys ${keys.join(', ')}${more}; genctl kept them.`;
}
