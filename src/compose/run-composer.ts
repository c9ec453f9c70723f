import { isBareLine } from '../cli/global-flags.ts';
import { CliError } from '../errors/cli-error.ts';
import { genctl, hintText, type Step, withSteps } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { printOtherAccounts } from '../follow/send/other-account.ts';
import { gaps } from '../text/gaps.ts';
import type { ComposeMeans } from './choose-account.ts';
import { typedLine } from './composed-command.ts';
import { createKeeper, type Keeper, keptWords, openCompositions } from './compositions.ts';
import { type ComposeInput, openSession } from './open-session.ts';
import { type Asker, createAsker } from './questions/asker.ts';
import { type Agreed, talkThrough } from './talk-through.ts';

/**
 * Leads from the first question to the job. Whatever ends it early, the composition is saved and the command that resumes it is
 * shown.
 */
export async function runComposer(context: ComposeMeans, given: ComposeInput): Promise<void> {
  const { around } = context;
  const { environment, platform } = around;
  const machine = { environment, platform, folder: () => around.workingFolder };
  const instead = genctl`submit ${gaps.prompt} --model ID`;
  const asker = createAsker(context.terminal, context.interruption(), machine, instead);
  const store = openCompositions(await context.home());
  const input = {
    ...given,
    resume: await resumedName(given, store, { asker, nowMs: context.clock.nowMs() }),
  };
  const { clock } = context;
  const keeper = createKeeper({ store, clock, folder: machine.folder, resumed: input.resume });
  try {
    greet(asker, input.resume === undefined ? store.names() : []);
    const session = await openSession(context, input, { asker, before: undefined });
    const agreed = await talkThrough({ context, input, asker, keeper }, session);
    if (agreed !== undefined) await sendComposed(context, agreed, keeper);
  } catch (error) {
    throw leftWith(context, error, keeper);
  }
}

/** The name of the kept request to go on with. A person picks it where the line has none and there are several. Throws UsageError. */
async function resumedName(
  { resume }: ComposeInput,
  store: ReturnType<typeof openCompositions>,
  { asker, nowMs }: { asker: Asker; nowMs: number },
): Promise<string | undefined> {
  if (resume === undefined) return undefined;
  const names = resume === '' ? store.names() : [];
  if (names.length === 0) {
    // Before anything is said, it has to be there.
    store.read(resume);
    return resume;
  }
  const detail = (name: string) => [keptWords(store, name, nowMs)];
  const rows = names.map((name) => ({ name, detail: () => detail(name), answer: name }));
  while (rows.length > 1) {
    const picked = await asker.ask({ ask: 'pick', message: 'Go on with', rows, preset: 0 });
    if (picked !== undefined) return picked;
  }
  return names[0];
}

/** @param kept the names of what may be gone on with, the newest first. */
function greet({ look }: Asker, kept: readonly string[]): void {
  const { colors, symbols } = look;
  const keys = ['Enter accepts', 'Esc goes back', 'Ctrl-C keeps your answers'];
  const lines = look.columns < 66 ? keys : [keys.join(` ${symbols.dot} `)];
  look.lines([...lines.map(colors.dim), ...(kept.length === 0 ? [] : [colors.dim(`Kept: ${wayOn(kept)}`)])]);
}

/** One saved composition is shown with the whole command, several with their names. */
function wayOn(names: readonly string[]): string {
  const [only] = names;
  if (names.length === 1) return `genctl compose --resume ${only}`;
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `${names.slice(0, 3).join(', ')}${more}; genctl compose --resume`;
}

/** Sends the request with exactly the command that was shown, and follows the job as far as was asked. */
async function sendComposed(
  context: ComposeMeans,
  { command, session: { account }, verdict }: Agreed,
  keeper: Keeper,
): Promise<void> {
  const { flags } = command;
  const sent = {
    ...command,
    flags: {
      ...flags,
      download: flags.download || verdict.follow === 'download',
      preflight: flags.preflight && !verdict.despiteErrors,
    },
  };
  const own: ComposeMeans = {
    ...context,
    account: async () => account,
    // A final is paid for by the account that was chosen, and never by another one that made the draft.
    ...(command.command === 'finalize' && { accountOf: async () => account }),
    listen(event) {
      // From here on the request is a job, whatever becomes of that.
      if (event.kind === 'submitted') keeper.sent();
      context.listen(event);
    },
  };
  // Saved first, so that neither a refusal nor a power cut loses what was entered.
  if (!flags.dryRun) keeper.keep();
  await printOtherAccounts(context, [account], flags.dryRun);
  await context.send(command.command, typedLine(sent), own);
}

/** A step that changes the typed line changes the one that resumes: what was typed would begin anew. */
function goOnBy(step: Step, name: string): Step {
  if (!('change' in step)) return step;
  const flags = step.change.flatMap((one) =>
    'set' in one ? [one.set, ...(one.to === undefined ? [] : [one.to])] : [],
  );
  return flags.length === 0 ? step : genctl`compose --resume ${name} ${flags}`;
}

/**
 * Saves the composition before the composer ends with an error. An interruption's own hint becomes the command that resumes;
 * before any other error that command is printed.
 */
function leftWith(context: ComposeMeans, error: unknown, keeper: Keeper): unknown {
  if (!(error instanceof CliError)) return error;
  // A request that may have become a job is settled by its intent, and must never be sent again from here.
  if (
    error.exit === 'outcomeUnknown' ||
    (error instanceof InterruptedError && error.idempotencyKey !== undefined)
  )
    keeper.sent();
  const name = keeper.keep();
  const resume = name === undefined ? undefined : genctl`compose --resume ${name}`;
  if (name !== undefined) error.mendBy((hint) => hint && withSteps(hint, (step) => goOnBy(step, name)));
  const { argv } = context.around;
  const isBare = isBareLine(argv.filter((word) => word !== 'compose'));
  if (error instanceof InterruptedError && !keeper.isSent()) {
    return new InterruptedError(error.signal, {
      code: 'interrupted',
      message: 'Stopped before anything was sent',
      why:
        resume === undefined
          ? isBare
            ? 'Nothing was entered yet.'
            : 'The line below has all that you entered.'
          : 'genctl kept your answers.',
      hint: resume ?? (isBare ? undefined : { run: argv }),
    });
  }
  if (resume !== undefined) context.terminal.err.lines([`genctl kept your answers: ${hintText(resume)}`]);
  return error;
}
