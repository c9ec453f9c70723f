import type { DownloadedFile, JobRecord } from '../../ledger/record.ts';
import { renderedOf } from '../../ledger/rendered-requests.ts';
import type { FilePlace } from '../../outputs/destinations/file-place.ts';
import type { FilePlan } from '../../outputs/journey.ts';
import { isNamedBy, type NameOf, outputName } from '../../outputs/names/output-name.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { ShotStateWord } from '../rules/line-book.ts';
import type { ShotState } from '../run/shot-state.ts';

/**
 * The word for what is known of a line, by which it is counted and by which a later pass goes. `lacks` says whether files of a job
 * that is over are not here, and whether the command of `--exec` is still to run for it.
 */
export async function wordOf(
  state: ShotState,
  lacks: { files(record: JobRecord): Promise<boolean>; exec(record: JobRecord): boolean },
): Promise<ShotStateWord> {
  switch (state.kind) {
    case 'new':
      return state.before === undefined ? 'new' : 'retry';
    case 'succeeded':
      return lacks.exec(state.record) || (await lacks.files(state.record)) ? 'fetch' : 'done';
    case 'failed':
      return lacks.exec(state.record) ? 'fetch' : 'failed';
    case 'here':
      return 'done';
    default:
      return state.kind;
  }
}

/** The files of a job that are in a place; all of them where no place is asked for. Those of runs into other places are known, too. */
export function filesWithin(place: FilePlace | undefined, { files }: JobRecord): JobRecord['files'] {
  return files.filter(({ path }) => place === undefined || place.has(path));
}

/**
 * Tells whether a job lacks files: not all are in their place, under their names and whole, and verified where that is asked for.
 * Without a place no files are wanted.
 */
export async function lacksFiles(
  context: Pick<OutputMeans, 'ledger'>,
  plan: Pick<FilePlan, 'formerTemplate' | 'overwrite' | 'template' | 'verify'> & {
    place: FilePlace | undefined;
  },
  record: JobRecord,
): Promise<boolean> {
  const { formerTemplate, overwrite, place, template, verify } = plan;
  if (place === undefined) return false;
  const outputs = record.job.outputs ?? [];
  const templates = [template, formerTemplate].filter((one) => one !== undefined);
  if (overwrite || outputs.length === 0) return true;
  const rendered = await renderedOf(context, record);
  for (const [index, output] of outputs.entries()) {
    const named = outputName(record, { output, index, rendered });
    const pathOf: NameOf = (...of) => place.pathOf(named(...of));
    const files = record.files.filter(
      (file) =>
        file.index === index &&
        templates.some((one) => isNamedBy(file.path, one, { id: record.id, nameOf: pathOf })) &&
        isVerified(file, verify),
    );
    if (!(await doesAnyStand(place, files))) return true;
  }
  return false;
}

async function doesAnyStand(place: FilePlace, files: JobRecord['files']): Promise<boolean> {
  for (const file of files) if (await place.stands(file)) return true;
  return false;
}

/** Tells whether a file was looked at as far as is asked for. One that is not what was asked for fails in every run with `--strict`. */
function isVerified({ findings }: DownloadedFile, verify: FilePlan['verify']): boolean {
  if (verify === 'no') return true;
  const isAsAsked = findings?.every(({ severity }) => severity !== 'mismatch');
  return verify === 'strict' ? isAsAsked === true : findings !== undefined;
}
