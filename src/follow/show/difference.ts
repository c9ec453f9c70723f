import { documentJson } from '../../ledger/job-document.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { digestText } from '../../outputs/read-sidecar.ts';
import { fieldFlag } from '../../request/difference/field-flag.ts';
import { requestChanges } from '../../request/difference/request-changes.ts';
import { sideOf } from './side.ts';

/**
 * Says what differs between two requests, in the words of the flags, and what became of each: cost, time, result. Each is a job of
 * this machine, or the JSON beside a download.
 */
export async function showDifference(
  context: OutputMeans,
  { after, before }: { before: string; after: string },
): Promise<void> {
  const { clock, globals, terminal } = context;
  const sides = { before: await sideOf(context, before), after: await sideOf(context, after) };
  const changes = requestChanges(sides.before.request, sides.after.request, digestText);
  const named = changes.map((change) => ({ ...change, ...fieldFlag(change.name) }));
  if (globals.json) {
    const fields = named.map(({ after, before, flag, name }) => ({
      name,
      flag,
      before: before ?? null,
      after: after ?? null,
    }));
    const facts = { before: sides.before.facts, after: sides.after.facts };
    const document = { same: fields.length === 0, fields, ...facts };
    terminal.out.write(documentJson('genctl.diff/v1', document, terminal.out));
  } else if (globals.quiet) terminal.out.lines(named.map(({ label }) => label));
  else {
    const { renderDifference } = await import('../../request/difference/difference.ts');
    await shortenIds(context, [sides.before.name, sides.after.name]);
    const shown = { ...sides, changes: named, digest: digestText };
    terminal.out.lines(renderDifference(shown, terminal.out, clock.nowMs()));
  }
}
