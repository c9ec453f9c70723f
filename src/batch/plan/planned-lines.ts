import { CliError } from '../../errors/cli-error.ts';
import { InterruptedError, isOfSignal } from '../../errors/interrupted-error.ts';
import { together } from '../../files/task-group.ts';
import type { Intent } from '../../ledger/record.ts';
import { leftOutMark } from '../../request/rules/left-out.ts';
import { withFreshLinks } from '../../request/rules/signed-links.ts';
import { readJson } from '../../schema/json/read-json.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import type { MakeIntent } from '../../submit/submit-attempt.ts';
import { stateAside } from '../chains/parent-book.ts';
import { parentOf } from '../columns/read-column.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { ManifestRow } from '../manifest/manifest-rows.ts';
import type { OpenBatch } from '../open-batch.ts';
import { followedFirst, type LineBook, type ShotStateWord, sentNew } from '../rules/line-book.ts';
import type { FileNames } from '../rules/line-template.ts';
import type { KeyChoice } from '../run/shot-requests.ts';
import { changedLine, type ShotState } from '../run/shot-state.ts';
import type { PlannedShot } from '../run/shots.ts';
import type { WaitingLine, WaitingLines } from '../run/waiting-lines.ts';
import { keptRecord } from './kept-record.ts';
import { type LineShot, sendableIntents } from './line-shot.ts';
import { fileNamesOf, type StandingLine, standingLine } from './standing-line.ts';

/** A line that this run sends or follows. */
export type PlannedLine = PlannedShot &
  FileNames & {
    line: number;
    /** The id that its shot was first sent under, by which ledger and journal know it. */
    original: string;
  };

/** A line of the manifest that waits for others. */
export interface WaitingRow extends WaitingLine {
  line: number;
  /** The place of the line among all lines. */
  place: number;
}

interface PlanPorts {
  batch: OpenBatch;
  /** The results of the check for each line. */
  book: LineBook;
  submitPorts: SubmitPorts;
  /** The lines that wait for others. */
  waiting: WaitingLines<WaitingRow>;
  /** Told of a line before it is sent or followed. */
  onPlanned(line: PlannedLine): void;
  /** Told of a line with which this run has nothing to do. */
  onAside(state: ShotState): void;
  /** Told of a line that can't be sent or followed after all. */
  onFault(line: { line: number; shot: string | undefined }, error: CliError): void;
}

/**
 * The lines that this run has work with, each made when it is asked for: first those whose jobs run, or whose answer never arrived,
 * then those that are new, in their order. A line that waits for others comes as soon as it is ready, before any new one. That is
 * because the longest chain says when all is done. Rejects for what is wrong with this machine.
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
  const { manifest } = ports.batch;
  for (const line of await together(rows.map(({ place }) => planned(manifest.row(place), ports, 'ready'))))
    if (line !== undefined) yield line;
}

async function* linesOf(words: ReadonlySet<ShotStateWord>, ports: PlanPorts): AsyncGenerator<PlannedLine> {
  const { batch, book, waiting } = ports;
  for await (const row of batch.manifest.rows((place) => words.has(book.wordOf(place)))) {
    for (let ready = waiting.takeReady(); ready !== undefined; ready = waiting.takeReady())
      yield* readyLines(ready, ports);
    const line = await planned(row, ports, book.wordOf(row.place) === 'waiting' ? 'waiting' : 'ready');
    if (line !== undefined) yield line;
  }
}

/**
 * The plan for a line; undefined where nothing is to be done, or it waits for others. Where it can't be sent after all, genctl
 * reports that, and settles it for those that wait for the line.
 */
async function planned(
  row: ManifestRow,
  ports: PlanPorts,
  how: 'ready' | 'waiting',
): Promise<PlannedLine | undefined> {
  const { line, place } = row;
  const { batch, waiting } = ports;
  let shot: string | undefined;
  try {
    const request = batch.read(row);
    shot = request.id;
    if (how === 'waiting') {
      waiting.add({ shot, parents: request.parents.ids, line, place });
      return undefined;
    }
    const one = await plannedRequest(request, ports);
    if (one !== undefined) ports.onPlanned(one);
    return one;
  } catch (error) {
    if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
    ports.onFault({ line, shot }, error);
    if (shot !== undefined) waiting.settle(shot, { kind: 'lost', how: 'failed', of: shot });
    return undefined;
  }
}

