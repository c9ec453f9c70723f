import { UsageError } from '../../errors/endings.ts';
import { unpricedInFlight, unpricedLines } from '../../money/budget-error.ts';
import { createCostEstimate, type ExpectedCost } from '../../money/expected-cost.ts';
import { isChargeUnknown } from '../../service/charge.ts';
import type { TerminalStream } from '../../terminal/terminal.ts';
import { textLines } from '../../text/aligned.ts';
import { createHashSet } from '../../text/hash-set.ts';
import { idHash } from '../../text/id-hash.ts';
import { counted } from '../../text/shown-value.ts';
import { assertNamesKnown } from '../finals/gate-fit.ts';
import type { ManifestFormat } from '../manifest/manifest-format.ts';
import type { BatchMoney } from '../money/open-money.ts';
import type { OpenBatch } from '../open-batch.ts';
import { takeLeftOver } from '../plan/left-over.ts';
import { dryRunDocument } from '../report/batch-document.ts';
import {
  createLineBook,
  followedFirst,
  type LineBook,
  leftAsTheyAre,
  newJobs,
  ownLines,
  sentNew,
} from '../rules/line-book.ts';
import { isUnpicked } from '../rules/parent-state.ts';
import { lacksEnd } from '../run/journaled.ts';
import { type BatchOutcome, failedJob, type OutcomeBook } from '../words/batch-outcome.ts';
import { chainLines } from '../words/chain-lines.ts';
import { assertKnown, memoryLines } from '../words/memory-words.ts';
import { forgetNotedLine } from '../words/onward-lines.ts';
import { lineWarnings } from './alike-lines.ts';
import { type CheckedLine, checkLines } from './check-pass.ts';
import { columnDoubts, doubtfulManifest } from './column-doubts.ts';
import { faultyManifest, lineFaults } from './line-faults.ts';
import { unchosenParents } from './unchosen-lines.ts';

/** A manifest that was checked, and what is known of its lines before this run does anything. */
export interface CheckedBatch {
  book: LineBook;
  outcomes: OutcomeBook;
  /** True if the journal lacks the end of a job that had ended before. */
  isBehind: boolean;
  /** How many lines this run has to do with: those that can be sent and are of its shard. */
  total: number;
  /** The expected cost of the new jobs; undefined where nobody is told. */
  cost: ExpectedCost | undefined;
}

/**
 * Reads the whole manifest before anything is sent. Throws UsageError with all faults where a line can't be sent, unless those are
 * to be left out.
 */
