import { forgetLine } from '../../api/rules/forget-line.ts';
import type { Recovered } from '../recover.ts';

type Open = Extract<Recovered, { kind: 'open' }>;

/**
 * What a person can do, on one line, about a submit that recover left open. Sending it again may fail the same way for ever, so
 * the line always ends with a way to close it: the person looks for the job with the service, and closes the submit.
 */
function nextStep({ error, intent }: Open): string {
  const { exit, hint } = error;
  // A trouble of this machine is over as soon as it is mended; the job may be known already.
  if (exit === 'machine' || hint?.includes('--forget') === true) return hint ?? 'genctl recover';
  const again = hint === undefined ? 'genctl recover' : hint;
  const settles = again.includes('genctl recover') ? again : `${again}; then: genctl recover`;
  return `${settles}; if it stays open, check with the service whether it has a job, then close it: ${forgetLine(intent.idempotency_key)}`;
}

/** One line for each open submit; where there are several, it names the submit. */
export function nextSteps(open: readonly Open[]): string {
  const lines = open.map((one) =>
    open.length === 1 ? nextStep(one) : `${one.intent.model} of ${one.intent.created_at}: ${nextStep(one)}`,
  );
  return lines.join('\n');
}

/** Why each submit is open, one line each. */
export function reasons(open: readonly Open[]): string {
  const lines = open.map(({ error, intent }) => {
    const why = (error.why ?? error.message).replaceAll('\n', ' ');
    return open.length === 1
      ? (error.why ?? error.message)
      : `${intent.model} of ${intent.created_at}: ${why}`;
  });
  return lines.join('\n');
}
