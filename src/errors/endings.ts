import { CliError, type CliErrorParts } from './cli-error.ts';
import type { ExitName } from './exit-codes.ts';
import { hintText } from './hint.ts';

/** A class of error that has a name and an exit of its own, and nothing else. */
function ending<Name extends string>(name: Name, exit: ExitName) {
  return class extends CliError {
    override readonly name: Name = name;

    constructor(parts: CliErrorParts) {
      super(exit, parts);
    }
  };
}

/** The command line, or a file it names, can't be used; nothing was sent. */
export class UsageError extends ending('UsageError', 'usage') {}

/** A budget has too little left, or nobody knows what a job costs that is under one; nothing was sent. */
export class BudgetError extends ending('BudgetError', 'usage') {
  /** The amount that a batch has to be allowed for its next line; undefined for anything else. Unit: USD. */
  readonly enoughUsd: number | undefined;

  constructor({ enoughUsd, ...parts }: CliErrorParts & { enoughUsd?: number }) {
    super(parts);
    this.enoughUsd = enoughUsd;
  }
}

/** There is no key, or the service does not accept it for this. */
export class AuthError extends ending('AuthError', 'unauthorized') {}

/** The time to wait is over; the job goes on. */
export class WaitTimeoutError extends ending('WaitTimeoutError', 'waitTimedOut') {}

/** The service answered 429 for longer than the command may wait. */
export class RateLimitError extends ending('RateLimitError', 'rateLimited') {}

/** The service could not be reached or answered 5xx, and nothing was started. */
export class UnreachableError extends ending('UnreachableError', 'unreachable') {}

/** The service refused the request, or redirected a submit. */
export class RefusedError extends ending('RefusedError', 'refused') {}

/** There is no such job or model, as far as this account can see. */
export class NotFoundError extends ending('NotFoundError', 'notFound') {}

/** A submit was sent and its outcome is not known; the intent is kept. */
export class OutcomeUnknownError extends ending('OutcomeUnknownError', 'outcomeUnknown') {
  /** Names the idempotency key of the submit, because that alone leads to its job later. */
  constructor(parts: CliErrorParts) {
    super({ ...parts, why: whyWithKey(parts) });
  }
}

/** The reasons of an error, which end with the key unless its words name that already. */
function whyWithKey({ hint, idempotencyKey, message, why }: CliErrorParts): string | undefined {
  if (idempotencyKey === undefined) return why;
  const words = [message, why, hint === undefined ? '' : hintText(hint)].join('\n');
  if (words.includes(idempotencyKey)) return why;
  const naming = `Its idempotency key is ${idempotencyKey}.`;
  return why === undefined ? naming : `${why.replace(/(?<![.!?…])$/, '.')} ${naming}`;
}

/** This machine is to blame: its ledger, its disk, or a download that is not whole. */
export class MachineError extends ending('MachineError', 'machine') {}

/** A command of `--exec` failed for a job, or for several. */
export class ExecFailedError extends ending('ExecFailedError', 'mixedEnds') {}

/** The account is out of balance, in the service's own words. */
export class BalanceError extends ending('BalanceError', 'outOfBalance') {}

/** The exits of jobs that ended without success; `mixedEnds` stands for several jobs with different ends. */
export type JobEndExit = Extract<ExitName, 'jobFailed' | 'jobCanceled' | 'jobExpired' | 'mixedEnds'>;

/** A job ended without success while a command waited for it. */
export class JobEndedError extends CliError {
  override readonly name = 'JobEndedError';

  constructor(exit: JobEndExit, parts: CliErrorParts) {
    super(exit, parts);
  }
}

/** The error for a gap that was not filled in. */
export function gapLeft(gap: string): UsageError {
  return new UsageError({
    code: 'gap_left',
    message: `${gap} is a place to fill in`,
    why: 'Suggested commands have it where only you know the value. Nothing was sent or stored.',
    hint: `replace ${gap} with yours`,
  });
}
