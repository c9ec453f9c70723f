import { findingDocument, hintOf } from '../../cli/error-json.ts';
import { CliError } from '../../errors/cli-error.ts';
import { BudgetError } from '../../errors/endings.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { type ExpectedCost, expectedCostFields } from '../../money/expected-cost.ts';
import type { TerminalStream } from '../../terminal/terminal.ts';
import { usdOf } from '../../text/money.ts';
import { hideInLinks } from '../../text/redaction.ts';
import { escapeJsonControls } from '../../text/safe-text.ts';
import type { CheckedLine } from '../check/check-pass.ts';
import { fixOfLine } from '../check/line-findings.ts';
import type { DraftToPick } from '../finals/pick-gate.ts';
import type { MoneyRun, MoneySums } from '../money/money-run.ts';
import type { PlannedMoney } from '../money/open-money.ts';
import type { OpenBatch } from '../open-batch.ts';
import { lastIdOf, type RenamedLines, renameCounts } from '../renames/renamed-lines.ts';
import { type LineBook, ownLines, type ShotStateWord, shotStateWords } from '../rules/line-book.ts';
import type { HeldReason } from '../rules/parents.ts';
import { type BatchOutcome, outcomeFields } from '../words/batch-outcome.ts';
import type { FilmEnd } from './film.ts';

const schema = 'genctl.batch/v1';

/** How many lines were what when the manifest was checked. */
function countsOf(book: LineBook): Record<ShotStateWord, number> {
  const counts = shotStateWords.map((word) => [word, book.count(word)]);
  return Object.fromEntries(counts) as Record<ShotStateWord, number>;
}

/** A batch after a run. */
interface EndedBatch {
  book: LineBook;
  money: MoneyRun | undefined;
  film: FilmEnd | undefined;
  outcome: BatchOutcome;
  /** How many lines the run had to do with. */
  total: number;
  /** The drafts that are to be picked, and the words of the line that does so. */
  toPick: { drafts: readonly DraftToPick[]; argv: readonly string[] } | undefined;
}

function budgetFields({ most, reserved, spent }: MoneySums, { stop, unsent }: BatchOutcome) {
  return {
    max_cost_usd: most === undefined ? null : usdOf(most),
    spent_usd: usdOf(spent),
    reserved_usd: usdOf(reserved),
    left_usd: most === undefined ? null : usdOf(most - spent - reserved),
    unsent: stop instanceof BudgetError ? unsent : 0,
  };
}

/** So many pairs are named to programs. */
const pairsMost = 100;

/** Lines with new ids that ask for shots whose lines are gone. */
function renamedFields(renamed: RenamedLines | undefined) {
  if (renamed === undefined) return null;
  const { answer, pairs } = renamed;
  const { chargedMicroUsd, ...counts } = renameCounts(pairs);
  return {
    lines: pairs.length,
    as: answer ?? null,
    ...counts,
    cost_usd: usdOf(chargedMicroUsd),
    pairs: pairs.slice(0, pairsMost).map(({ gone, isChanged, isRewritten, line, to }) => {
      return { line, from: lastIdOf(gone), to, rewritten: isRewritten, changed: isChanged };
    }),
  };
}

/** The document of a run: what its lines were, and what became of them. */
export function summaryJson(
  {
    context,
    input,
    journalPlace,
    name,
    renamed,
  }: Pick<OpenBatch, 'context' | 'input' | 'journalPlace' | 'name' | 'renamed'>,
  { book, film, money, outcome, toPick, total }: EndedBatch,
  out: TerminalStream,
): string {
  const fields = {
    batch: name,
    manifest: input.file,
    journal: journalPlace.path,
    dry_run: false as const,
    shots: total,
    ...outcomeFields(outcome),
    to_pick:
      toPick === undefined
        ? null
        : {
            drafts: toPick.drafts.map(({ draft, finals, jobId }) => ({
              id: draft,
              job: jobId,
              finals: [...finals],
            })),
            argv: [...toPick.argv],
          },
    cost_usd: usdOf(outcome.chargedMicroUsd),
    run_cost_usd: usdOf(outcome.runMicroUsd),
    untold: outcome.untold,
    budget: money === undefined ? null : budgetFields(money.sums, outcome),
    film: film?.made ?? null,
    renamed: renamedFields(renamed),
    checked: countsOf(book),
    warnings: context.warnings(),
    lost: outcome.named.map(({ code, jobId, line, message, shot }) => {
      return { line, id: shot ?? null, job: jobId ?? null, code, message };
    }),
  };
  return documentJson(schema, fields, out);
}

/**
 * The document of a dry run, which has a reason for every line. It is written as the lines are checked, since there may be a
 * million of them.
 */
export function dryRunDocument(
  { input, journalPlace, name, renamed }: Pick<OpenBatch, 'input' | 'journalPlace' | 'name' | 'renamed'>,
  out: TerminalStream,
) {
  const head = { schema, batch: name, manifest: input.file, journal: journalPlace.path, dry_run: true };
  const beginning = `${JSON.stringify(head).slice(0, -1)},"lines":[`;
  let before = beginning;
  return {
    line(checked: CheckedLine): void {
      out.write(before + escapeJsonControls(JSON.stringify(lineOf(checked))));
      before = ',';
    },
    end(
      book: LineBook,
      of: { warnings: readonly string[]; cost: ExpectedCost; money: PlannedMoney['fields'] | undefined },
    ): void {
      const fields = {
        shots: ownLines(book),
        checked: countsOf(book),
        warnings: of.warnings,
        expected_cost: expectedCostFields(of.cost.likely),
        budget: of.money?.budget ?? null,
        budgets: of.money?.budgets ?? [],
        renamed: renamedFields(renamed),
      };
      const rest = escapeJsonControls(JSON.stringify(fields)).slice(1);
      out.write(`${before === beginning ? beginning : ''}],${rest}\n`);
    },
  };
}

function lineOf({ error, findings, held, line, parents, shot, state, waitsFor, word }: CheckedLine) {
  const record = state !== undefined && 'record' in state ? state.record : undefined;
  const before = state?.kind === 'new' ? state.before : undefined;
  const jobId = state !== undefined && 'jobId' in state ? state.jobId : (record ?? before)?.id;
  return {
    line,
    id: shot ?? null,
    reason: word,
    fields: state?.kind === 'changed' ? state.fields : null,
    job: jobId ?? null,
    parents,
    waits_for: waitsFor,
    error: errorOf(error ?? held),
    findings: findings.map(findingDocument),
  };
}

function errorOf(error: CliError | HeldReason | undefined) {
  if (error === undefined) return null;
  const { code, message } = error;
  if (!(error instanceof CliError)) return { code, message, why: null, hint: null, fix: null };
  const [why, hint] = [error.why, hintOf(error)].map((text) =>
    text === undefined ? null : hideInLinks(text),
  );
  return {
    code,
    message: hideInLinks(message),
    why: why ?? null,
    hint: hint ?? null,
    fix: fixOfLine(error) ?? null,
  };
}
