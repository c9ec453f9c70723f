import type { Warn } from '../../files/set-aside.ts';
import { objectOf } from '../../text/json-object.ts';
import { type JsonRecords, jsonRecords } from './json-records.ts';

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

/** The callbacks, by the ids of their jobs. */
export function createCallbackStore(folder: string, warn: Warn): JsonRecords<CallbackRecord> {
  return jsonRecords({ folder, kind: 'callbacks', isRecord: isCallbackRecord, warn });
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
