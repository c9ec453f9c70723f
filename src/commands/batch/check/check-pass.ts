import { CliError } from '../../../errors/cli-error.ts';
import { UsageError } from '../../../errors/endings.ts';
import type { ExitName } from '../../../errors/exit-codes.ts';
import { InterruptedError } from '../../../errors/interrupted-error.ts';
import type { CheckedRequest, ShownFinding } from '../../../errors/preflight-error.ts';
import { inOrder } from '../../../flows/batch/in-order.ts';
import { type Standing, standingOf } from '../../../flows/batch/standing.ts';
import { createHashSet } from '../../../rules/batch/hash-set.ts';
import { idHash } from '../../../rules/batch/id-hash.ts';
import { isInShard } from '../../../rules/batch/shard.ts';
import type { StandingWord } from '../../../rules/batch/standing-code.ts';
import type { Intent } from '../../../store/ledger/record.ts';
import type { ManifestRow } from '../../../store/manifest/manifest-row.ts';
import { assertCancelable } from '../../journey/on-interrupt.ts';
import { isDraftRequest } from '../../request/known-drafts.ts';
import type { DoubtfulColumn } from '../columns/doubtful-columns.ts';
import { idTwice } from '../columns/shot-id-column.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import { lineShot, newLineShot } from '../line-shot.ts';
import type { OpenBatch } from '../open-batch.ts';
import { findingInColumns } from './finding-columns.ts';

/** What the check found out about one line. */
export interface CheckedLine {
  line: number;
  mark: number;
  /** Undefined where the line has none that can be read. */
  shot: string | undefined;
  word: StandingWord;
  standing: Standing | undefined;
  /** What would be sent for it; in a dry run alone, and only of a line that could be read. */
  intent?: Intent | undefined;
  /** Why it can't be sent. */
  error: CliError | undefined;
  /** What is to be told of it, and does not keep it from being sent. */
  warnings: readonly string[];
  doubtful: readonly DoubtfulColumn[];
}

/** How many lines are looked at side by side: some wait for a link or a file, while others are built. */
const atOnce = 16;

/**
 * Reads the whole manifest and checks each line, in its order. Nothing is sent, uploaded or written. Rejects with CliError for
 * what is wrong with the whole, or with this machine.
 */
export async function* checkLines(batch: OpenBatch): AsyncGenerator<CheckedLine> {
  const ids = createHashSet();
  for await (const checked of inOrder(batch.manifest.rows(), atOnce, (row) => checkRow(batch, row))) {
    batch.context.throwIfInterrupted([]);
    const { shot } = checked;
    if (shot !== undefined && !ids.add(idHash(shot))) yield { ...checked, ...invalid(idTwice(shot)) };
    else yield checked;
  }
}

async function checkRow(batch: OpenBatch, row: ManifestRow): Promise<CheckedLine> {
  const { line, mark } = row;
  const unread = { line, mark, shot: undefined, standing: undefined, warnings: [], doubtful: [] };
  if (row.kind === 'fault') return { ...unread, ...invalid(row.error) };
  let request: ShotRequest;
  try {
    request = batch.read(row.columns);
  } catch (error) {
    return { ...unread, ...invalid(ofLine(error)) };
  }
  const named = { ...unread, shot: request.id, doubtful: request.doubtful };
  const { shard } = batch;
  if (shard !== undefined && !isInShard(request.id, shard))
    return { ...named, word: 'elsewhere', error: undefined };
  try {
    return { ...named, ...(await judged(batch, request)) };
  } catch (error) {
    return { ...named, ...invalid(ofLine(error)) };
  }
}

async function judged(
  batch: OpenBatch,
  request: ShotRequest,
): Promise<Pick<CheckedLine, 'word' | 'standing' | 'error' | 'warnings' | 'intent'>> {
  const line = await lineShot(batch, request);
  const { template, wanted } = line;
  const standing = await standingOf(wanted, batch.standingChoices, batch.standingPorts);
  const isNewFinal = standing.kind === 'new' && request.command === 'finalize';
  const { built } = isNewFinal ? await newLineShot(batch, request) : line;
  if (batch.input.pick && !isDraftRequest(built.body, built.chosen.route)) throw noDraft();
  assertCancelable([{ route: built.chosen.route }], batch.journey);
  const checked = { body: built.body, route: built.chosen.route };
  const told = [...built.findings.map((finding) => warningOf(finding, checked)), ...built.notes];
  const error = standing.kind === 'changed' ? changed(standing) : undefined;
  return {
    word: await batch.wordOf(standing, template),
    standing,
    error,
    warnings: told,
    intent: wanted.intentFor(1),
  };
}

/** A finding as a warning, with the name that was probably meant. */
function warningOf(finding: ShownFinding, checked: CheckedRequest): string {
  const { message } = findingInColumns(finding, checked);
  return finding.instead === undefined ? message : `${message}; is it ${finding.instead}?`;
}

function invalid(error: CliError): Pick<CheckedLine, 'word' | 'standing' | 'error'> {
  return { word: 'invalid', standing: undefined, error };
}

/** Exits of errors that are a line's own: it can't be sent, or names a job that is not there. */
const ofLines: readonly ExitName[] = ['usage', 'notFound'];

/** The error of a line. What ends the whole run is thrown: a signal, this machine, an account that can't be used. */
function ofLine(error: unknown): CliError {
  if (!(error instanceof CliError) || error instanceof InterruptedError || !ofLines.includes(error.exit))
    throw error;
  return error;
}

/** A line that would be paid for as an ordinary job is left to a manifest of its own. */
function noDraft(): UsageError {
  return new UsageError({
    code: 'not_a_draft',
    message: 'the line makes no draft',
    why: '--pick is for a manifest of drafts; this would be a job at its full price, and nothing to choose.',
    hint: '"command": "draft"; or a manifest of its own; or --skip-invalid, which leaves it out',
  });
}

function changed({ fields, jobId }: Extract<Standing, { kind: 'changed' }>): UsageError {
  const before = jobId === undefined ? 'what was sent' : `what ${jobId} was made from`;
  return new UsageError({
    code: 'line_changed',
    message: `its ${fields.join(', ')} ${fields.length === 1 ? 'is' : 'are'} not ${before}`,
    why: 'One shot is one job.',
    hint: '--revise renders what was changed as new jobs',
    jobId,
  });
}
