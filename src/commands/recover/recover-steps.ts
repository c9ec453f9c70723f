import type { Recovered } from '../../flows/recover.ts';
import { forgetLine } from '../../rules/forget-line.ts';

type Open = Extract<Recovered, { kind: 'open' }>;

/**
 * What a person does about a submit that recover itself left open, on one line. Sending it again may bring the same for ever,
 * so that the line always leads to an end: someone looks for the job with the service, and closes the submit.
 */
function nextStep({ error, intent }: Open): string {
  const { exit, hint } = error;
  // What this machine refuses is settled as soon as it is mended; the job may be known already.
  if (exit === 'machine' || hint?.includes('--forget') === true) return hint ?? 'genctl recover';
  const again = hint === undefined ? 'genctl recover' : hint;
  const settles = again.includes('genctl recover') ? again : `${again}; then: genctl recover`;
  return `${settles}; if it stays open, look for its job with the service, then close it: ${forgetLine(intent.idempotency_key)}`;
}

/** One line for each, which says which it is where there are several. */
export function nextSteps(open: readonly Open[]): string {
  const lines = open.map((one) =>
    open.length === 1 ? nextStep(one) : `${one.intent.model} of ${one.intent.created_at}: ${nextStep(one)}`,
  );
  return lines.join('\n');
}

/** Why each is open, a line each. */
export function reasons(open: readonly Open[]): string {
  const lines = open.map(({ error, intent }) => {
    const why = (error.why ?? error.message).replaceAll('\n', ' ');
    return open.length === 1
      ? (error.why ?? error.message)
      : `${intent.model} of ${intent.created_at}: ${why}`;
  });
  return lines.join('\n');
}
