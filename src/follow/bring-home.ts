import type { CliError } from '../errors/cli-error.ts';
import { failureOf } from '../errors/system-trouble.ts';
import type { JobRecord } from '../ledger/record.ts';

/** A job, and the result of downloading its files. */
export interface BroughtHome {
  /** The job as last known, with the files that are here. */
  record: JobRecord;
  /** Why files could not be downloaded; also undefined where a signal interrupted the download, which is no failure. */
  failure: CliError | undefined;
  /** Whether files that were to be downloaded are not here. */
  isMissing: boolean;
}

interface BringHomePorts {
  signal: AbortSignal;
  /**
   * Downloads the files of a job. At its end `onFiles` receives the record with the files that are here, also where that is a
   * failure. Throws CliError.
   */
  download(record: JobRecord, onFiles: (record: JobRecord) => void): Promise<void>;
}

/** Downloads the files of a job. Rejects for a defect only. */
export async function bringHome(
  given: JobRecord,
  { download, signal }: BringHomePorts,
): Promise<BroughtHome> {
  let record = given;
  // After a signal nothing is downloaded: the command that continues fetches what is missing.
  if (signal.aborted) return { record, failure: undefined, isMissing: true };
  try {
    await download(given, (whole) => {
      record = whole;
    });
    return { record, failure: undefined, isMissing: false };
  } catch (error) {
    if (signal.aborted) return { record, failure: undefined, isMissing: true };
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { record, failure: failure.ofJob(given.id), isMissing: true };
  }
}
