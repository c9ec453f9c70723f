import { resolve, sep } from 'node:path';
import { sizeAt } from '../../files/same-file.ts';
import type { Standing } from '../../flows/batch/standing.ts';
import { isNamedBy, outputName } from '../../flows/output-name.ts';
import type { StandingWord } from '../../rules/batch/standing-code.ts';
import { countsUp } from '../../rules/file-name.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import type { CommandContext } from '../context/context.ts';
import type { FilePlan } from '../journey/journey.ts';
import { renderedOf } from '../journey/rendered-requests.ts';

/**
 * The word for what is known of a line, by which it is counted and by which a later pass goes. `lacks` says whether files of a job
 * that is over are not here, and whether the command of `--exec` is still to run for it.
 */
export async function wordOf(
  standing: Standing,
  lacks: { files(record: JobRecord): Promise<boolean>; exec(record: JobRecord): boolean },
): Promise<StandingWord> {
  switch (standing.kind) {
    case 'new':
      return standing.before === undefined ? 'new' : 'retry';
    case 'succeeded':
      return lacks.exec(standing.record) || (await lacks.files(standing.record)) ? 'fetch' : 'done';
    case 'failed':
      return lacks.exec(standing.record) ? 'fetch' : 'failed';
    case 'here':
      return 'done';
    default:
      return standing.kind;
  }
}

/** The files of a job that lie in a folder. Those of runs into other folders are known of it, too. */
export function filesWithin(folder: string | undefined, { files }: JobRecord): JobRecord['files'] {
  return files.filter((file) => isWithin(folder, file));
}

/** Whether a file lies in a folder, or anywhere where no folder is asked for. */
export function isWithin(folder: string | undefined, { path }: { path: string }): boolean {
  return folder === undefined || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** Whether not all files of a job are in their folder, under their names and whole. Without a folder none are wanted. */
export async function lacksFiles(
  context: Pick<CommandContext, 'ledger'>,
  { folder, overwrite, template }: Pick<FilePlan, 'overwrite' | 'template'> & { folder: string | undefined },
  record: JobRecord,
): Promise<boolean> {
  if (folder === undefined) return false;
  const outputs = record.job.outputs ?? [];
  if (overwrite || outputs.length === 0) return true;
  const rendered = await renderedOf(context, record);
  return !outputs.every((output, index) => {
    const nameOf = (v: number): string =>
      resolve(folder, outputName(template, record, { output, index, rendered }, v));
    return record.files.some(
      (file) =>
        file.index === index &&
        isNamedBy(file.path, nameOf, countsUp(template)) &&
        sizeAt(file.path) === file.bytes,
    );
  });
}
