import type { Take } from '../../drafts/pick-takes.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { requestOf, seedOf } from '../../ledger/rendered-requests.ts';
import { standsHere } from '../../outputs/files-here.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { draftFactOf } from '../../request/draft-validity.ts';
import { promptText } from '../../service/body/asked-fields.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import type { OpenBatch } from '../open-batch.ts';
import { lineEnds } from '../report/line-ends.ts';
import type { LineBook } from '../rules/line-book.ts';

/** A final that is to be rendered of a draft. */
export interface WantedFinal {
  shot: string;
  draftId: string;
  /** The columns of the draft's line. */
  columns: ReadonlyMap<string, unknown>;
}

/** A draft of the manifest of which a final can be made. */
export interface OfferedDraft extends Take, WantedFinal {}

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
    drafts.push({ ...shown, path, record, shot, draftId: jobId, columns });
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
