import type { JournalRun } from '../journal/journal-header.ts';
import type { OpenBatch } from '../open-batch.ts';
import { defaultMarks } from '../plan/default-marks.ts';

/** What a run writes at the head of its part of the journal, once the manifest was read. */
export function journalRun({ context, input, manifest }: OpenBatch): JournalRun {
  return {
    genctl: context.around.version,
    manifest_sha256: manifest.sha256,
    defaults: defaultMarks(input.defaults),
  };
}
