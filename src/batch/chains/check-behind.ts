import { homePlaces } from '../../account/home.ts';
import { openTextSpool, type TextPlace, type TextSpool } from '../../files/text-spool.ts';
import { manifestChanged } from '../manifest/manifest.ts';
import type { ManifestRow } from '../manifest/manifest-row.ts';
import { columnsAt, putColumns } from '../manifest/spooled-columns.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineGraph } from '../rules/line-graph.ts';
import { rowNames } from './row-names.ts';

/**
 * Checks the lines that stand behind others which wait for them, so that all is known of them when those are checked. They are written
 * down in one pass over the manifest, and then checked, each after those that it waits for. Throws UsageError where the manifest has
 * changed meanwhile.
 */
export async function checkBehind(
  batch: OpenBatch,
  check: (row: ManifestRow) => Promise<unknown>,
): Promise<void> {
  const { book, graph } = batch.chains;
  // Lines on a circle are known to be lost already, so that the others have an order.
  const open = new Set([...graph.behind].filter((id) => book.stateOf(id) === undefined));
  if (open.size === 0) return;
  const spool = openTextSpool(homePlaces(await batch.context.home()).spool);
  try {
    const rows = await writtenDown(batch, open, spool);
    for (const id of parentsFirst(open, graph)) {
      batch.context.throwIfInterrupted([]);
      const row = rows.get(id);
      if (row !== undefined) await check({ ...row, kind: 'row', columns: columnsAt(spool, row.columns) });
    }
  } finally {
    spool.close();
  }
}

interface WrittenRow extends Pick<ManifestRow, 'line' | 'mark'> {
  columns: TextPlace;
}

/** The lines of these ids, by their ids. Of two lines with one id the second is refused, so that it has no part in this. */
async function writtenDown(
  { context, input, manifest, read }: OpenBatch,
  ids: ReadonlySet<string>,
  spool: TextSpool,
): Promise<Map<string, WrittenRow>> {
  const rows = new Map<string, WrittenRow>();
  let last = 0;
  for await (const row of manifest.rows()) {
    context.throwIfInterrupted([]);
    last = row.line;
    const id = rowNames(row, read)?.id;
    if (row.kind === 'fault' || id === undefined || !ids.has(id) || rows.has(id)) continue;
    rows.set(id, { line: row.line, mark: row.mark, columns: putColumns(spool, row.columns) });
  }
  if (rows.size < ids.size) throw manifestChanged(input.file, last);
  return rows;
}

/** Ids in an order in which each stands behind those of them that it waits for. A chain may be long, so that it is walked without recursion. */
function parentsFirst(ids: ReadonlySet<string>, graph: Pick<LineGraph, 'parentsOf'>): Iterable<string> {
  const ordered = new Set<string>();
  for (const id of ids) {
    const path = [id];
    for (let one = path.at(-1); one !== undefined; one = path.at(-1)) {
      const before = graph.parentsOf(one).find((parent) => ids.has(parent) && !ordered.has(parent));
      if (before !== undefined) path.push(before);
      else {
        ordered.add(one);
        path.pop();
      }
    }
  }
  return ordered;
}
