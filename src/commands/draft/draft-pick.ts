import { UsageError } from '../../errors/endings.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { requestOf, seedOf } from '../../flows/asked.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import { createAsk } from '../../ui/prompts.ts';
import { takePrompt } from '../../ui/take-prompt.ts';
import type { CommandContext } from '../context/context.ts';
import { finalRequest } from '../finalize/finals.ts';
import { fileOf } from '../journey/job-document.ts';
import { openFile } from '../journey/open-file.ts';
import { showFrames } from '../journey/preview.ts';
import { submitAll } from '../journey/submit-and-follow.ts';
import { factsReader } from '../request/account-facts.ts';
import type { IntentPlan } from '../request/intent-flags.ts';
import { submissionOf } from '../request/prepare-submission.ts';
import type { SubmissionInput } from '../request/submission-input.ts';

/** A take that was downloaded, and its file. */
interface Take {
  record: JobRecord;
  path: string;
  name: string;
}

/** Refuses `--pick` where nobody can be asked, before anything is paid for. Throws UsageError. */
export function assertPickable(
  { terminal }: CommandContext,
  { dryRun }: Pick<SubmissionInput, 'dryRun'>,
): void {
  if (terminal.interactive || dryRun !== 'no') return;
  throw new UsageError({
    code: 'input_required',
    message: '--pick asks which takes to finalize, and nothing may be asked here',
    why: terminal.whyNotInteractive,
    hint: 'genctl draft … -D drafts, then genctl finalize ID',
  });
}

/**
 * Shows the takes, asks which to finalize, and makes their finals, followed and downloaded as the drafts were. Where none is
 * chosen nothing is paid for, and the commands that finalize them later are shown.
 */
export async function pickAndFinalize(
  context: CommandContext,
  records: readonly JobRecord[],
  input: SubmissionInput,
): Promise<void> {
  const takes = takesAtHome(records);
  if (takes.length === 0) return;
  const captioned = takes.map(({ name, path }) => ({ path, caption: name }));
  await showFrames(context, captioned);
  const later = finalizeLines(context, takes, input);
  const wanted = await askWhich(context, takes, later);
  if (wanted.length === 0) {
    context.terminal.err.lines([`${noneMade} To finalize one:`, ...later.map((line) => `  ${line}`)]);
    return;
  }
  const submissions = [];
  const factsOf = factsReader(context);
  for (const take of wanted) {
    const plan = { ...input.plan, once: nameOfFinal(input.plan, take) };
    const request = await finalRequest(context, take.record, factsOf, { ...input, words: noWords });
    submissions.push(submissionOf(context, request, plan));
  }
  await submitAll(context, submissions, input, 'takes');
}

/** A final takes all its words from its draft. */
const noWords = { options: {}, media: [], set: [] };

function takesAtHome(records: readonly JobRecord[]): Take[] {
  return records.flatMap((record, place) => {
    const path = fileOf(record, 0)?.path;
    if (record.job.status !== 'succeeded' || path === undefined) return [];
    const seed = seedOf(requestOf(record));
    return [{ record, path, name: `take ${place + 1}${seed === undefined ? '' : `, seed ${seed}`}` }];
  });
}

const noneMade = 'No final was made or paid for; the drafts stay.';

/** How many takes get a command line each; where there are more, `genctl finalize` alone offers them. */
const linesMost = 5;

/** The commands that finalize the takes later, into the same folder and under the same names as here. */
function finalizeLines(
  { onward }: CommandContext,
  takes: readonly Take[],
  { plan }: Pick<SubmissionInput, 'plan'>,
): string[] {
  const named = takes.slice(0, linesMost).map((take) => {
    const once = nameOfFinal(plan, take);
    return onward.line([take.record.id], 'finalize', { more: once === undefined ? [] : ['--once', once] });
  });
  return takes.length > linesMost ? [...named, onward.line([], 'finalize')] : named;
}

function nameOfFinal({ once }: IntentPlan, { name }: Take): string | undefined {
  return once === undefined ? undefined : `${once}/final/${name}`;
}

async function askWhich(
  context: CommandContext,
  takes: readonly Take[],
  later: readonly string[],
): Promise<Take[]> {
  const { terminal } = context;
  const ask = createAsk(terminal, context.interruption());
  const question = { message: 'Which takes shall be finals?', instead: later[0] ?? 'genctl finalize ID' };
  const rows = takes.map(({ name, record }) => `${name}  ${record.id}`);
  const onOpen = (place: number): void => {
    const path = takes[place]?.path;
    if (path !== undefined) void openFile(context, path);
  };
  try {
    const places = await ask(question, (message, prompt) =>
      takePrompt({ message, look: terminal.err, rows, onOpen }, prompt),
    );
    return places.flatMap((place) => takes[place] ?? []);
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    throw new InterruptedError(error.signal, {
      code: error.code,
      message: 'Stopped before any take was finalized',
      why: noneMade,
      hint: later.join('\n'),
    });
  }
}
