import { homePlaces } from '../../account/home.ts';
import { forgetLine, thenRecover } from '../../api/trouble/call-words.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { OutcomeUnknownError, RefusedError } from '../../errors/endings.ts';
import { genctl, type Hint, hintLines, linesOf, say } from '../../errors/hint.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import type { UnreadableSubmit } from '../../ledger/intents/unreadable-submits.ts';
import { type JobsBesides, jobsDocumentJson } from '../../ledger/job-document.ts';
import type { LedgerMeans } from '../../ledger/ledger-means.ts';
import type { Intent } from '../../ledger/record.ts';
import { jobDocuments } from '../../ledger/record-document.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { promptText } from '../../service/body/asked-fields.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import { cutToWidth } from '../../text/text-width.ts';
import type { Recovered } from '../recover.ts';
import { unreadableSubmitOf, unreadableWords } from './unreadable-submits.ts';

/** Prints the ids of the jobs that were found, and a line for each submit. */
export async function printRecovered(
  context: LedgerMeans,
  outcomes: readonly Recovered[],
  unreadable: readonly UnreadableSubmit[] = [],
): Promise<void> {
  const { globals, terminal } = context;
  const records = outcomes.flatMap((outcome) => (outcome.kind === 'settled' ? [outcome.record] : []));
  await shortenIds(
    context,
    records.map(({ id }) => id),
  );
  if (globals.json) {
    const besides = {
      open_submits: outcomes.filter(({ kind }) => kind === 'open').map(openSubmitOf),
      ...(unreadable.length === 0 ? {} : { unreadable_submits: unreadable.map(unreadableSubmitOf) }),
    };
    terminal.out.write(jobsDocumentJson(await jobDocuments(context, records), terminal.out, besides));
  } else if (!terminal.showsBoth) terminal.out.lines(records.map(({ id }) => terminal.out.ids.of(id)));
  const { colors, symbols } = terminal.err;
  for (const outcome of outcomes) {
    const what = submitWords(outcome.intent);
    if (outcome.kind === 'settled') {
      const how = outcome.record.replayed ? 'exists, and is recorded now' : 'exists now';
      terminal.err.lines([
        `${colors.good(symbols.good)} ${what}: ${terminal.err.ids.of(outcome.record.id)} ${how}`,
      ]);
    } else {
      const sign = outcome.kind === 'refused' ? colors.dim(symbols.bad) : colors.warn(symbols.warn);
      const how = outcome.kind === 'refused' ? 'no job was made' : 'still open';
      terminal.err.lines([`${sign} ${what}: ${how}. ${outcome.error.message}`]);
    }
  }
  for (const { intent } of unreadable)
    terminal.err.lines([
      `${colors.warn(symbols.warn)} ${unreadableWords(intent)} can’t be read, and may have been sent`,
    ]);
  if (outcomes.length + unreadable.length === 0) terminal.err.lines(['Nothing to settle.']);
}

/** This much of a prompt tells submits apart. Unit: columns. */
const promptColumnsMost = 40;

/** A submit in a sentence: `vendor-a/image-1 of 2026-11-27T00:56:13.128Z (once shots/s1, prompt "a fox")`. */
function submitWords(intent: Intent): string {
  const shown = cutToWidth(safeLine(promptOf(intent) ?? ''), promptColumnsMost, '…');
  return submitName(intent, shown === '' ? [] : [`prompt ${JSON.stringify(shown)}`]);
}

/** As `submitWords`, without the prompt: it stands before a line to type, and a prompt may look like one. */
function submitName({ created_at, model, once }: Intent, words: readonly string[] = []): string {
  const all = [...(once === null ? [] : [`once ${safeLine(once)}`]), ...words];
  return `${model} of ${created_at}${all.length === 0 ? '' : ` (${all.join(', ')})`}`;
}

