import type { Surroundings } from '../../cli/surroundings.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { genctl, type Hint, type Step, say, withSteps } from '../../errors/hint.ts';
import { InterruptedError, signalAbortOf } from '../../errors/interrupted-error.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import type { OnwardCommand } from '../../request/onward.ts';
import { gaps } from '../../text/gaps.ts';
import { redact } from '../../text/redaction.ts';

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
  if (failure !== error || isOfMachine(failure)) context?.nameSubmits(failure);
  return failure;
}

/** Tells whether an error of ours is about this machine, and about no job or submit. */
function isOfMachine({ exit, idempotencyKey, jobId }: CliError): boolean {
  return exit === 'machine' && jobId === undefined && idempotencyKey === undefined;
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
