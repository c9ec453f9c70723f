import { flagWords } from '../../cli/flags/flag-words.ts';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { gaps } from '../../text/gaps.ts';
import { counted } from '../../text/shown-value.ts';
import { batchFlags } from '../batch-flags.ts';
import { type Chains, stateAside, targetOfLine } from '../chains/parent-book.ts';
import { ofLine } from '../check/line-findings.ts';
import { columnReader } from '../columns/line-words.ts';
import { readShotId } from '../columns/read-column.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { OpenBatch } from '../open-batch.ts';
import { shardOf } from '../rules/batch-part.ts';
import { type LineGraph, reached } from '../rules/line-graph.ts';
import { createMeantIds, type HeldReason, isUnchosen, type ParentState } from '../rules/parents.ts';
import { standingLine } from './standing-line.ts';

type ChoosingBatch = Omit<OpenBatch, 'gate' | 'isChosen' | 'renamed'>;

/** A line by its place; `id` is undefined where the line has none that can be read. */
interface PlacedLine {
  place: number;
  id: string | undefined;
}

/**
 * Tells by the places of lines which of them a run has to do with: those of `--only`, or the first ones of `--limit`; else all. Throws
 * UsageError for an id that no line has.
 */
export async function chosenLines(batch: ChoosingBatch): Promise<OpenBatch['isChosen']> {
  const { limit, only } = batch.input;
  if (only !== undefined) return namedLines(batch, only);
  return limit === undefined ? () => true : firstLines(batch, limit);
}

async function namedLines(batch: ChoosingBatch, only: readonly string[]): Promise<OpenBatch['isChosen']> {
  const places = new Set<number>();
  const unread = new Set<number>();
  const missing = new Set(only);
  const wanted = new Set(only);
  for await (const { id, place } of placedLines(batch)) {
    if (id === undefined) unread.add(place);
    else if (wanted.has(id)) places.add(place);
    if (id !== undefined) missing.delete(id);
  }
  if (missing.size === 0) return (place) => places.has(place);
  if (unread.size === 0) throw await unknownIds(batch, missing);
  // The faults of those lines say why there is no such id.
  return (place) => places.has(place) || unread.has(place);
}

/**
 * The first lines of the manifest, or of the shard: always these, whatever was rendered before, so that a run that is repeated sends
 * nothing more. A line that waits for others comes after them, and they count.
 */
async function firstLines(batch: ChoosingBatch, limit: number): Promise<OpenBatch['isChosen']> {
  const chosen = new Uint8Array(batch.manifest.size);
  const counted = new Set<string>();
  const later = new Set<string>();
  let left = limit;
  for await (const { id, place } of placedLines(batch)) {
    if (left === 0 && later.size === 0) break;
    const wasCounted = id !== undefined && later.delete(id);
    if (wasCounted) chosen[place] = 1;
    if (wasCounted || left === 0 || !isOwn(id, batch)) continue;
    for (const one of id === undefined ? [id] : neededFirst(id, batch.chains.graph, counted)) {
      if (left === 0) break;
      left -= 1;
      if (one === id) chosen[place] = 1;
      else if (one !== undefined) later.add(one);
      if (one !== undefined && batch.chains.graph.isParent(one)) counted.add(one);
    }
  }
  return (place) => chosen[place] === 1;
}

/** A line behind those of other lines that it waits for, without those that were counted before. */
function* neededFirst(id: string, graph: LineGraph, counted: ReadonlySet<string>): Generator<string> {
  const path = [id];
  const seen = new Set(path);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = graph
      .parentsOf(top)
      .find((one) => !seen.has(one) && !counted.has(one) && !graph.unknown.has(one));
    if (next === undefined) {
      yield top;
      path.pop();
    } else {
      seen.add(next);
      path.push(next);
    }
  }
}

/** Tells whether a line is of this run's shard. What is wrong with its shard is told at its check. */
function isOwn(id: string | undefined, batch: ChoosingBatch): boolean {
  if (id === undefined) return true;
  try {
    return isOfOwnShard(id, batch);
  } catch (error) {
    if (error instanceof UsageError) return true;
    throw error;
  }
}

/** All lines, of which no more is read than the column with the ids. */
export async function* placedLines({
  context,
  input,
  manifest,
}: Pick<OpenBatch, 'context' | 'input' | 'manifest'>): AsyncGenerator<PlacedLine> {
  const { idColumn } = input;
  const meaningOf = columnReader(idColumn);
  for await (const { columns, place } of manifest.rows()) {
    context.throwIfInterrupted([]);
    const written = [...(columns ?? [])].find(([name]) => meaningOf(name).kind === 'id');
    try {
      yield { place, id: written && readShotId(idColumn, { name: written[0], value: written[1] }) };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      yield { place, id: undefined };
    }
  }
}

