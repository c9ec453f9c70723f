import { BudgetError } from '../errors/endings.ts';
import { hintText } from '../errors/hint.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import { agreeToJobs } from '../follow/send/agreed-jobs.ts';
import { moneyWords } from '../money/words/budget-words.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { requestRoutes } from '../service/request-route.ts';
import { settleRecorded } from '../submit/recover.ts';
import { textLines } from '../text/aligned.ts';
import { counted } from '../text/shown-value.ts';
import type { BatchInput } from './batch-input.ts';
import { readChains } from './chains/read-chains.ts';
import { type CheckedBatch, checkBatch } from './check/check-batch.ts';
import { tellInQueue, tellWhereFilesGo, tellWorkersGoOn } from './feed/carry-lines.ts';
import { assertGateFits, createPickGate } from './finals/pick-gate.ts';
import { askForPicks, settleGate, tellUnpicked } from './finals/settle-gate.ts';
import { type OpenBatch, type OpenedBatch, openBatch } from './open-batch.ts';
import { chosenLines } from './plan/chosen-lines.ts';
import type { RenamedLines } from './renames/renamed-lines.ts';
import { resolveRenames } from './renames/resolve-renames.ts';
import { summaryJson } from './report/batch-document.ts';
import type { FilmEnd } from './report/film.ts';
import { type LineTrouble, printDonePaths } from './report/line-ends.ts';
import { tryReports, writeReports } from './report/write-report.ts';
import { type LineBook, newJobs } from './rules/line-book.ts';
import { type BatchEvents, openBatchEvents } from './run/batch-events.ts';
import { sendAll } from './run/send-lines.ts';
import { batchError, hintAfterSignal } from './words/batch-error.ts';
import { type BatchOutcome, createOutcomeBook, type OutcomeBook } from './words/batch-outcome.ts';
import { onwardLines } from './words/onward-lines.ts';

/** The state that the passes of one run share. */
interface BatchRun {
  events: BatchEvents | undefined;
  /** The drafts that a person was asked about, by their jobs. */
  asked: Set<string>;
}

/**
 * Checks a manifest, sends what is to be sent, and follows it to its end; once more from the beginning where finals of it were picked
 * then. Throws the error that says how it ended.
 */
export async function runBatchCommand(context: OutputMeans, input: BatchInput): Promise<void> {
  let outcomes = createOutcomeBook();
  let events: BatchEvents | undefined;
  await beginEvents(context, input.typed, { dryRun: input.dryRun ? 'document' : 'no' }, () => {
    const opened = openBatchEvents(context, () => outcomes.outcome);
    events = opened.events;
    return opened.output;
  });
  const run: BatchRun = { events, asked: new Set() };
  let told = context;
  while (await runPass(told, input, { ...run, outcomes })) {
    outcomes = createOutcomeBook();
    told = withoutRepeats(context);
  }
}

/** A context for a further pass, which finds again what the one before has warned of. */
function withoutRepeats(context: OutputMeans): OutputMeans {
  return {
    ...context,
    listen(event) {
      if (event.kind !== 'warning' || context.keepWarning(event.message)) context.listen(event);
    },
  };
}

/** Resolves with whether finals were picked, which another pass is to send. */
async function runPass(
  context: OutputMeans,
  input: BatchInput,
  run: BatchRun & { outcomes: OutcomeBook },
): Promise<boolean> {
  const opened = await openBatch(context, input);
  try {
    const asTyped = await withLines(opened, undefined);
    tellFirst(asTyped);
    const { finalsPath } = asTyped;
    if (finalsPath !== undefined)
      (await import('./finals/pick-finals.ts')).assertDraftsPickable(asTyped, finalsPath);
    if (input.film !== undefined) await (await import('./report/film.ts')).assertFilmPossible(asTyped);
    await settleKnown(opened);
    const renamed = await resolveRenames(opened);
    const batch = renamed === undefined ? asTyped : await withLines(opened, renamed);
    const checked = await checkBatch(batch, run.outcomes);
    return !input.dryRun && (await carryOut(batch, checked, run));
  } finally {
    await opened.journal.close();
    await opened.queue?.close();
    opened.manifest.close();
  }
}

/** A batch with what its lines are to each other, and to this run. */
async function withLines(opened: OpenedBatch, renamed: RenamedLines | undefined): Promise<OpenBatch> {
  const chains = await readChains(opened);
  return gated({ ...opened, chains, isChosen: await chosenLines({ ...opened, chains }), renamed });
}

/** A batch as `--pick` has it: where finals are lines of the manifest they wait at a gate, and none is written of them. */
function gated(batch: Omit<OpenBatch, 'gate'>): OpenBatch {
  const { chains, input, journal, originalIds } = batch;
  if (!input.pick || chains.finals.size === 0) return { ...batch, gate: undefined };
  assertGateFits(batch, chains);
  const pickedDraft = (final: string) =>
    journal.pickedDraft(final) ?? journal.pickedDraft(originalIds.originalOf(final));
  const gate = createPickGate(chains, new Set(input.picked), { pickedDraft });
  return { ...batch, gate, finalsPath: undefined };
}

function tellFirst({ context, input, money, shard }: OpenBatch): void {
  if (shard !== undefined && money?.cap.most !== undefined) {
    const part = `${moneyWords(money.cap.most)} of --max-cost ${moneyWords(input.money.maxCost ?? 0)}`;
    context.listen({ kind: 'warning', message: `shard ${shard.index}/${shard.total} may cost ${part}` });
  }
  tellWhereFilesGo({ context, input });
}

