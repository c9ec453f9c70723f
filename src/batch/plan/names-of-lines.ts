import type { JobRecord } from '../../ledger/record.ts';
import { mayStand } from '../../outputs/files-here.ts';
import { shownPath } from '../../outputs/names/shown-path.ts';
import { counted } from '../../text/shown-value.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { FileNames } from '../rules/line-template.ts';

/** So many files are named; the others are counted. */
const namedMost = 20;

export type NamesOfLines = ReturnType<typeof createNamesOfLines>;

/** The names of files of the lines that have no end yet, and the files that a line which was revised has outdated. */
export function createNamesOfLines({ context, journey, statePorts }: OpenBatch) {
  const { workingFolder } = context.around;
  const names = new Map<string, FileNames>();
  const outdated = new Set<string>();
  return {
    begin({ formerTemplate, shot, template }: FileNames & { shot: string }): void {
      names.set(shot, { formerTemplate, template });
    },
    of: (shot: string | undefined) => (shot === undefined ? undefined : names.get(shot)),
    /** `record`: its job, where it is done. */
    end(shot: string, record: JobRecord | undefined): void {
      const isRevised = names.get(shot)?.formerTemplate !== undefined;
      names.delete(shot);
      if (!isRevised || record === undefined || record.files.length === 0) return;
      for (const path of earlierFiles(statePorts.journal.find(shot), record)) outdated.add(path);
    },
    /** Tells which files are of an earlier request of a line that was revised: they stay. */
    tellOutdated(): void {
      if (outdated.size === 0) return;
      const place = { dir: journey.dir, workingFolder };
      const shown = [...outdated].slice(0, namedMost).map((path) => shownPath(path, place));
      const more = outdated.size > namedMost ? [`${outdated.size - namedMost} more`] : [];
      const are = outdated.size === 1 ? 'is outdated: its line was' : 'are outdated: their lines were';
      const message = `${counted(outdated.size, 'file')} ${are} revised: ${[...shown, ...more].join(', ')}`;
      context.listen({ kind: 'warning', message });
    },
  };
}

/** The files of a shot's other jobs that are still there, as the journal has them. */
function earlierFiles(newest: ShotMemory | undefined, { files, id }: JobRecord): string[] {
  const own = new Set(files.map(({ path }) => path));
  const paths: string[] = [];
  for (let memory = newest; memory !== undefined; memory = memory.before)
    for (const file of memory.job === id ? [] : memory.files)
      if (!own.has(file.path) && mayStand(file)) paths.push(file.path);
  return paths;
}