/** The error for ids that no line has, with those that were probably meant. */
async function unknownIds(batch: ChoosingBatch, missing: ReadonlySet<string>): Promise<UsageError> {
  const meant = createMeantIds(missing);
  for await (const { id } of placedLines(batch)) if (id !== undefined) meant.look(id);
  const { file, only = [] } = batch.input;
  const ids = only.map((id) => (missing.has(id) ? meant.wordFor(id)?.replace(/^@/, '') : id));
  const known = [...new Set(ids.filter((id) => id !== undefined))];
  return new UsageError({
    code: 'only_unknown',
    message: `--only names ${[...missing].join(' and ')}, but ${file} has no such line; nothing was sent`,
    why: 'It takes the ids of lines.',
    hint: typedWith('--only', known.length === ids.length ? batchFlags.only.write?.(known) : gaps.id),
  });
}

/**
 * Tells whether a line is of this run's shard: that of the line that its chain begins with. Throws UsageError where its chains
 * begin with lines of several shards.
 */
export function isOfOwnShard(
  id: string,
  { chains: { graph }, shard }: Pick<OpenBatch, 'chains' | 'shard'>,
): boolean {
  if (shard === undefined) return true;
  const roots = graph.rootsOf(id);
  const shards = new Set(roots.map((root) => shardOf(root, shard)));
  // A line that waits for a circle begins nowhere: what is wrong with it is told by each shard.
  if (shards.size <= 1) return shards.size === 0 || shards.has(shard.index);
  throw new UsageError({
    code: 'parents_apart',
    message: `it depends on lines of ${shards.size} shards`,
    why: roots.map((root) => `${root} is in shard ${shardOf(root, shard)}/${shard.total}`).join(', '),
    hint: 'use another number of shards, or none; a chain has to be in one shard',
  });
}

/**
 * Takes in what a line that `--only` or `--limit` leaves out is for others: its output, where that is there for lines that wait for it;
 * and its cost, where a limit counts that and the journal alone knows the line.
 */
export async function noteUnchosen(batch: OpenBatch, request: ShotRequest): Promise<void> {
  const { book, graph } = batch.chains;
  const { id } = request;
  const state = await stateUnchosen(batch, request);
  if (!graph.isParent(id)) return;
  book.note(id, state?.kind === 'there' ? state : { kind: 'lost', how: 'not chosen', of: id });
}

/** How far such a line is; undefined where nobody needs to know, or it can't be sent. */
async function stateUnchosen(batch: OpenBatch, request: ShotRequest): Promise<ParentState | undefined> {
  const { book, faultOf, graph } = batch.chains;
  const { id, parents } = request;
  const noted = batch.money && batch.statePorts.journal.find(batch.originalIds.originalOf(id));
  if (noted === undefined && !graph.isParent(id)) return undefined;
  try {
    if (faultOf(request) !== undefined || !isOfOwnShard(id, batch)) return undefined;
    await Promise.all(parents.ids.map(book.noted));
    const { built, state, wanted } = await standingLine(batch, request);
    book.noteTarget(id, targetOfLine(built));
    if (noted !== undefined) batch.money?.before.addGone(noted, wanted.intentFor(1));
    return stateAside(id, state);
  } catch (error) {
    // Its faults keep no other line back.
    ofLine(error);
    return undefined;
  }
}

/** Gathers the lines that wait for one which `--only` leaves out and nobody rendered. */
export function unchosenParents({ chains, input }: OpenBatch): {
  take(line: { shot: string | undefined; held: HeldReason | undefined }): void;
  /** Throws UsageError where there is such a line. */
  assertNone(): void;
} {
  const waiting: string[] = [];
  const reasons: string[] = [];
  return {
    take({ held, shot }) {
      if (shot === undefined || held === undefined || !isUnchosen(held)) return;
      waiting.push(shot);
      reasons.push(`${shot} ${held.message}`);
    },
    assertNone() {
      if (waiting.length === 0) return;
      const [, list] = flagWords(
        { only: batchFlags.only },
        { only: withParents(chains, waiting, input.only) },
      );
      throw new UsageError({
        code: 'parent_not_chosen',
        message: `${counted(waiting.length, 'line')} of --only ${waiting.length === 1 ? 'depends' : 'depend'} on others; nothing was sent`,
        why: reasons.join('\n'),
        hint: typedWith('--only', list),
      });
    },
  };
}

/** The ids of `--only` with all that the waiting ones need, each behind those that it waits for. */
function withParents(
  { book, graph }: Pick<Chains, 'book' | 'graph'>,
  waiting: readonly string[],
  only: Iterable<string> = [],
): string[] {
  const isMissing = (id: string): boolean => {
    const state = book.stateOf(id);
    return state?.kind === 'lost' && state.how === 'not chosen';
  };
  const needed = reached(waiting, (id) => graph.parentsOf(id).filter(isMissing));
  return graph.parentsFirst(new Set([...only, ...needed]));
}
