import type { Cast } from '../../account/settings/setting-table.ts';
import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { castWords } from '../../request/references/cast.ts';
import { isOver } from '../../service/lifecycle.ts';
import { idObjection } from '../../service/sendable.ts';
import { counted } from '../../text/shown-value.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { OpenBatch, OpenedBatch } from '../open-batch.ts';
import { createGraphBuilder, type GraphFault } from '../rules/line-graph.ts';
import { createMeantIds, type MeantIds, type ParentState } from '../rules/parents.ts';
import { type Chains, createParentBook, targetOfJob } from './parent-book.ts';

/**
 * Reads which lines of a manifest wait for which. One in which no word stands for another line is not read for it. Of the others
 * only the ids of lines that wait, and of those that they wait for, are kept.
 */
export async function readChains(batch: OpenedBatch): Promise<Chains> {
  const builder = createGraphBuilder();
  const drafts = new Map<string, string>();
  const cast = batch.facts.defaults.cast;
  /** The names of the cast that are ids, too. */
  const taken = new Set<string>();
  if (batch.manifest.mayNameLines) {
    // A reference may name a line by an earlier id.
    if (batch.journal.hasRenames)
      for await (const { id } of readableLines(batch)) batch.originalIds.addLine(id);
    for await (const { id, parents } of readableLines(batch)) {
      builder.add(id, parents.ids);
      if (cast.has(id)) taken.add(id);
      // The second of two lines with one id is refused, so it has no part in this.
      if (parents.draft !== undefined && !drafts.has(id)) drafts.set(id, parents.draft.id);
    }
  }
  const graph = builder.graph();
  const book = createParentBook();
  const jobs = await jobsNamed(graph.unknown, batch);
  for (const [name, record] of jobs) {
    book.note(name, stateOfJob(name, record));
    book.noteTarget(name, targetOfJob(record));
  }
  const known = new Set(jobs.keys());
  const meant = await meantIds(
    [...graph.unknown].filter((name) => !known.has(name)),
    batch,
  );
  for (const id of graph.ids())
    if (graph.faultOf(id, known) !== undefined) book.note(id, { kind: 'lost', how: 'left out', of: id });
  return {
    graph,
    book,
    finals: new Map([...drafts].filter(([, draft]) => !graph.unknown.has(draft))),
    faultOf({ id, words }) {
      const fault = graph.faultOf(id, known);
      if (fault !== undefined) return faultError(fault, id, { meant, cast });
      const both = words.media.find(({ member }) => member !== undefined && taken.has(member))?.member;
      return both === undefined ? undefined : takenName(both);
    },
  };
}

/** Each line with its place, but for those that can't be read, which their own check tells. */
async function* readableLines({
  context,
  manifest,
  read,
}: OpenedBatch): AsyncGenerator<ShotRequest & { place: number }> {
  for await (const row of manifest.rows()) {
    context.throwIfInterrupted([]);
    let request: ShotRequest;
    try {
      // A column that can't be read is no reason to forget what the line waits for, and what waits for it.
      request = read(row, []);
    } catch (error) {
      if (error instanceof CliError) continue;
      throw error;
    }
    yield { ...request, place: row.place };
  }
}

/** Looks in cast and manifest for what was meant by names that no line has. Where each has one, neither is read again. */
async function meantIds(missing: readonly string[], batch: OpenedBatch): Promise<MeantIds | undefined> {
  if (missing.length === 0) return undefined;
  const meant = createMeantIds(missing.slice(0, meantMost));
  for (const member of batch.facts.defaults.cast.keys()) meant.look(member);
  for await (const { id } of readableLines(batch)) meant.look(id);
  return meant;
}

/** So many names are looked for: as many faults as are shown. */
const meantMost = 20;

/** The jobs of this machine among names that no line has. */
async function jobsNamed(names: Iterable<string>, { context }: OpenedBatch): Promise<Map<string, JobRecord>> {
  const ledger = await context.ledger();
  const jobs = new Map<string, JobRecord>();
  for (const name of names) {
    const record = idObjection(name) === undefined ? await ledger.find(name) : undefined;
    if (record !== undefined) jobs.set(name, record);
  }
  return jobs;
}

function stateOfJob(name: string, { id, job }: JobRecord): ParentState {
  if (job.status === 'succeeded') return { kind: 'there', jobId: id };
  return { kind: 'lost', how: isOver(job) ? 'failed' : 'left out', of: name, jobId: id };
}

/** A circle of very many lines is told by its ends: each of its lines tells of it. */
function shortened(ids: readonly string[]): readonly string[] {
  return ids.length <= circleShown
    ? ids
    : [...ids.slice(0, circleShown / 2), '…', ...ids.slice(-circleShown / 2)];
}

const circleShown = 12;

/** A line that takes a member of the cast meant the line of that name before there was one. */
function takenName(name: string): UsageError {
  return new UsageError({
    code: 'cast_name_taken',
    message: `@${name} is a line of the manifest and a name of the cast`,
    why: 'It could mean either.',
    hint: 'another id for that line; or another name for the cast, in .genctl.json or by genctl config',
  });
}

function faultError(
  fault: GraphFault,
  shot: string,
  { cast, meant }: { cast: Cast; meant: MeantIds | undefined },
): UsageError {
  if (fault.kind === 'circle') {
    const [first = ''] = fault.ids;
    return new UsageError({
      code: 'line_circle',
      message:
        fault.ids.length === 1
          ? 'it depends on itself'
          : `it depends on itself, through ${counted(fault.ids.length - 1, 'other line')}`,
      why:
        first === shot
          ? [...shortened(fault.ids), first].join(' depends on ')
          : `It is part of the same loop as ${first}.`,
      hint: 'give one of them its own picture or clip',
    });
  }
  const [first = ''] = fault.names;
  const words = fault.names.flatMap((name) => meant?.wordFor(name) ?? []);
  return new UsageError({
    code: 'parent_missing',
    message: `it depends on ${fault.names.join(' and ')}, which does not exist`,
    why: `No readable line of the manifest and no job of this machine has that id.${cast.size === 0 ? '' : ` ${castWords(cast)}`}`,
    hint: `${words.length === 0 ? 'the id of a line; or' : `is it ${words.join(' and ')}? Otherwise`} ./@${first}, for a file of that name`,
  });
}

/**
 * Checks the lines behind others that wait for them. Each comes after those that it waits for itself, so that all is known of these
 * when it is checked.
 */
export async function checkBehind(
  batch: OpenBatch,
  check: (place: number) => Promise<unknown>,
): Promise<void> {
  const { book, graph } = batch.chains;
  // Lines on a circle are known to be lost already, so that the others have an order.
  const open = new Set([...graph.behind].filter((id) => book.stateOf(id) === undefined));
  if (open.size === 0) return;
  const places = new Map<string, number>();
  // The second of two lines with one id is refused, so it has no part in this.
  for await (const { id, place } of readableLines(batch))
    if (open.has(id) && !places.has(id)) places.set(id, place);
  for (const id of graph.parentsFirst(open)) {
    batch.context.throwIfInterrupted([]);
    const place = places.get(id);
    if (place !== undefined) await check(place);
  }
}
