import { objectOf } from '../../rules/json/json-object.ts';
import { jsonRecords, type Warn } from './json-records.ts';

/**
 * `off_loopback`: the sandbox posts to this machine only, so nothing was sent. `other_port`: it was told to post to another port
 * of it only.
 */
const states = ['pending', 'delivered', 'gave_up', 'off_loopback', 'other_port'] as const;

/** What became of a callback that a submit asked for. */
export interface CallbackRecord {
  url: string;
  state: (typeof states)[number];
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

export function createCallbackStore(folder: string, warn: Warn): CallbackStore {
  const records = jsonRecords({ folder, kind: 'callbacks', isRecord: isCallbackRecord, warn });
  return {
    read: (jobId) => records.read(jobId),
    write: (jobId, record) => records.write(jobId, record),
    jobIds: () => records.names(),
  };
}

function isCallbackRecord(value: unknown): value is CallbackRecord {
  const { attempts, notBeforeMs, state, url } = objectOf(value) ?? {};
  return (
    typeof url === 'string' &&
    URL.canParse(url) &&
    states.some((known) => known === state) &&
    Number.isSafeInteger(attempts) &&
    Number.isFinite(notBeforeMs)
  );
}
