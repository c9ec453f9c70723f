import type { Take } from '../../drafts/pick-takes.ts';
import { genctl, hintText, type Line } from '../../errors/hint.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { requestOf, seedOf } from '../../ledger/rendered-requests.ts';
import { standsHere } from '../../outputs/files-here.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { readPlace } from '../../outputs/rules/place-address.ts';
import { draftFactOf } from '../../request/draft-validity.ts';
import { promptText } from '../../service/body/asked-fields.ts';
import { signedLines } from '../../text/aligned.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import { lineEnds } from '../report/line-ends.ts';
import type { LineBook } from '../rules/line-book.ts';
import { reached } from '../rules/line-graph.ts';
import { heldReason, isUnpicked } from '../rules/parents.ts';
import type { BatchEvents } from '../run/batch-events.ts';
import type { OutcomeBook } from '../words/batch-outcome.ts';
import { onwardLines } from '../words/onward-lines.ts';
import { type DraftToPick, notePicks, type PickedFinal, type PickGate } from './pick-gate.ts';

/**
 * Tells, once nothing runs any more, of the lines that were kept back: a final whose draft was lost is held for that, all others can
 * still be picked. Returns the drafts that are over, in the order of their finals.
 */
export function settleGate(
  batch: OpenBatch,
  gate: PickGate,
  { events, outcomes }: { events: BatchEvents | undefined; outcomes: OutcomeBook },
): DraftToPick[] {
  const { book, finals, graph } = batch.chains;
  const toPick = new Map<string, { jobId: string; finals: string[] }>();
  for (const { line, reason: before, shot } of gate.kept) {
    const reason = heldReason(graph.parentsOf(shot), book.stateOf) ?? gate.reasonOf(shot) ?? before;
    events?.line({ line, shot }, { kind: 'held', reason });
    if (!isUnpicked(reason)) outcomes.loseUnpicked(shot);
    if (graph.isParent(shot)) book.note(shot, reason.state);
    const draft = finals.get(shot);
    const state = draft === undefined ? undefined : book.stateOf(draft);
    if (draft === undefined || state?.kind !== 'there' || reason.code !== 'not_picked') continue;
    const known = toPick.get(draft);
    if (known === undefined) toPick.set(draft, { jobId: state.jobId, finals: [shot] });
    else known.finals.push(shot);
  }
  return [...toPick].map(([draft, { finals, jobId }]) => ({ draft, jobId, finals }));
}

/**
 * Has a person pick of the drafts that were not shown yet in this run, where somebody looks. Resolves with whether any was picked.
 *
 * @param asked the jobs of the drafts that were shown; those that are shown now are added.
 */
export async function askForPicks(
  batch: OpenBatch,
  book: LineBook,
  { asked, drafts }: { asked: Set<string>; drafts: readonly DraftToPick[] },
): Promise<boolean> {
  if (!isLookedAt(batch)) return false;
  const shown = drafts.filter(({ jobId }) => !asked.has(jobId));
  for (const { jobId } of shown) asked.add(jobId);
  return shown.length > 0 && pickGated(batch, book, shown);
}

/** Tells whether somebody looks at drafts whose finals are lines of the manifest; otherwise these just wait. */
function isLookedAt({ context: { globals, terminal }, input, journey }: OpenBatch): boolean {
  const isForProgram = globals.json || globals.quiet || input.typed.events;
  if (isForProgram || input.picked !== undefined || readPlace(journey.dir).kind !== 'file') return false;
  return terminal.interactive;
}

/** So many drafts are named to a person; the document of the run has all. */
const namedMost = 10;

/**
 * Says which drafts wait to be picked, and the lines that have them looked at, or send the finals of some of them, or all.
 *
 * @param unpicked how many lines wait for that: the finals, and what waits for those.
 */
export function tellUnpicked(batch: OpenBatch, toPick: readonly DraftToPick[], unpicked: number): void {
  const { err } = batch.context.terminal;
  const { accent, warn } = err.colors;
  const names = toPick.slice(0, namedMost).map(({ draft }) => draft);
  const more = toPick.length > names.length ? ` and ${toPick.length - names.length} more` : '';
  const drafts = `${counted(toPick.length, 'draft')} to pick: ${names.join(', ')}${more}`;
  const waits = `${counted(unpicked, 'line')} ${unpicked === 1 ? 'depends' : 'depend'} on it, not sent or paid for`;
  const text = `${drafts}; ${waits}`;
  const lines = onwardLines(batch);
  const way = (says: string, line: Line): string =>
    `  ${says} ${accent(err.symbols.arrow)} ${hintText(line)}`;
  const isHere = readPlace(batch.journey.dir).kind === 'file';
  err.lines([
    ...signedLines({ text: err.symbols.queued, paint: warn }, { text }, err),
    ...(isHere ? [way('look and pick:', lines.looking)] : []),
    way('name them:', lines.picked(names)),
    way('all:', lines.withAll),
  ]);
}

const nonePaid = 'No final was sent or paid for; the drafts stay.';