function openSubmitOf({ intent }: Recovered): NonNullable<JobsBesides['open_submits']>[number] {
  const { batch, created_at, first_sent_at, idempotency_key, model, once, profile, route } = intent;
  return {
    ...{ idempotency_key, profile, route, model, created_at, first_sent_at, once },
    ...{ batch: batch?.name ?? null, prompt: promptOf(intent) ?? null },
  };
}

function promptOf({ body }: Intent): string | undefined {
  return promptText(tryReadJson(body));
}

/** Names the files of unreadable answers to open submits: a person may learn from them what became of the submit. */
export async function tellKeptAnswers(context: LedgerMeans, outcomes: readonly Recovered[]): Promise<void> {
  const open = outcomes.filter(({ kind }) => kind === 'open');
  if (open.length === 0) return;
  try {
    const { openKeptAnswers } = await import('../../ledger/intents/kept-answers.ts');
    const answers = openKeptAnswers(homePlaces(await context.home()).ledger);
    const lines = open.flatMap(({ intent }) =>
      answers
        .of(intent.idempotency_key)
        .map((path) => `genctl kept the answer to ${intent.model} in ${path}`),
    );
    context.terminal.err.lines(lines);
  } catch (error) {
    // The error of the open submits says more than why their answers can't be listed.
    if (failureOf(error) === undefined) throw error;
  }
}

/**
 * The error of the command. Open submits come first, because they need a person; refused ones are settled, and have an exit of
 * their own.
 */
export function recoverError(outcomes: readonly Recovered[]): CliError | undefined {
  const open = outcomes.filter((outcome) => outcome.kind === 'open');
  const refused = outcomes.filter((outcome) => outcome.kind === 'refused');
  const [firstOpen] = open;
  const [firstRefused] = refused;
  if (firstOpen !== undefined) {
    return new OutcomeUnknownError({
      code: firstOpen.error.code,
      message: `${open.length} of ${counted(outcomes.length, 'submit')} ${open.length === 1 ? 'is' : 'are'} still open`,
      why: reasons(open),
      hint: nextSteps(open),
      idempotencyKey: firstOpen.intent.idempotency_key,
    });
  }
  if (firstRefused === undefined) return undefined;
  return new RefusedError({
    code: firstRefused.error.code,
    message: `${refused.length} of ${counted(outcomes.length, 'submit')} made no job`,
    why: reasons(refused),
    // The line that submitted it is not known here, so what the error says of that line would mislead.
    hint: 'nothing was charged, and nothing is left to settle: change the request, then submit it again',
    idempotencyKey: firstRefused.intent.idempotency_key,
  });
}

type Open = Extract<Recovered, { kind: 'open' }>;

/**
 * The steps of a person, on one line, for a submit that recover left open. Sending it again may fail alike for ever, so
 * the line always ends with a way to close it: the person looks for the job with the service, and closes the submit.
 */
function nextStep({ error, intent }: Open): Hint {
  const { exit, mend } = error;
  const recovers = linesOf(mend).filter(([command]) => command === 'recover');
  // A trouble of this machine is over as soon as it is mended; the job may be known already.
  if (exit === 'machine' || recovers.some((line) => line.includes('--forget')))
    return mend ?? genctl`recover`;
  const settles = recovers.length > 0 ? mend : thenRecover(mend);
  return say`${settles}; if it stays open, check with the service whether it has a job, then close it: ${forgetLine(intent.idempotency_key)}`;
}

/** One line for each open submit; where there are several, it names the submit. */
function nextSteps(open: readonly Open[]): Hint {
  const lines = open.map((one) =>
    open.length === 1 ? nextStep(one) : say`${submitName(one.intent)}: ${nextStep(one)}`,
  );
  return hintLines(lines);
}

/** Why each submit is open, or was refused, one line each. */
function reasons(unsettled: readonly Exclude<Recovered, { kind: 'settled' }>[]): string {
  const lines = unsettled.map(({ error, intent }) => {
    const why = (error.why ?? error.message).replaceAll('\n', ' ');
    return unsettled.length === 1 ? (error.why ?? error.message) : `${submitWords(intent)}: ${why}`;
  });
  return lines.join('\n');
}