async function carryOut(
  batch: OpenBatch,
  checked: CheckedBatch,
  { asked, events }: BatchRun,
): Promise<boolean> {
  const { context, gate } = batch;
  const { book, cost, outcomes, total } = checked;
  const { globals, terminal } = context;
  const troubles = new Map<number, LineTrouble>();
  // It ends what the first one leaves to wait for; the reports are written all the same.
  context.expectSecondSignal();
  await assertTargets(batch);
  // The picks were confirmed as they were made.
  if (cost !== undefined && (asked.size === 0 || globals.yes))
    await agreeToJobs(context, { jobs: newJobs(book), of: total, cost: cost.words });
  const money = batch.money && (await import('./money/money-run.ts')).beginMoney(batch.money);
  const lines = onwardLines(batch);
  context.leftIfKilled(() => ({ line: lines.resume }));
  const { goingOn, stopped } = await sendAll(batch, checked, { troubles, events, money });
  warnUnpricedJobs(batch, outcomes.outcome);
  const drafts = gate === undefined ? [] : settleGate(batch, gate, { events, outcomes });
  await writeReports(batch, book, troubles);
  await printDonePaths(batch, book);
  const film = await filmOf(batch, book);
  const { outcome } = outcomes;
  const argv = ['genctl', ...lines.picked(drafts.map(({ draft }) => draft)).run];
  const toPick = drafts.length === 0 ? undefined : { drafts, argv };
  if (globals.json)
    terminal.out.write(summaryJson(batch, { book, outcome, toPick, total, money, film }, terminal.out));
  tellWorkersGoOn(batch, outcome);
  const isCanceled = stopped.some(({ job }) => job.status === 'canceled');
  context.throwIfInterrupted(goingOn, { stopped, line: hintAfterSignal(outcome, isCanceled, lines) });
  const isLookedAt = isWorthALook(outcome);
  if (isLookedAt && (await askForPicks(batch, book, { drafts, asked }))) return true;
  if (toPick !== undefined) tellUnpicked(batch, drafts, outcome.unpicked);
  const { finalsPath } = batch;
  const isPicked =
    finalsPath !== undefined &&
    isLookedAt &&
    (await (await import('./finals/pick-finals.ts')).pickFinals(batch, book, finalsPath));
  if (money !== undefined && outcome.stop instanceof BudgetError)
    outcomes.restateStop(await money.stopAtEnd(context, outcome.stop));
  if (tellInQueue(batch, outcome, hintText(lines.resume))) return false;
  const error = batchError(total, outcome, isPicked ? onwardLines(batch, { isPicked }) : lines);
  if (film !== undefined) (await import('./report/film.ts')).tellFilm(batch, film, error);
  const ended = error ?? film?.trouble;
  if (ended !== undefined) throw ended;
  tellUnchosen(batch, book);
  return false;
}

/** The film of the shots, where one is asked for. */
async function filmOf(batch: OpenBatch, book: LineBook): Promise<FilmEnd | undefined> {
  const { context, input } = batch;
  if (input.film === undefined || context.interruption().aborted) return undefined;
  return (await import('./report/film.ts')).makeFilm(batch, book);
}

/** Tells whether to show the drafts now. Also where some failed, which is reported afterwards, but not while some are still to come. */
function isWorthALook({ done, lost, unseen, unsent }: BatchOutcome): boolean {
  return done > 0 && unsent === 0 && unseen === 0 && !lost.has('waitTimedOut');
}

/** Tries the place for the files, and those of the reports, before anything is sent. Throws CliError. */
async function assertTargets({ context, input, place }: OpenBatch): Promise<void> {
  await place?.assertReady('', 'nothing was sent');
  tryReports(context, input);
}

/**
 * Settles submits of the batch on v1 whose jobs are recorded: a run was killed between the two. Without a key they can't be sent
 * again to find that out. So their lines would stay uncertain, and those that wait for them held. Nothing is sent.
 */
async function settleKnown({ context, input, name }: OpenedBatch): Promise<void> {
  if (input.dryRun) return;
  const ledger = await context.ledger();
  const unsettled = await ledger.unsettled();
  const ofBatch = unsettled.filter(
    ({ batch, route }) => batch?.name === name && !requestRoutes[route].hasKey,
  );
  await settleRecorded(ofBatch, ledger);
}

/** Says how many jobs the sum lacks: v1 does not tell what a job was charged. @see service document §1.5 */
function warnUnpricedJobs({ context, money }: OpenBatch, { untold }: BatchOutcome): void {
  if (untold === 0) return;
  const how = money === undefined ? 'not in the sum' : 'counted as estimated';
  const message = `the cost of ${counted(untold, 'job')} of the batch is unknown (v1 reports no charges): ${how}`;
  context.listen({ kind: 'warning', message });
}

/** Says, after a try that went well, which line renders the rest. */
function tellUnchosen(batch: OpenBatch, book: Pick<LineBook, 'count'>): void {
  const { context } = batch;
  const count = book.count('unchosen');
  if (count === 0) return;
  const { err } = context.terminal;
  const whole = hintText(onwardLines(batch).whole);
  const text = `${counted(count, 'line')} ${count === 1 ? 'was' : 'were'} not chosen; to render all: ${whole}`;
  err.lines(textLines({ text, paint: err.colors.dim }, err));
}
