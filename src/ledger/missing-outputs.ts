import { hasLink } from '../service/output-link.ts';
import { counted } from '../text/shown-value.ts';
import type { Listener, Narrator } from './events.ts';
import type { DownloadedFile, JobRecord } from './record.ts';

type OutputsOfJob = Pick<JobRecord, 'files' | 'job'>;

/**
 * The positions, from 0, of the outputs of a job that succeeded that have neither a link nor a file.
 *
 * @param isHere tells whether a file that was downloaded earlier still counts.
 */
export function missingOutputs(
  { files, job }: OutputsOfJob,
  isHere: (file: DownloadedFile) => boolean = () => true,
): number[] {
  if (job.status !== 'succeeded') return [];
  return (job.outputs ?? []).flatMap((output, index) =>
    hasLink(output) || files.some((file) => file.index === index && isHere(file)) ? [] : [index],
  );
}

/** The missing files of a job in words: `its file`, `its 2 files`, `1 of its 2 files`. */
export function missingFileWords({ job }: Pick<JobRecord, 'job'>, missing: number): string {
  const total = (job.outputs ?? []).length;
  if (missing < total) return `${missing} of its ${total} files`;
  return total === 1 ? 'its file' : `its ${counted(total, 'file')}`;
}

/** Warns of a job that was paid for, and whose answer lacks the link of a file. */
export function warnOfMissingOutputs({ listen }: { listen: Listener }, record: JobRecord): void {
  const message = missingOutputsWarning(record);
  if (message !== undefined) listen({ kind: 'warning', message });
}

/** Warns of each job whose answer lacks the link of a file, unless this run has done so. */
export function warnOfMissingOnce(
  { keepWarning, listen }: Pick<Narrator, 'keepWarning' | 'listen'>,
  records: readonly JobRecord[],
): void {
  for (const record of records) {
    const message = missingOutputsWarning(record);
    if (message !== undefined && keepWarning(message)) listen({ kind: 'warning', message });
  }
}

/** The warning of a job whose answer lacks the link of a file; undefined if no file is missing. */
function missingOutputsWarning(record: JobRecord): string | undefined {
  const { id, lost_at } = record;
  const missing = missingOutputs(record).length;
  if (missing === 0) return undefined;
  const files = missingFileWords(record, missing);
  return lost_at === undefined
    ? `${id} succeeded, but its answer has no usable link to ${files}: genctl show ${id} --json`
    : `${id} succeeded, but ${files} ${files.endsWith('s') ? 'are' : 'is'} lost since ${lost_at.slice(0, 10)}: its answer never had a usable link`;
}
