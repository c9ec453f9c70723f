import { CliError } from '../../errors/cli-error.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { renderedBody, seedOf } from '../../ledger/rendered-requests.ts';
import type { FilePlace, ShotFile } from '../../outputs/destinations/file-place.ts';
import { promptText } from '../../service/body/asked-fields.ts';
import type { ManifestRow } from '../manifest/manifest-rows.ts';
import type { OpenBatch } from '../open-batch.ts';
import { filesWithin, standingLine } from '../plan/standing-line.ts';
import { createShotIds } from '../renames/shot-ids.ts';
import { followedFirst, type LineBook, sentNew } from '../rules/line-book.ts';
import { isUnchosen } from '../rules/parents.ts';
import type { ShotState } from '../run/shot-state.ts';

/** Why a line has no job that succeeded, or not all files of one. */
export interface LineTrouble {
  code: string;
  message: string;
}

/** The words of a line's request, as far as they can be read. Those of a final are its draft's. */
interface LineWords {
  prompt?: string | undefined;
  seed?: number | undefined;
  draftId?: string | undefined;
}

/** A line of the manifest after a run, and what is known of it now. */
export interface LineEnd {
  line: number;
  /** Undefined where it has none that can be read. */
  shot: string | undefined;
  /** `invalid`, `unsent`, `uncertain`, or the state of its job. */
  status: string;
  /** The attempt of the newest request, counted from 1. */
  attempt: number | undefined;
  /** The charge of its job, as far as it is known. */
  costUsd: number | undefined;
  jobId: string | undefined;
  files: readonly ShotFile[];
  words: LineWords;
  /** The lines, or jobs, that it takes something from. */
  parents: readonly string[];
  /** False of a line that `--only` or `--limit` leaves out. */
  isChosen: boolean;
  trouble: LineTrouble | undefined;
  /** The columns as they stand there; undefined where they can't be read. */
  columns: ReadonlyMap<string, unknown> | undefined;
}

/**
 * Tells of each line of the manifest what is known of it after a run. `troubles` are those of this run, by the number of the line.
 * Lines of other shards are left out; those that were not chosen are told by what earlier runs have made of them.
 */
export async function* lineEnds(
  batch: OpenBatch,
  book: LineBook,
  troubles: ReadonlyMap<number, LineTrouble>,
): AsyncGenerator<LineEnd> {
  const ends = batch.manifest.each(
    async (row) => {
      const end = { ...(await endOf(batch, row)), isChosen: book.wordOf(row.place) !== 'unchosen' };
      const met = troubles.get(row.line);
      // The record's trouble reads alike after every run.
      const trouble = met === undefined || met.code === end.trouble?.code ? end.trouble : met;
      return { ...end, trouble };
    },
    (place) => book.wordOf(place) !== 'elsewhere',
  );
  const ids = createShotIds(batch);
  for await (const end of ends) {
    const { line, shot } = end;
    const trouble = shot === undefined ? undefined : ids.take(shot, line);
    // The job of an id is told at the line that it was made of.
    if (trouble === undefined) yield end;
    else yield { ...end, ...unknown, status: 'invalid', trouble };
  }
}

async function endOf(batch: OpenBatch, row: ManifestRow): Promise<Omit<LineEnd, 'isChosen'>> {
  const { columns, line } = row;
  let shot: string | undefined;
  try {
    const request = batch.read(row);
    shot = request.id;
    const { built, held, state, wanted } = await standingLine(batch, request);
    const draftId = wanted.intentFor(1, false).draft_of ?? undefined;
    const rendered = await renderedBody(batch.context, built.body, draftId);
    const words = { prompt: promptText(rendered), seed: seedOf(rendered), draftId };
    const end =
      held === undefined || isUnchosen(held)
        ? known(state, batch.place)
        : { ...unknown, status: 'held', trouble: held };
    return { ...end, line, shot, columns, words, parents: request.parents.ids };
  } catch (error) {
    if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
    return { ...unknown, line, shot, status: 'invalid', trouble: error, columns };
  }
}

/** A line of which nothing is known. */
const unknown = {
  attempt: undefined,
  costUsd: undefined,
  jobId: undefined,
  files: [],
  words: {},
  parents: [],
  trouble: undefined,
} satisfies Partial<LineEnd>;

type KnownEnd = Omit<LineEnd, 'line' | 'shot' | 'columns' | 'words' | 'parents' | 'isChosen'>;

function known(state: ShotState, place: FilePlace | undefined): KnownEnd {
  switch (state.kind) {
    case 'new':
      // A job that failed, and would have another attempt in another run.
      return state.before === undefined ? { ...unknown, status: 'unsent' } : ofRecord(state.before, place);
    case 'open':
    case 'uncertain':
      return { ...unknown, status: 'uncertain' };
    case 'here': {
      const { attempt, costUsd, files, jobId } = state;
      return { ...unknown, attempt, costUsd, files, jobId, status: 'succeeded' };
    }
    case 'changed':
      return { ...unknown, status: 'invalid', trouble: changedTrouble(state.fields) };
    default:
      return ofRecord(state.record, place);
  }
}

function ofRecord(record: JobRecord, place: FilePlace | undefined): KnownEnd {
  const { error, status } = record.job;
  const files = filesWithin(place, record).map(({ bytes, index, path, sha256 }) => ({
    n: index,
    path,
    bytes,
    sha256,
  }));
  const isBad = status !== 'succeeded' && record.job.completed_at !== undefined;
  const trouble =
    error === undefined && !isBad
      ? undefined
      : { code: error?.code ?? status, message: error?.message ?? status };
  const { intent, job } = record;
  return { status, attempt: intent?.attempt, costUsd: job.cost_usd, jobId: record.id, files, trouble };
}

function changedTrouble(fields: readonly string[]): LineTrouble {
  return { code: 'line_changed', message: `changed since it was sent: ${fields.join(', ')}` };
}

/**
 * Prints the paths of all lines that are done where a run had nothing to send, to follow or to fetch: who reads them gets them from
 * each run alike. Without a place for files these are the ids of jobs.
 */
export async function printDonePaths(batch: OpenBatch, book: LineBook): Promise<void> {
  const { events, globals, terminal } = batch.context;
  const isIdle = [...followedFirst, ...sentNew, 'waiting' as const].every((word) => book.count(word) === 0);
  if (!isIdle || globals.json || events() !== undefined) return;
  for await (const { files, isChosen, jobId, status } of lineEnds(batch, book, new Map())) {
    if (!isChosen || status !== 'succeeded' || jobId === undefined) continue;
    terminal.out.lines(batch.place === undefined ? [jobId] : files.map(({ path }) => path));
  }
}
