import { CliError } from '../../errors/cli-error.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import type { JobRecord } from '../../store/ledger/record.ts';

/** A job, and how bringing its files home came out. */
export interface BroughtHome {
  /** As last known, with the files that came. */
  record: JobRecord;
  /** What kept its files from coming; undefined also where a signal cut them short, which is no failure of theirs. */
  failure: CliError | undefined;
  /** Its files were to come, and did not all. */
  isMissing: boolean;
}

interface BringHomePorts {
  signal: AbortSignal;
  /** Tells of the files that are here by its end, whether that is a good one or not. Throws CliError. */
  download(record: JobRecord, onFiles: (record: JobRecord) => void): Promise<void>;
}

/** Brings the files of a job home. Rejects for a defect only. */
export async function bringHome(
  given: JobRecord,
  { download, signal }: BringHomePorts,
): Promise<BroughtHome> {
  let record = given;
  // What a signal cuts short is fetched again by the line that goes on.
  if (signal.aborted) return { record, failure: undefined, isMissing: true };
  try {
    await download(given, (whole) => {
      record = whole;
    });
    return { record, failure: undefined, isMissing: false };
  } catch (error) {
    if (signal.aborted) return { record, failure: undefined, isMissing: true };
    const failure = error instanceof CliError ? error : systemFailure(error);
    if (failure === undefined) throw error;
    return { record, failure: failure.ofJob(given.id), isMissing: true };
  }
}
