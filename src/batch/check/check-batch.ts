import { UsageError } from '../../errors/endings.ts';
import { createCostEstimate, type ExpectedCost } from '../../money/expected-cost.ts';
import { unpricedInFlight, unpricedLines, withShellWords } from '../../money/words/budget-errors.ts';
import { isChargeUnknown } from '../../service/charge.ts';
import { createHashSet, idHash } from '../../text/id-hash.ts';
import { assertNamesKnown } from '../finals/pick-gate.ts';
import type { ManifestFormat } from '../manifest/manifest-format.ts';
import type { BatchMoney } from '../money/open-money.ts';
import type { OpenBatch } from '../open-batch.ts';
import { assertKnown, memoryLines, takeLeftOver } from '../plan/batch-memory.ts';
import { unchosenParents } from '../plan/chosen-lines.ts';
import { dryRunDocument } from '../report/batch-document.ts';
import { filmDoubts } from '../report/film-clips.ts';
import {
  createLineBook,
  followedFirst,
  type LineBook,
  leftAsTheyAre,
  newJobs,
  ownLines,
  sentNew,
} from '../rules/line-book.ts';
import { catchUp } from '../run/journaled.ts';
import type { ShotState } from '../run/shot-state.ts';
import { failedJob, type LineResult, type OutcomeBook } from '../words/batch-outcome.ts';
import { forgetNotedLine } from '../words/onward-lines.ts';
import { type CheckedLine, checkLines } from './check-pass.ts';
import {
  columnDoubts,
  doubtfulManifest,
  faultyManifest,
  lineFaults,
  lineWarnings,
} from './manifest-faults.ts';
import { chainTree, tellCheck, tellDimly } from './tell-check.ts';

/** A manifest that was checked, and what is known of its lines before this run does anything. */
export interface CheckedBatch {
  book: LineBook;
  outcomes: OutcomeBook;
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
  const { context, input, money } = batch;
  const read = await readLines(batch, outcomes);
  const { book, cost, faults } = read;
  const isFaulty = faults.found.count > 0 && !input.skipInvalid;
  const doubts = read.doubts.list();
  const isDoubted = doubts.length > 0 && !isFaulty && (input.strict || newJobs(book) > 0);
  const warnings = [
    ...read.warnings,
    ...(isDoubted ? [] : doubts.map(({ text }) => text)),
    ...(batch.renamed?.warnings ?? []),
  ];
  await tellCheck(batch, { ...read, warnings, unpicked: outcomes.outcome.unpicked });
  if (book.size === 0) throw emptyManifest(input.file, batch.manifest.format);
  assertKnown(batch, book);
  // The faults of other lines may come of it.
  if (batch.renamed?.refusal !== undefined) throw batch.renamed.refusal;
  if (isFaulty) throw faultyManifest(input.file, ownLines(book), faults);
  read.parents.assertNone();
  read.film.assertNone();
  assertNamesKnown(read.unnamed, input.file, []);
  if (isDoubted) throw doubtfulManifest(input.file, doubts);
  if (money !== undefined) assertPriced(money, book);
  for (const line of faults.lines()) context.listen({ kind: 'warning', message: `left out: ${line}` });
  tellDimly(memoryLines(batch, book, read.known), context.terminal.err);
  return { book, cost, outcomes, total: sendable(book) };
}

/** Reads all lines, and gathers what the check goes by. */
async function readLines(batch: OpenBatch, outcomes: OutcomeBook) {
  const { context, input } = batch;
  const { globals, terminal } = context;
  const book = createLineBook(batch.manifest.size);
  const [faults, warnings, doubts] = [
    lineFaults(batch),
    lineWarnings(),
    columnDoubts(batch.journey.template),
  ];
  const [parents, film] = [unchosenParents(batch), filmDoubts(input.film)];
  const unnamed = new Set(batch.finalsPath === undefined ? [] : input.picked);
  const isCounted = input.dryRun || !(globals.json || globals.quiet) || terminal.asksOrRefuses;
  const estimate = isCounted ? createCostEstimate(context) : undefined;
  const own = { lineJobs: createHashSet(), lineShots: createHashSet() };
  const document = input.dryRun && globals.json ? dryRunDocument(batch, terminal.out) : undefined;
  const tree = input.dryRun && document === undefined ? chainTree(batch) : undefined;
  for await (const line of checkLines(await withClaimsAtHand(batch))) {
    book.add(line.word);
    faults.take(line);
    warnings.take(line);
    doubts.take(line);
    enter(outcomes, line, batch);
    if (line.state !== undefined && 'record' in line.state) own.lineJobs.add(idHash(line.state.record.id));
    if (line.shot !== undefined && line.noted !== undefined)
      own.lineShots.add(idHash(batch.originalIds.originalOf(line.shot)));
    if (line.shot !== undefined) unnamed.delete(line.shot);
    parents.take(line);
    film.take(line);
    const { state, word } = line;
    if (!input.dryRun && leftAsTheyAre.has(word) && state && 'record' in state)
      await catchUp(batch, state.record);
    if (line.priced !== undefined && sentNew.has(line.word)) await estimate?.add(line.priced);
    batch.money?.before.addLine(line);
    document?.line(line);
    tree?.take(line);
  }
  const known = await takeLeftOver(batch, outcomes, own);
  const cost = await estimate?.tell();
  return {
    ...{ book, faults, doubts, parents, film, known, cost, document, tree },
    warnings: warnings.list(),
    unnamed: [...unnamed],
  };
}