export async function checkBatch(batch: OpenBatch, outcomes: OutcomeBook): Promise<CheckedBatch> {
  const { context, input } = batch;
  const { globals, terminal } = context;
  const book = createLineBook(batch.manifest.size);
  const faults = lineFaults(batch);
  const warnings = lineWarnings();
  const doubts = columnDoubts(batch.journey.template);
  let isBehind = false;
  const parents = unchosenParents(batch);
  const unnamed = new Set(batch.finalsPath === undefined ? [] : input.picked);
  const isCounted = input.dryRun || !(globals.json || globals.quiet);
  const estimate = isCounted ? createCostEstimate(context) : undefined;
  const own = { lineJobs: createHashSet(), lineShots: createHashSet() };
  const document = input.dryRun && globals.json ? dryRunDocument(batch, terminal.out) : undefined;
  const tree = input.dryRun && document === undefined ? chainTree(batch) : undefined;
  for await (const line of checkLines(batch)) {
    book.add(line.word);
    faults.take(line);
    warnings.take(line);
    doubts.take(line);
    enter(outcomes, line, batch);
    if (line.state !== undefined && 'record' in line.state) own.lineJobs.add(idHash(line.state.record.id));
    if (line.shot !== undefined && line.noted !== undefined) own.lineShots.add(idHash(line.shot));
    if (line.shot !== undefined) unnamed.delete(line.shot);
    parents.take(line);
    isBehind ||= isLacking(batch, line);
    if (line.intent !== undefined && sentNew.has(line.word)) await estimate?.add(line.intent);
    if (batch.money !== undefined) takeSpent(batch.money, line);
    document?.line(line);
    tree?.take(line);
  }
  const known = await takeLeftOver(batch, outcomes, own);
  const isFaulty = faults.count > 0 && !input.skipInvalid;
  const doubtful = doubts.list();
  const isDoubted = doubtful.length > 0 && !isFaulty && (input.strict || newJobs(book) > 0);
  const told = isDoubted ? warnings.list() : [...warnings.list(), ...doubtful.map(({ text }) => text)];
  const cost = await estimate?.tell();
  const money =
    input.dryRun && batch.money !== undefined
      ? await (await import('../money/planned-money.ts')).plannedMoney(context, batch.money)
      : undefined;
  if (cost !== undefined) document?.end(book, { warnings: told, cost, money: money?.fields });
  for (const message of told) context.listen({ kind: 'warning', message });
  const head = headLine(batch, book, outcomes.outcome);
  // The counts are the answer of a dry run.
  if (tree !== undefined)
    terminal.out.lines([
      ...[head, ...costLines(book, cost), ...(money?.lines ?? [])].flatMap((text) =>
        textLines({ text }, terminal.out),
      ),
      ...tree.lines(),
    ]);
  else terminal.err.lines(textLines({ text: head }, terminal.err));
  if (book.size === 0) throw emptyManifest(input.file, batch.manifest.format);
  assertKnown(batch, book);
  if (isFaulty) throw faultyManifest(input.file, ownLines(book), faults);
  parents.assertNone();
  assertNamesKnown([...unnamed], input.file, []);
  if (isDoubted) throw doubtfulManifest(input.file, doubtful);
  if (batch.money !== undefined) assertPriced(batch.money, book);
  for (const line of faults.lines()) context.listen({ kind: 'warning', message: `left out: ${line}` });
  tellDimly(memoryLines(batch, book, known), terminal.err);
  return { book, cost, isBehind, outcomes, total: sendable(book) };
}

/** How many lines this run has to do with that can be sent. */
function sendable(book: LineBook): number {
  return ownLines(book) - book.count('invalid') - book.count('changed');
}

function tellDimly(lines: readonly string[], err: TerminalStream): void {
  for (const text of lines) err.lines(textLines({ text, paint: err.colors.dim }, err));
}

/** Gathers what the lines are that wait for others, or are waited for, for the tree that a dry run shows. */
function chainTree({ chains: { graph }, context }: OpenBatch): {
  take(line: CheckedLine): void;
  lines(): string[];
} {
  const words = new Map<string, string>();
  return {
    take({ held, shot, word }) {
      const isChained = shot !== undefined && (graph.isParent(shot) || graph.parentsOf(shot).length > 0);
      if (isChained && word !== 'waiting')
        words.set(
          shot,
          held !== undefined && isUnpicked(held) ? 'to be picked' : word === 'unchosen' ? 'not chosen' : word,
        );
    },
    lines: () =>
      chainLines({ graph, roots: graph.beginnings(), says: (id) => words.get(id) }, context.terminal.out),
  };
}

/** Adds up what the batch has spent, and may spend. What is not picked is not sent by this run, at whatever price. */
function takeSpent({ before }: BatchMoney, { intent: wanted, noted, shot, state, word }: CheckedLine): void {
  if (shot === undefined || state === undefined || wanted === undefined) return;
  before.addLine({
    wanted,
    isSent: sentNew.has(word),
    isWaiting: word === 'waiting',
    state,
    noted,
  });
}

/** No new job is sent while nobody knows what it costs, or what others do that its budgets have to hold, too. */
function assertPriced({ before: { unpriced }, unpricedInFlight: others }: BatchMoney, book: LineBook): void {
  if (newJobs(book) === 0) return;
  if (unpriced > 0) throw unpricedLines(unpriced, ownLines(book));
  if (others > 0) throw unpricedInFlight(others);
}

