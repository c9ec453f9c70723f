import { jsonRecords } from './json-records.ts';

/** What became of a callback that a submit asked for. */
export interface CallbackRecord {
  url: string;
  /** `off_loopback`: the sandbox posts to this machine only, so nothing was sent. */
  state: 'pending' | 'delivered' | 'gave_up' | 'off_loopback';
  /** How many posts were made. */
  attempts: number;
  /** Not to be posted again before this moment, milliseconds since 1970. */
  notBeforeMs: number;
}

export interface CallbackStore {
  read(jobId: string): CallbackRecord | undefined;
  write(jobId: string, record: CallbackRecord): void;
  jobIds(): string[];
}

export function createCallbackStore(folder: string): CallbackStore {
  const records = jsonRecords<CallbackRecord>(folder, 'callbacks');
  return {
    read: (jobId) => records.read(jobId),
    write: (jobId, record) => records.write(jobId, record),
    jobIds: () => records.names(),
  };
}
