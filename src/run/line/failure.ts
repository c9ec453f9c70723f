import type { Surroundings } from '../../cli/surroundings.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { genctl, type Hint, hintThen, type Step, say, withSteps } from '../../errors/hint.ts';
import { InterruptedError, signalAbortOf } from '../../errors/interrupted-error.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import type { OnwardCommand } from '../../request/onward.ts';
import { gaps } from '../../text/gaps.ts';
import { redact } from '../../text/redaction.ts';
import { recoverHint } from '../context/catch-signals.ts';

/** The error that ended a run. */
export function failureOfRun(
  error: unknown,
  around: Surroundings,
  context: CommandContext | undefined,
): CliError {
  const failure =
    error instanceof CliError
      ? withOwnId(error, context)
      : (interrupted(error) ?? systemFailure(error) ?? defect(error, around));
  if (context !== undefined && (failure !== error || isOfMachine(failure))) nameSubmits(failure, context);
  return failure;
}

/** Tells whether an error of ours is about this machine, and about no job or submit. */
function isOfMachine({ exit, idempotencyKey, jobId }: CliError): boolean {
  return exit === 'machine' && jobId === undefined && idempotencyKey === undefined;
}

/** With more ids than this, a line would be longer than anybody reads. */
const namedMost = 20;

/**
 * Names what this run leaves, for an error that came between: the jobs that it submitted or followed, and each submit that has no
 * answer. Run again, a line that submits would pay for them again.
 */
export function nameSubmits(failure: CliError, context: CommandContext): void {
  const { onward } = context;
  const lefts = context.leftBehind();
  const jobIds = [...new Set([...context.submitted(), ...lefts.flatMap((left) => left.jobIds ?? [])])];
  const open = lefts.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const [only, ...others] = jobIds;
  if (only === undefined && open.length === 0) return;
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
function openWords(open: ReturnType<CommandContext['leftBehind']>): string {
  const keys = open.slice(0, namedMost).map(({ idempotencyKey }) => idempotencyKey);
  const more = open.length > keys.length ? `, and ${open.length - keys.length} more` : '';
  return keys.length === 1
    ? `A submit was under way, under the key ${keys[0]}; genctl kept it.`
    : `Submits were under way, under the keys ${keys.join(', ')}${more}; genctl kept them.`;
}

/** The error for a signal that ended an await of something else, as while a file was looked at or uploaded. */
function interrupted(error: unknown): CliError | undefined {
  const cause = signalAbortOf(error);
  return cause && new InterruptedError(cause.signal, { code: 'interrupted', message: cause.message });
}

/** Fills in the commands of a hint: they name the job of the error and continue as the typed line would have. */
function withOwnId(error: CliError, context: CommandContext | undefined): CliError {
  if (context === undefined) return error;
  return error.mendBy(
    (hint) => hint && withSteps(hint, (step) => ownStep(step, error.jobId, context.onward)),
  );
}

/** The commands that continue with a job. */
const onwardCommands: readonly string[] = [
  'wait',
  'download',
  'status',
  'show',
  'cancel',
] satisfies OnwardCommand[];

function ownStep(step: Step, jobId: string | undefined, onward: CommandContext['onward']): Hint {
  if (!('run' in step)) return step;
  const [command = '', word, ...more] = step.run;
  if (command === 'recover' && word === undefined) return onward.lineOnceKnown() ?? step;
  if (jobId === undefined || word !== gaps.id) return step;
  if (onwardCommands.includes(command))
    return { run: [...onward.step([jobId], command as OnwardCommand).run, ...more] };
  return command === 'finalize' || command === 'rerun' ? { run: [command, jobId, ...more] } : step;
}

/** The error for anything that is not one of ours: it is a fault of the program. Its words are shown with secrets hidden. */
function defect(error: unknown, around: Surroundings): CliError {
  const cause = error instanceof Error ? error : new Error(String(error));
  const { message, why } = defectWords(cause);
  return new CliError('defect', {
    code: 'defect',
    message: `genctl ${around.version} has a bug${message}`,
    why,
    hint: say`${genctl`jobs`}, to see that nothing was lost; then report these lines`,
    cause,
  });
}

/** How many frames of the stack are shown: further ones say where the program was, not what went wrong. */
const framesTold = 3;

/** The words of a fault, with secrets hidden; none where hiding fails. */
function defectWords({ message, stack = '' }: Error): { message: string; why?: string } {
  try {
    const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
    const told = frames.slice(0, framesTold).map((frame) => frame.trim());
    return { message: `: ${redact(message)}`, why: redact(told.join('\n')) };
  } catch {
    return { message: '' };
  }
}