/** A manifest without a line was made empty by accident, and nobody would hear of it in a run that nobody watches. */
function emptyManifest(file: string, format: ManifestFormat): UsageError {
  return new UsageError({
    code: 'manifest_empty',
    message: `${file} has no shots`,
    why: 'It has 0 lines, not counting blank lines and a header.',
    hint: `write one line a shot, such as ${format === 'txt' ? 'a red fox in snow' : '{"id": "s01", "prompt": "a red fox in snow"}'}`,
  });
}

function isLacking({ journal }: OpenBatch, { shot, state, word }: CheckedLine): boolean {
  if (shot === undefined || state === undefined || !('record' in state)) return false;
  return leftAsTheyAre.has(word) && lacksEnd(journal, shot, state.record);
}

/** Enters the known facts of a line that this run does nothing about. */
function enter(
  outcomes: OutcomeBook,
  { held, line, noted, shot, state, word }: CheckedLine,
  batch: OpenBatch,
): void {
  if (state === undefined) return;
  const record = 'record' in state ? state.record : undefined;
  const followed = followedFirst.has(word) ? record?.id : undefined;
  // An untold charge may be told at the end of the line.
  if (record !== undefined && (followed === undefined || !isChargeUnknown(record.job)))
    outcomes.addCharge(record.id, record.job);
  if (state.kind === 'here')
    outcomes.addCharge(state.jobId, { status: 'succeeded', cost_usd: state.costUsd });
  outcomes.addNoted(noted, followed);
  if (word === 'done') outcomes.addDone();
  if (held !== undefined && isUnpicked(held)) outcomes.addUnpicked();
  else if (word === 'held') outcomes.addHeld(shot ?? '');
  if (word === 'failed' && state.kind === 'failed')
    outcomes.addLost({ line, shot, ...failedJob(state.record) });
  if (state.kind !== 'uncertain') return;
  const message = `it was sent ${state.intent.first_sent_at} and got no answer`;
  const uncertain = { exit: 'outcomeUnknown', code: 'outcome_unknown', message } as const;
  const { intent, isRecorded } = state;
  // `recover` can't settle a send that the ledger does not know.
  const forget = isRecorded ? undefined : forgetNotedLine(batch, intent.idempotency_key);
  outcomes.addLost({ line, shot, jobId: undefined, ...uncertain, forget });
}

/** The line about the cost of sending; empty where nothing is to be sent. */
function costLines(book: LineBook, cost: ExpectedCost | undefined): string[] {
  return cost === undefined || newJobs(book) === 0 ? [] : [`expected: ${cost.words.whole}`];
}

const words = [
  ['new', 'new'],
  ['waiting', 'waiting for others'],
  ['held', 'waiting for failed or missing shots'],
  ['retry', 'to be sent again after a failure'],
  ['open', 'without an answer yet'],
  ['running', 'running'],
  ['fetch', 'to be'],
  ['done', 'done'],
  ['failed', 'failed'],
  ['uncertain', 'uncertain'],
  ['changed', 'changed'],
  ['invalid', 'invalid'],
  ['elsewhere', 'of other shards'],
  ['unchosen', 'not chosen'],
] as const;

/** The first line: what the batch is called, and what its lines are. */
function headLine({ journey, name }: OpenBatch, book: LineBook, { unpicked }: BatchOutcome): string {
  const counts = words.flatMap(([word, says]) => {
    const ofHeld = word === 'held' && unpicked > 0 ? [`${unpicked} to be picked`] : [];
    const others = book.count(word) - (word === 'held' ? unpicked : 0);
    const whole = word === 'fetch' ? `${says} ${deedsLeft(journey).join(' or ')}` : says;
    return [...ofHeld, ...(others === 0 ? [] : [`${others} ${whole}`])];
  });
  return `batch ${name}: ${[counted(book.size, 'line'), ...counts].join(', ')}`;
}

/** The deeds that are left for jobs that have ended: their files may all be here. */
function deedsLeft({ download, exec, verify }: OpenBatch['journey']): string[] {
  return [
    ...(download ? ['fetched'] : []),
    ...(download && verify !== 'no' ? ['verified'] : []),
    ...(exec === undefined ? [] : ['passed to --exec']),
  ];
}
