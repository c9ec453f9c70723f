import { stopReasonOf } from '../../batch/run/send.ts';
import type { ShotEnd } from '../../batch/run/shots.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { exitOfJob } from '../../service/lifecycle.ts';
import { type WrittenEnd, writtenEnd } from '../line/line-end.ts';

/** The fate of a line in the queue when this worker is done with it. */
export type LineFate =
  /** It succeeded, or is lost: its feeder is told. */
  | { kind: 'done'; end: WrittenEnd }
  | { kind: 'lost'; end: WrittenEnd; message: string }
  /** Another worker goes on with it at once. `stops`: what keeps this worker from any further line. */
  | { kind: 'given_back'; stops: CliError | undefined }
  /** The next worker that takes it does so after a while: the service could not be reached. */
  | { kind: 'put_off'; error: CliError };

/** How often a line may be put off before it counts as lost. */
const putOffMost = 20;

/** How long a line is put off. Unit: ms. */
export const putOffMs = 30_000;

/** Decides what becomes of a line, that was put off `returns` times. */
export function fateOf(end: ShotEnd, returns: number): LineFate {
  const trouble = troubleOf(end);
  if (trouble instanceof InterruptedError) return { kind: 'given_back', stops: undefined };
  // A 429 to a look is about looks, and says nothing of submits.
  const isOfLooks = end.kind === 'followed' && trouble?.exit === 'rateLimited';
  const isStop = trouble !== undefined && !isOfLooks && stopReasonOf(trouble) !== undefined;
  if (isStop) return { kind: 'given_back', stops: trouble };
  // The command of --exec is to run to its end for each job.
  if (end.kind === 'followed' && end.job.exec?.kind === 'interrupted')
    return { kind: 'given_back', stops: undefined };
  if (trouble !== undefined && mayPass(trouble) && returns < putOffMost)
    return { kind: 'put_off', error: trouble };
  const written = writtenEnd(end);
  if (written === undefined) return { kind: 'given_back', stops: undefined };
  const job = end.kind === 'followed' ? end.job : undefined;
  if (
    written.error === null &&
    written.wait === 'over' &&
    job !== undefined &&
    exitOfJob(job.record.job) === 'done'
  )
    return job.isMissing ? { kind: 'given_back', stops: undefined } : { kind: 'done', end: written };
  const status = job?.record.job.error?.code ?? job?.record.job.status;
  return { kind: 'lost', end: written, message: written.error?.message ?? status ?? 'no job' };
}

function troubleOf(end: ShotEnd): CliError | undefined {
  if (end.kind === 'unsent') return undefined;
  if (end.kind === 'refused') return end.error;
  return end.job.end.kind === 'failed' ? end.job.end.error : end.job.failure;
}

/** Tells whether somebody could not be reached, did not answer or asked to wait, which may be another thing in half a minute. */
function mayPass({ code, exit }: CliError): boolean {
  return (
    exit === 'unreachable' ||
    exit === 'rateLimited' ||
    (exit === 'outcomeUnknown' && code !== 'key_may_be_forgotten')
  );
}
