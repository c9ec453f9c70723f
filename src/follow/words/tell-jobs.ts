import type { JobRecord } from '../../ledger/record.ts';
import { fileOf, jobDocumentOf } from '../../ledger/record-document.ts';
import { requestOf } from '../../ledger/rendered-requests.ts';
import type { FilePlan } from '../../outputs/journey.ts';
import { shownPath } from '../../outputs/names/shown-path.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { exitOfJob } from '../../service/lifecycle.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import { jobHeadline } from './job.ts';

export type Teller = ReturnType<typeof createTeller>;

/** The number of jobs to tell of, and the plan for their files. */
export interface TellingPlan {
  /** How many jobs there are. */
  jobs: number;
  /** The fetching of files: `download` says if they are the answer, `dir` where they were asked for. */
  journey: Pick<FilePlan, 'dir'> & { download: boolean; exec?: string | undefined };
}

/** With more jobs than this, the command that fetches their files would be longer than anybody reads. */
const namedMost = 5;

/**
 * Tells a person each job once, in two lines: what became of it, and where its files are. It is for a terminal that shows both streams.
 * The ids of the jobs have been looked up.
 */
export function createTeller(
  { around, clock, onward, terminal }: OutputMeans,
  { jobs, journey }: TellingPlan,
) {
  const { err, out } = terminal;
  const told = new Set<string>();
  const place = { dir: journey.dir, workingFolder: around.workingFolder };

  function fileLine({ path, bytes }: JobRecord['files'][number]): string {
    const shown = journey.download ? shownPath(path, place) : path;
    return `  ${safeLine(shown)} ${out.colors.dim(`(${formatBytes(bytes)})`)}`;
  }
  function say(record: JobRecord, label?: string): void {
    const stream = journey.download ? err : out;
    const document = jobDocumentOf(record, requestOf(record));
    stream.lines([jobHeadline(document, stream, clock.nowMs(), { label, cost: true })]);
    out.lines(filesOf(record).map(fileLine));
  }
  return {
    /** Tells a job that is through, as it is known then. The failure of an only job is left to the error at the end. */
    tell(record: JobRecord, label?: string): void {
      if (told.has(record.id)) return;
      told.add(record.id);
      if (jobs > 1 || exitOfJob(record.job) === 'done') say(record, label);
    },
    /** Tells the jobs that were not told, among several: they go on. */
    tellRest(records: readonly JobRecord[]): void {
      if (jobs > 1) for (const record of records) if (!told.has(record.id)) say(record);
    },
    /** Says how to get the files, where none were fetched. */
    tellFiles(records: readonly JobRecord[]): void {
      const away = records.filter(
        (record) => record.job.status === 'succeeded' && filesOf(record).length === 0,
      );
      if (journey.download || journey.exec !== undefined || away.length === 0 || away.length > namedMost)
        return;
      const line = onward.line(
        away.map(({ id }) => id),
        'download',
      );
      err.lines([`  ${err.colors.accent(err.symbols.arrow)} ${err.ids.within(line)}`]);
    },
  };
}

/** The newest copy of each output that is here. */
function filesOf(record: JobRecord): JobRecord['files'] {
  return (record.job.outputs ?? []).flatMap((_, index) => fileOf(record, index) ?? []);
}