/**
 * Shows drafts whose finals are lines of the manifest, and has a person tick some and confirm what they cost. Notes that in the
 * journal, so that it counts for any later run. Nothing is sent yet. Resolves with whether any was picked. Throws InterruptedError
 * where a signal comes instead of an answer.
 */
async function pickGated(batch: OpenBatch, book: LineBook, toPick: readonly DraftToPick[]): Promise<boolean> {
  const { context } = batch;
  const ofDraft = new Map(toPick.map((one) => [one.draft, one]));
  const { drafts, tooOld } = await offeredDrafts(batch, book, (shot) => ofDraft.has(shot));
  tellTooOld(context, tooOld);
  if (drafts.length === 0) return false;
  const finalsOf = ({ shot }: OfferedDraft): readonly string[] => ofDraft.get(shot)?.finals ?? [];
  const pickedOf = (ticked: readonly OfferedDraft[]): PickedFinal[] =>
    ticked.flatMap((draft) => finalsOf(draft).map((final) => ({ final, draft: draft.id })));
  const { pickTakes } = await import('../../drafts/pick-takes.ts');
  const { isMeant, ticked } = await pickTakes(context, drafts, {
    message: 'Which drafts to finalize? Each is charged.',
    instead: genctl`finalize ID`,
    dir: batch.journey.dir,
    finalsOf: (draft) => finalsOf(draft).length,
    sends: (some) => sentWords(batch, pickedOf(some)),
    left: () => ({
      message: 'Stopped before a final was picked',
      why: nonePaid,
      hint: onwardLines(batch).resume,
    }),
  });
  if (isMeant) await notePicks(batch.journal.own, pickedOf(ticked), context.clock);
  return isMeant;
}

function sentWords(batch: OpenBatch, picked: readonly PickedFinal[]): string {
  const behind = linesBehind(batch, picked);
  const after =
    behind === 0 ? '' : ` and ${counted(behind, 'line')} that ${behind === 1 ? 'depends' : 'depend'} on it`;
  return `${counted(picked.length, 'final')}${after}`;
}

/** How many lines go as well once these finals are there: all that wait for them, up to the next final that is to be picked. */
function linesBehind({ chains: { finals, graph } }: OpenBatch, picked: readonly PickedFinal[]): number {
  const own = new Set(picked.map(({ final }) => final));
  const all = reached(own, (id) => graph.childrenOf(id).filter((child) => !finals.has(child)));
  return all.size - own.size;
}

/** A draft of the manifest of which a final can be made. */
export interface OfferedDraft extends Take {
  shot: string;
  /** The columns of its line. */
  columns: ReadonlyMap<string, unknown>;
}

/** More of a prompt tells nothing in one line. Unit: characters. */
const promptMost = 120;

/**
 * The wanted drafts of a manifest that succeeded and whose files are here, in the order of their lines. Also how many wanted drafts
 * succeeded but are older than a final may be. A draft of another machine, of which its sidecar alone tells, is offered, too.
 */
export async function offeredDrafts(
  batch: OpenBatch,
  book: LineBook,
  isWanted: (shot: string) => boolean,
): Promise<{ drafts: OfferedDraft[]; tooOld: number }> {
  const nowMs = batch.context.clock.nowMs();
  const ledger = await batch.context.ledger();
  const drafts: OfferedDraft[] = [];
  let tooOld = 0;
  for await (const { columns, files, isChosen, jobId, shot, status } of lineEnds(batch, book, new Map())) {
    if (status !== 'succeeded' || shot === undefined || jobId === undefined || columns === undefined)
      continue;
    if (!isChosen || !isWanted(shot)) continue;
    const record = await ledger.find(jobId);
    const path = files.find((file) => file.n === 0 && standsHere(file))?.path;
    const fact = record === undefined ? 'usable' : draftFactOf(record, nowMs);
    if (fact === 'past-validity') tooOld += 1;
    if (path === undefined || fact !== 'usable') continue;
    const name = safeLine(shot);
    const shown = { name, caption: name, id: jobId, ...(record === undefined ? unknown : shownOf(record)) };
    drafts.push({ ...shown, path, record, shot, columns });
  }
  return { drafts, tooOld };
}

/** A draft that this machine does not know. */
const unknown = { says: '', seed: undefined };

function shownOf(record: JobRecord): Pick<Take, 'says' | 'seed'> {
  const request = requestOf(record);
  const seed = seedOf(request);
  const facts = [
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(record.finals.length === 0 ? [] : [`has ${counted(record.finals.length, 'final')}`]),
  ];
  const prompt = safeLine((promptText(request) ?? '').slice(0, promptMost));
  return { seed, says: [facts.join(', '), prompt].filter((text) => text !== '').join('  ') };
}

/** Warns of drafts that are left out of the question. @see service document §9.2 */
export function tellTooOld({ listen }: Pick<OutputMeans, 'listen'>, tooOld: number): void {
  if (tooOld === 0) return;
  const message = `${counted(tooOld, 'draft')} are older than 7 days and can't be finalized any more`;
  listen({ kind: 'warning', message });
}
