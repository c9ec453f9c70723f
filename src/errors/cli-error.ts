import { type ExitCode, type ExitName, exitCodes } from './exit-codes.ts';
import { type Hint, hintText } from './hint.ts';

/** The ends of a range of numbers, where there are any. */
export interface ValueRange {
  least?: number | undefined;
  most?: number | undefined;
  /** Such as `s`. */
  unit?: string | undefined;
}

/** The mend of a failure, for programs: a command, and the values that are taken where one value was wrong. */
export interface Fix {
  /** The command that mends it, from `genctl` on: the typed line with the change made, or another one. */
  argv?: readonly string[] | undefined;
  allowed?: readonly unknown[] | undefined;
  range?: ValueRange | undefined;
}

/** The parts that every failure carries to the terminal and to `--json`. */
export interface CliErrorParts {
  /** Stable machine-readable word, such as `job_not_found`. */
  code: string;
  /** The event, and the thing that it happened to. One line, no key, no signed link, no whole body. */
  message: string;
  /** Why, in numbers. */
  why?: string | undefined;
  /** The way to mend it. In a step such as `wait ID`, `ID` means the job of the error. */
  hint?: Hint | undefined;
  fix?: Fix | undefined;
  retryable?: boolean | undefined;
  /** Set where one job is to blame, or one of its files, or who has them: work on others may escape it, whatever the exit says. */
  ofOne?: boolean | undefined;
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined;
  jobId?: string | undefined;
  /** The generator's own word for why, on v1. @see service document §7.3 */
  providerCode?: string | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

/** An expected failure: three parts for a person, a code for a script, an exit code for a shell. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly code: string;
  readonly exit: ExitName;
  why: string | undefined;
  retryable: boolean;
  readonly ofOne: boolean;
  readonly status: number | undefined;
  #mend: Hint | undefined;
  fix: Fix | undefined;
  jobId: string | undefined;
  readonly providerCode: string | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(exit: ExitName, parts: CliErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.exit = exit;
    this.code = parts.code;
    this.why = parts.why;
    this.#mend = parts.hint;
    this.fix = parts.fix;
    this.retryable = parts.retryable ?? exitCodes[exit].runAgain === 'yes';
    this.ofOne = parts.ofOne === true;
    this.status = parts.status;
    this.jobId = parts.jobId;
    this.providerCode = parts.providerCode;
    this.idempotencyKey = parts.idempotencyKey;
  }

  get mend(): Hint | undefined {
    return this.#mend;
  }

  /** The mend of it, as it is read. */
  get hint(): string | undefined {
    return this.#mend === undefined ? undefined : hintText(this.#mend);
  }

  /** Changes what mends it: for whoever knows more than where it was thrown. */
  mendBy(change: (hint: Hint | undefined) => Hint | undefined): this {
    this.#mend = change(this.#mend);
    return this;
  }

  /** Names the job of the error, unless it is named already. */
  ofJob(id: string): this {
    this.jobId ??= id;
    return this;
  }

  get exitCode(): ExitCode {
    return exitCodes[this.exit].code;
  }
}

/** The result of work, or undefined where it ends with a CliError that changes nothing for a person. Other errors reject. */
export async function unlessCliError<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}