async function plannedRequest(
  request: ShotRequest,
  { batch, onAside, submitPorts, waiting }: PlanPorts,
): Promise<PlannedLine | undefined> {
  const { id, line, parents } = request;
  const made = await standingLine(batch, request);
  const { state } = made;
  const plan = await planOf(made, batch, submitPorts);
  // Its parents' outputs are known only now, so the check could not see that it was sent with others.
  if (state.kind === 'changed' && parents.ids.length > 0) throw changedLine(state);
  if (plan === undefined) {
    onAside(state);
    waiting.settle(id, stateAside(id, state));
  } else if (batch.chains.graph.isParent(id)) waiting.begin(id);
  return plan && { ...plan, shot: id, original: made.wanted.shot, line, ...(await fileNamesOf(made, batch)) };
}

/**
 * The plan for a line; undefined where another run has done the work meanwhile. The line's files are uploaded where it is to be
 * sent. Throws CliError.
 */
async function planOf(
  line: StandingLine,
  batch: OpenBatch,
  submitPorts: SubmitPorts,
): Promise<PlannedShot | undefined> {
  const { state, wanted } = line;
  if (state.kind === 'uncertain' || state.kind === 'here' || state.kind === 'changed') return undefined;
  const { stateChoices: choices } = batch;
  const { attempt } = state;
  const attempts = Math.max(choices.attempts, attempt);
  const record = 'record' in state ? await keptRecord(state, line, batch, submitPorts) : undefined;
  const plan = { shot: wanted.shot, record, attempt };
  if (record !== undefined && attempt === attempts) return { ...plan, planned: undefined };
  const intents = await intentsLike(line, batch);
  const revise = state.kind === 'new' && choices.revise && !state.isKeySettled;
  const keyed = revise ? intents : keyedBy(intents, state);
  const intentFor = state.kind === 'open' ? sentSince(keyed, state) : keyed;
  return { ...plan, planned: { ports: submitPorts, choices, revise, intentFor, attempts } };
}

/** The intent whose bytes are sent again; undefined where new ones may be made. */
function sentBefore(line: LineShot & Pick<StandingLine, 'state'>): Intent | null | undefined {
  const { state } = line;
  if (state.kind === 'open') return state.isRecorded ? state.intent : undefined;
  if ('record' in state) return state.record.intent;
  // The link of an output that the attempt before was made with may be dead by now; the output is the same.
  return state.kind !== 'new' || takesOutputs(line) ? undefined : state.before?.intent;
}

/** Intents of which that of an attempt was sent before. */
function sentSince(
  make: MakeIntent,
  { attempt, intent: { created_at, first_sent_at } }: KeyChoice & { intent: Intent },
): MakeIntent {
  return (number) => (number === attempt ? { ...make(number), created_at, first_sent_at } : make(number));
}

/** Tells whether a line has the output of another one in its request, besides a draft. */
function takesOutputs({ asked }: LineShot): boolean {
  return asked.words.media.some((one) => parentOf(one) !== undefined);
}

/**
 * Intents of the bytes that were sent before. An attempt whose answer is open has exactly these; any other one has the links as they are
 * signed now. Where those bytes are not known here, files are uploaded for new ones.
 */
async function intentsLike(
  line: LineShot & Pick<StandingLine, 'state'>,
  batch: OpenBatch,
): Promise<MakeIntent> {
  const { intentFor: made } = line.wanted;
  const sent = sentBefore(line);
  const isKnown = sent !== null && sent !== undefined && !sent.body.includes(leftOutMark);
  if (!isKnown || sent.body === made(1).body) return sendableIntents(batch, line);
  const frozen = line.state.kind === 'open' ? line.state.attempt : undefined;
  const fresh = JSON.stringify(withFreshLinks(readJson(sent.body), line.built.body));
  return (attempt, bodyInKey) => ({
    ...made(attempt, bodyInKey),
    body: attempt === frozen ? sent.body : fresh,
  });
}

/** Intents under the keys that a line goes by. */
function keyedBy(make: MakeIntent, { bodyInKey }: KeyChoice): MakeIntent {
  return (attempt) => make(attempt, bodyInKey);
}
