import { type FlagTable, longName } from '../../cli/flag.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { isGiven } from '../../follow/send/idle-flags.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { type LineFlagName, type LineFlags, lineFlags } from '../columns/line-commands.ts';
import type { JournalRun } from '../journal/journal-header.ts';
import type { OpenBatch } from '../open-batch.ts';
import { columnOfFlag } from '../rules/column-names.ts';
import { markOf } from '../rules/field-mark.ts';

/** The fields that a run writes at the head of its part of the journal, once it has read the manifest. */
export function journalRun({ context, input, manifest }: OpenBatch): JournalRun {
  return {
    genctl: context.around.version,
    manifest_sha256: manifest.sha256,
    defaults: defaultMarks(input.defaults),
  };
}

/** Marks of the values that lines take where they have none of their own, by the names of their columns. */
function defaultMarks(defaults: LineFlags): Record<string, string> {
  const given = Object.entries(lineFlags as FlagTable).filter(([name, flag]) =>
    isGiven(flag, defaults[name as LineFlagName]),
  );
  return Object.fromEntries(
    given.map(([name, { syntax }]) => [
      columnOfFlag(longName(syntax)),
      markOf(sha256(canonicalJson(defaults[name as LineFlagName]))),
    ]),
  );
}