/**
 * The batch, with the ledger asked only for keys that were claimed as the check began: of a million new lines none is. A line that
 * another run claims meanwhile is found before it is sent.
 */
export async function withClaimsAtHand(batch: OpenBatch): Promise<OpenBatch> {
  const { ledger, ...ports } = batch.statePorts;
  const claimed = await ports.claimedKeys();
  const findClaim: typeof ledger.findClaim = async (intent) =>
    claimed.has(intent.idempotency_key) ? ledger.findClaim(intent) : undefined;
  return {
    ...batch,
    statePorts: { ...ports, ledger: { ...ledger, findClaim } },
  };
}

/** How many lines this run has to do with that can be sent. */
function sendable(book: LineBook): number {
  return ownLines(book) - book.count('invalid') - book.count('changed');
}

/** No new job is sent while nobody knows what it costs, or what others do that its budgets have to hold, too. */
function assertPriced({ before: { sums }, cap, unpricedInFlight: others }: BatchMoney, book: LineBook): void {
  if (newJobs(book) === 0) return;
  if (sums.unpriced > 0) throw withShellWords(unpricedLines(sums.unpriced, ownLines(book)), cap.most);
  if (others > 0) throw unpricedInFlight(others);
}

/** A manifest without a line was made empty by accident, and nobody would hear of it in a run that nobody watches. */
function emptyManifest(file: string, format: ManifestFormat): UsageError {
  return new UsageError({
    code: 'manifest_empty',
    message: `${file} has no shots`,
    why: 'It has 0 lines, not counting blank lines and a header.',
    hint: `write one line a shot, such as ${oneShot[format]}`,
  });
}

const oneShot = {
  jsonl: '{"id": "s01", "prompt": "a red fox in snow"}',
  csv: 's01,"a red fox in snow" below id,prompt',
  tsv: 's01 TAB a red fox in snow, below id TAB prompt',
  txt: 'a red fox in snow',
} as const satisfies Record<ManifestFormat, string>;

/** Enters what is known of a line: its charges, and how it came out where this run does nothing about it. */
function enter(outcomes: OutcomeBook, checked: CheckedLine, batch: OpenBatch): void {
  const { noted, state, word } = checked;
  if (state === undefined) return;
  const record = 'record' in state ? state.record : undefined;
  const followed = followedFirst.has(word) ? record?.id : undefined;
  // An untold charge may be told at the end of the line.
  if (record !== undefined && (followed === undefined || !isChargeUnknown(record.job)))
    outcomes.addCharge(record.id, record.job);
  if (state.kind === 'here')
    outcomes.addCharge(state.jobId, { status: 'succeeded', cost_usd: state.costUsd });
  outcomes.addNoted(noted, followed);
  const result = knownResult(checked, state, batch);
  if (result !== undefined) outcomes.take(checked, result);
}

function knownResult(
  { held, word }: CheckedLine,
  state: ShotState,
  batch: OpenBatch,
): LineResult | undefined {
  if (word === 'done') return { kind: 'done' };
  if (held !== undefined) return { kind: 'held', reason: held };
  if (word === 'failed' && state.kind === 'failed') return { kind: 'lost', loss: failedJob(state.record) };
  if (state.kind !== 'uncertain') return undefined;
  const message = `it was sent ${state.intent.first_sent_at} and got no answer that names its job`;
  const uncertain = { exit: 'outcomeUnknown', code: 'outcome_unknown', message } as const;
  const { intent, isRecorded } = state;
  // `recover` can't settle a send that the ledger does not know.
  const forget = isRecorded ? undefined : forgetNotedLine(batch, intent.idempotency_key);
  return { kind: 'lost', loss: { jobId: undefined, ...uncertain, forget } };
}
