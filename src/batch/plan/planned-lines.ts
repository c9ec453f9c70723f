import { CliError } from '../../errors/cli-error.ts';
import { InterruptedError, isOfSignal } from '../../errors/interrupted-error.ts';
import { together } from '../../files/task-group.ts';
import type { TextPlace, TextSpool } from '../../files/text-spool.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import { stateAside } from '../chains/parent-notes.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import { manifestChanged } from '../manifest/manifest.ts';
import { columnsAt, putColumns } from '../manifest/spooled-columns.ts';
import type { OpenBatch } from '../open-batch.ts';
import { followedFirst, type LineBook, type ShotStateWord, sentNew } from '../rules/line-book.ts';
import type { FileNames } from '../rules/shot-name.ts';
import { changedLine } from '../run/changed-line.ts';
import type { ShotState } from '../run/shot-state.ts';
import type { PlannedShot } from '../run/shots.ts';
import type { WaitingLine, WaitingLines } from '../run/waiting-lines.ts';
import { type BookedRow, bookedRows } from './booked-rows.ts';
import { lineShot } from './line-shot.ts';
import { planOf } from './plan-of-line.ts';
import { shotNaming } from './shot-naming.ts';

/** A line that this run sends or follows. */
export type PlannedLine = PlannedShot & {
  line: number;
} & FileNames;

/** A line of the manifest that waits for others. */
export interface WaitingRow extends WaitingLine {
  line: number;
  /** Its columns, as JSON. */
  columns: TextPlace;
}

export interface PlanPorts {
  batch: OpenBatch;
  /** What the check found out of each line. */
  book: LineBook;
  submitPorts: SubmitPorts;
  /** The lines that wait for others. */
  waiting: WaitingLines<WaitingRow>;
  /** Where their columns are kept meanwhile. */
  spool: TextSpool;
  /** Told of a line before it is sent or followed. */
  onPlanned(line: PlannedLine): void;
  /** Told of a line with which this run has nothing to do. */
  onAside(state: ShotState): void;
  /** Told of a line that can't be sent or followed after all. */
  onFault(line: { line: number; shot: string | undefined }, error: CliError): void;
}

/**
 * The lines that this run has work with, each made when it is asked for: first those whose jobs run, or whose answer never arrived,
 * then those that are new, in their order. The manifest is read once more for each of the two. A line that waits for others comes as
 * soon as it is ready, before any new one, because the longest chain says when all is done. Rejects for what is wrong with this
 * machine.
 */
export async function* plannedLines(ports: PlanPorts): AsyncGenerator<PlannedLine> {
  try {
    yield* allLines(ports);
  } catch (error) {
    // The lines that have begun are left in good order, and the run tells of the signal when it has told of them.
    if (!isOfSignal(error)) throw error;
  }
}

async function* allLines(ports: PlanPorts): AsyncGenerator<PlannedLine> {
  const { book, waiting } = ports;
  for (const words of [followedFirst, sentNew]) {
    if ([...words].some((word) => book.count(word) > 0)) yield* linesOf(words, ports);
  }
  for (let row = await waiting.next(); row !== undefined; row = await waiting.next())
    yield* readyLines(row, ports);
}

/** How many lines are made ready side by side: frames are cut and uploaded meanwhile, which takes seconds each. */
const readyAtOnce = 4;

/** A line that is ready, with others that are, too. */
async function* readyLines(first: WaitingRow, ports: PlanPorts): AsyncGenerator<PlannedLine> {
  const rows = [first];
  while (rows.length < readyAtOnce) {
    const row = ports.waiting.takeReady();
    if (row === undefined) break;
    rows.push(row);
  }
  for (const line of await together(rows.map((row) => readyLine(row, ports))))
    if (line !== undefined) yield line;
}

async function* linesOf(words: ReadonlySet<ShotStateWord>, ports: PlanPorts): AsyncGenerator<PlannedLine> {
  const { batch, book, waiting } = ports;
  for await (const booked of bookedRows(batch, book, (word) => words.has(word))) {
    for (let row = waiting.takeReady(); row !== undefined; row = waiting.takeReady())
      yield* readyLines(row, ports);
    const planned = await bookedLine(booked, ports);
    if (planned !== undefined) yield planned;
  }
}

/** A line as the manifest has it; undefined where there is nothing to do with it, or not yet. */
function bookedLine(booked: BookedRow, ports: PlanPorts): Promise<PlannedLine | undefined> {
  const { batch, spool, waiting } = ports;
  const { row, word } = booked;
  return planned(row.line, ports, () => {
    const columns = columnsOf(booked, batch);
    const request = batch.read(columns);
    if (word !== 'waiting') return request;
    const place = putColumns(spool, columns);
    waiting.add({ shot: request.id, parents: request.parents.ids, line: row.line, columns: place });
    return undefined;
  });
}

/** A line whose outputs of others are all there. */
function readyLine({ columns, line }: WaitingRow, ports: PlanPorts): Promise<PlannedLine | undefined> {
  const { batch, spool } = ports;
  return planned(line, ports, () => batch.read(columnsAt(spool, columns)));
}

/** What there is to do with a line. Where it can't be sent after all, that is told, and so to those that wait for it. */
async function planned(
  line: number,
  ports: PlanPorts,
  read: () => ShotRequest | undefined,
): Promise<PlannedLine | undefined> {
  let shot: string | undefined;
  try {
    const request = read();
    if (request === undefined) return undefined;
    shot = request.id;
    const one = await plannedRequest(request, line, ports);
    if (one !== undefined) ports.onPlanned(one);
    return one;
  } catch (error) {
    if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
    ports.onFault({ line, shot }, error);
    if (shot !== undefined) ports.waiting.settle(shot, { kind: 'lost', how: 'failed', of: shot });
    return undefined;
  }
}

async function plannedRequest(
  request: ShotRequest,
  line: number,
  { batch, onAside, submitPorts, waiting }: PlanPorts,
): Promise<PlannedLine | undefined> {
  const { id, parents } = request;
  const made = await lineShot(batch, { ...request, line });
  const { planned: plan, state } = await planOf(made, batch, submitPorts);
  // What it takes is known only now, so that the check could not tell that it was sent with something else.
  if (state.kind === 'changed' && parents.ids.length > 0) throw changedLine(state);
  if (plan === undefined) {
    onAside(state);
    waiting.settle(id, stateAside(id, state));
  } else if (batch.chains.graph.isParent(id)) waiting.begin(id);
  return plan && { ...plan, line, ...made.namesOf(await shotNaming(made.wanted, state, batch)) };
}

/** The columns of a line that is as it was when it was checked. Throws UsageError. */
function columnsOf({ isChanged, row }: BookedRow, { input }: OpenBatch): ReadonlyMap<string, unknown> {
  if (isChanged) throw manifestChanged(input.file, row.line);
  if (row.kind === 'fault') throw row.error;
  return row.columns;
}
