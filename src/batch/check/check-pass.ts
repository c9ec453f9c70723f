import type { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { assertCancelable } from '../../follow/words/on-interrupt.ts';
import type { Intent } from '../../ledger/record.ts';
import { isDraftRequest } from '../../request/draft-validity.ts';
import { placeOf } from '../../request/mends/request-view.ts';
import { valueAt } from '../../schema/json/json-place.ts';
import { PreflightError, type ShownFinding, wordsOf } from '../../service/checks/preflight-error.ts';
import { type ParentBook, pricedFinal, stateAside, targetOfLine } from '../chains/parent-book.ts';
import { assertParentsRead, parentsFit } from '../chains/parent-media.ts';
import { checkBehind } from '../chains/read-chains.ts';
import type { DoubtfulColumn } from '../columns/doubtful-columns.ts';
import { parentsOf } from '../columns/read-column.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import { queueFault } from '../feed/feed-input.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { ManifestRow } from '../manifest/manifest-rows.ts';
import type { OpenBatch } from '../open-batch.ts';
import { isOfOwnShard, noteUnchosen } from '../plan/chosen-lines.ts';
import { lineShot } from '../plan/line-shot.ts';
import { fileNamesOf, standingLine, wordOfState } from '../plan/standing-line.ts';
import { createShotIds, type ShotIds } from '../renames/shot-ids.ts';
import { leftAsTheyAre, type ShotStateWord } from '../rules/line-book.ts';
import {
  faultBehind,
  type HeldReason,
  isUnpicked,
  leftOutCode,
  type ParentState,
  parentWord,
  stillToCome,
} from '../rules/parents.ts';
import type { WantedShot } from '../run/shot-requests.ts';
import { changedLine, type ShotState } from '../run/shot-state.ts';
import { asOneError, findingsOfLine, ofLine } from './line-findings.ts';

/** The results of the check of one line. */
export interface CheckedLine {
  line: number;
  /** Undefined where the line has none that can be read. */
  shot: string | undefined;
  word: ShotStateWord;
  state: ShotState | undefined;
  /** Its shot as it asks for it now; undefined where it can't be built. */
  wanted?: WantedShot | undefined;
  /** The journal's memory of its shot; undefined where there is nothing, or the line can't be sent. */
  noted?: ShotMemory | undefined;
  /** The request as it is priced: a final has the settings of its draft, which may be a line that is not rendered yet. */
  priced?: Intent | undefined;
  /** Why it can't be sent. */
  error: CliError | undefined;
  /** Warnings about it, which do not keep it from being sent. */
  warnings: readonly string[];
  /** Findings of the checks about it, in the words of its columns. */
  findings: readonly ShownFinding[];
  doubtful: readonly DoubtfulColumn[];
  /** The lines, or jobs, that it takes something from. */
  parents: readonly string[];
  /** Those of them whose outputs are still to come. */
  waitsFor: readonly string[];
  /** Why it is not sent, where that is another line's fault. */
  held: HeldReason | undefined;
}

/**
 * Reads the whole manifest and checks each line, in its order. Nothing is sent, uploaded or written. Rejects with CliError for
 * what is wrong with the whole, or with this machine.
 */
export async function* checkLines(batch: OpenBatch): AsyncGenerator<CheckedLine> {
  const { manifest } = batch;
  await checkBehind(batch, (place) => checkRow(batch, manifest.row(place), createShotIds(batch)));
  const ids = createShotIds(batch);
  for await (const checked of manifest.each((row) => checkRow(batch, row, ids))) {
    batch.context.throwIfInterrupted([]);
    yield checked;
  }
}

/**
 * Checks a row, and notes what it is for the lines that wait for it.
 *
 * @param ids of the lines whose check has begun.
 */
async function checkRow(batch: OpenBatch, row: ManifestRow, ids: ShotIds): Promise<CheckedLine> {
  const { book, graph } = batch.chains;
  const isChosen = batch.isChosen(row.place);
  const unread = {
    ...{ line: row.line, shot: undefined, state: undefined, warnings: [], findings: [], doubtful: [] },
    ...{ parents: [], waitsFor: [], held: undefined },
  };
  const faults: UsageError[] = [];
  let request: ShotRequest;
  try {
    request = batch.read(row, faults);
  } catch (error) {
    return { ...unread, ...(isChosen ? invalid(asOneError(...faults, ofLine(error))) : unchosen) };
  }
  const { doubtful, id, parents } = request;
  const named = { ...unread, shot: id, doubtful, parents: parents.ids };
  const twice = ids.take(id, row.line);
  if (twice !== undefined) {
    if (!isChosen) return { ...named, ...unchosen };
    // No chain knows the second line of an id, so that nothing says when all is known that it names.
    const second = await checkRequest(named, batch, request);
    return {
      ...second,
      ...invalid(asOneError(twice, ...faults, second.error)),
    };
  }
  const leftOut = { kind: 'lost', how: 'left out', of: id } as const;
  try {
    if (isChosen) {
      const checked = await checkFirst(named, batch, { request, faults });
      if (graph.isParent(id)) book.note(id, stateForChildren(id, checked, book));
      return checked;
    }
    if (faults.length === 0) await noteUnchosen(batch, request);
    else if (graph.isParent(id)) book.note(id, leftOut);
    return { ...named, ...unchosen };
  } catch (error) {
    // An error that ends the run waits until the lines behind this one have their ends, too.
    if (graph.isParent(id)) book.note(id, leftOut);
    throw error;
  }
}

/** How far a line is for those that wait for it: where it can't be sent, the line is named that is at fault. */
function stateForChildren(
  id: string,
  { error, held, parents, state }: CheckedLine,
  { stateOf }: Pick<ParentBook, 'stateOf'>,
): ParentState {
  if (held !== undefined) return held.state;
  if (state !== undefined) return stateAside(id, state);
  const other = error?.code === leftOutCode ? faultBehind(parents, stateOf) : undefined;
  return { kind: 'lost', how: 'left out', of: other ?? id };
}

const unchosen = { word: 'unchosen', error: undefined, doubtful: [] } as const;

type NamedLine = Omit<CheckedLine, 'word' | 'error'>;

/** Checks a line once all is known that it names. One that has faults is told with all that is wrong with it. */
async function checkFirst(
  named: NamedLine,
  batch: OpenBatch,
  { faults, request }: { faults: readonly UsageError[]; request: ShotRequest },
): Promise<CheckedLine> {
  const { book, faultOf } = batch.chains;
  const found = [...faults, faultOf(request)].filter((fault) => fault !== undefined);
  if (found.length > 0)
    return { ...named, ...invalid(asOneError(...found, await findingsBesideFaults(named, batch, request))) };
  // A parent behind its children was looked at before; every other parent comes before its line.
  await Promise.all(request.parents.ids.map(book.noted));
  return checkRequest(named, batch, request);
}

/** Checks what a line asks for, where it is of this shard. An error of the line is a part of the result. */
async function checkRequest(named: NamedLine, batch: OpenBatch, request: ShotRequest): Promise<CheckedLine> {
  try {
    if (!isOfOwnShard(request.id, batch)) return { ...named, word: 'elsewhere', error: undefined };
    const line = await stateAndFindings(batch, request);
    const { held } = line;
    if (held !== undefined && isUnpicked(held))
      batch.gate?.keep({ line: named.line, shot: request.id, reason: held });
    return { ...named, ...line };
  } catch (error) {
    return { ...named, ...invalid(ofLine(error)) };
  }
}

/** The state of a line, and the findings about it. Throws CliError for a line that can't be sent. */
async function stateAndFindings(
  batch: OpenBatch,
  request: ShotRequest,
): Promise<Omit<CheckedLine, 'line' | 'shot' | 'doubtful' | 'parents'>> {
  const { book, graph } = batch.chains;
  const { id, parents } = request;
  const line = await standingLine(batch, request);
  const { held, noted, state } = line;
  if (graph.isParent(id)) book.noteTarget(id, targetOfLine(line.built));
  if (state.kind === 'changed') assertParentsRead(batch, request);
  const isNew = state.kind === 'new';
  const waitsFor = isNew ? stillToCome(parents.ids, book.stateOf) : [];
  const ofParents = isNew ? await parentsFit(batch, request, line.built.chosen.route) : [];
  const isNewFinal = isNew && request.command === 'finalize' && waitsFor.length === 0 && held === undefined;
  const { built } = isNewFinal ? await lineShot(batch, request, 'about to be sent') : line;
  if (batch.finalsPath !== undefined && !isDraftRequest(built.body, built.chosen.route)) throw noDraft();
  assertCancelable([{ route: built.chosen.route }], batch.journey);
  const findings = findingsOfLine(built.findings, { body: built.body, route: built.chosen.route });
  const warnings = [...findings.map(warningOf), ...built.notes, ...ofParents, ...incomparableNote(state)];
  const own = await wordOfState(state, await fileNamesOf(line, batch), batch);
  const intent = line.wanted.intentFor(1);
  const draft = parents.draft === undefined ? undefined : book.targetOf(parents.draft.id);
  const unfit = batch.input.feed === undefined ? undefined : queueFault(intent);
  if (unfit !== undefined && !leftAsTheyAre.has(own)) throw unfit;
  const error = state.kind === 'changed' ? changedLine(state) : undefined;
  const word = held !== undefined ? 'held' : waitsFor.length > 0 ? 'waiting' : own;
  const priced = pricedFinal(intent, draft);
  return { word, state, wanted: line.wanted, noted, error, warnings, findings, waitsFor, held, priced };
}

/** Says that links of a line can't be compared with what was sent: then they count as unchanged, and nothing is paid for. */
function incomparableNote({ incomparable }: ShotState): string[] {
  if (incomparable === undefined) return [];
  const fields = incomparable.join(', ');
  return [
    `the signed link of ${fields} is not comparable with earlier notes, and counts as unchanged; if it leads to another file, give the line another id`,
  ];
}

/** A finding as a warning, with the name that was probably meant. */
function warningOf(finding: ShownFinding): string {
  const { message } = wordsOf(finding);
  return finding.instead === undefined ? message : `${message}; is it ${finding.instead}?`;
}

/**
 * The findings of a line that can't be read whole, about the values that it has. It leaves out references to other lines, and findings
 * about references or missing values.
 */
async function findingsBesideFaults(
  named: NamedLine,
  batch: OpenBatch,
  request: ShotRequest,
): Promise<PreflightError | undefined> {
  if (request.command === 'finalize') return undefined;
  const media = request.words.media.filter(({ url }) => parentWord(url) === undefined);
  const words = { ...request.words, media };
  const { error } = await checkRequest(named, batch, {
    ...request,
    words,
    parents: parentsOf(words, undefined),
  });
  if (!(error instanceof PreflightError) || error.request === undefined) return undefined;
  const { body } = error.request;
  error.findings = error.refusing.filter(
    ({ where }) => !placeOf(where).includes('content') && valueAt(body, placeOf(where)) !== undefined,
  );
  return error.findings.length === 0 ? undefined : error;
}

function invalid(error: CliError): Pick<CheckedLine, 'word' | 'state' | 'error' | 'findings'> {
  if (!(error instanceof PreflightError)) return { word: 'invalid', state: undefined, error, findings: [] };
  error.findings = findingsOfLine(error.findings, error.request);
  return { word: 'invalid', state: undefined, error, findings: error.findings };
}

/** A line that would be paid for as an ordinary job is left to a manifest of its own. */
function noDraft(): UsageError {
  return new UsageError({
    code: 'not_a_draft',
    message: 'the line makes no draft',
    why: '--pick is for drafts; this line would render a job at full price.',
    hint: '"command": "draft"; or move the line to another manifest; or --skip-invalid to skip it',
  });
}
