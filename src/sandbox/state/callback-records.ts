import type { Warn } from '../../files/set-aside.ts';
import { objectOf } from '../../rules/json/json-object.ts';
import { jsonRecords } from './json-records.ts';

/**
 * `off_loopback`: nothing was sent, since the sandbox posts to this machine only. `other_port`: nothing was sent, since it was
 * told to post to one other port only.
 */
const states = ['pending', 'delivered', 'gave_up', 'off_loopback', 'other_port'] as const;

/** The state of a callback that a submit asked for. */
export interface CallbackRecord {
  url: string;
  state: (typeof states)[number];
  /** The number of posts made so far. */
  attempts: number;
  /** The earliest moment of the next post, milliseconds since 1970. */
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
