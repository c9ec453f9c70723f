import { basename, relative, resolve, sep } from 'node:path';
import type { ShotParent } from '../../ledger/record.ts';
import { idObjection } from '../../service/sendable.ts';
import { isObject, objectOf, ownValue } from '../../text/json-object.ts';
import { isMark } from '../rules/request-fields.ts';

/** Something that became of a shot, or was chosen for it. Times are ISO 8601. */
export type JournalEvent = RequestEvent | PickEvent | RenameEvent;

/** A person has picked the draft that this final is made of. It counts for no other draft. */
interface PickEvent {
  event: 'picked';
  /** The id of the final. */
  shot: string;
  /** The job of its draft. */
  draft: string;
  at: string;
}

/** A person has said whether a line with a new id is a shot that was sent under another id. */
type RenameEvent =
  /** It is that shot: its requests go on under the id that they were first sent under. */
  | { event: 'renamed'; shot: string; from: string; at: string }
  /** The shot is none of the lines of the manifest any more. */
  | { event: 'retired'; shot: string; at: string };

/** Something that became of a request of a shot. */
export type RequestEvent =
  /** It is about to be sent under this key. */
  | {
      event: 'sent';
      shot: string;
      key: string;
      /** Counted from 1. */
      attempt: number;
      /** Hashes of the request's fields, by their names: see `BatchShot`. */
      fields: Record<string, string>;
      /** The version of these hashes; absent for the first. */
      marks?: number | undefined;
      /** Outputs that it takes from other lines; absent where it takes nothing. */
      parents?: readonly ShotParent[] | undefined;
      at: string;
    }
  /** The service took it on as this job. */
  | { event: 'job'; shot: string; key: string; job: string; at: string }
  /** Its job ended, or the service refused it and there is no job. */
  | {
      event: 'over';
      shot: string;
      key: string;
      /** A status of a job, or `refused`. */
      status: string;
      cost_usd: number | null;
      code: string | null;
      at: string;
      /** How many outputs its job has; absent where that is not known. */
      outputs?: number | undefined;
    }
  /** An output of its job is on this machine's disk. */
  | {
      event: 'file';
      shot: string;
      key: string;
      /** Position among the job's outputs, from 0. */
      n: number;
      /** Absolute here; in the file it is relative to the journal, with `/`. */
      path: string;
      bytes: number;
      sha256: string;
    };

/** A line of the journal can't be what genctl wrote; the text says why. */
export class UnreadableLine extends Error {}

type FieldCheck = (value: unknown) => boolean;

/** No line that genctl writes comes near it. Unit: bytes. */
export const journalLineBytesMost = 64 * 1024;

const isName: FieldCheck = (value) =>
  typeof value === 'string' && value.length <= 1000 && /^[^\p{Cc}]+$/u.test(value);
const isTime: FieldCheck = (value) =>
  typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value));
const isCount: FieldCheck = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
/** The service's words stand here as they came; whoever shows them makes them safe first. */
const isText: FieldCheck = (value) => typeof value === 'string' && value.length <= 1000;
/** An id becomes a part of addresses, whichever machine wrote it down. */
const isJobId: FieldCheck = (value) => typeof value === 'string' && idObjection(value) === undefined;
const isKey: FieldCheck = (value) => typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value);
const isSha256: FieldCheck = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isTextOrNull: FieldCheck = (value) => value === null || isText(value);

/** Names with the hashes of what they stand for. */
export const isHashes: FieldCheck = (value) =>
  isObject(value) &&
  Object.entries(value).every(([name, hash]) => isName(name) && name !== '__proto__' && isMark(hash));

/** Checks the outputs that a line takes from others: see `ShotParent`. */
const isParents: FieldCheck = (value) =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every((one) => {
      const [shot, job, sha256] = ['shot', 'job', 'sha256'].map((name) => ownValue(objectOf(one), name));
      return isName(shot) && isJobId(job) && (sha256 === null || isSha256(sha256));
    }));

const checks = {
  sent: {
    shot: isName,
    key: isKey,
    attempt: (value) => isCount(value) && value !== 0,
    fields: isHashes,
    marks: (value) => value === undefined || isCount(value),
    parents: isParents,
    at: isTime,
  },
  job: { shot: isName, key: isKey, job: isJobId, at: isTime },
  over: {
    shot: isName,
    key: isKey,
    status: isText,
    cost_usd: (value) => value === null || (typeof value === 'number' && value >= 0),
    code: isTextOrNull,
    at: isTime,
    outputs: (value) => value === undefined || isCount(value),
  },
  picked: { shot: isName, draft: isJobId, at: isTime },
  renamed: { shot: isName, from: isName, at: isTime },
  retired: { shot: isName, at: isTime },
  file: { shot: isName, key: isKey, n: isCount, path: isPathWithin, bytes: isCount, sha256: isSha256 },
} satisfies { [Kind in JournalEvent['event']]: Record<string, FieldCheck> };

/** A path that stays below the folder that it is relative to, on any system. */
function isPathWithin(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 4096 || /[\p{Cc}\\:]/u.test(value)) return false;
  return value.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Tells whether an event is of a request; the others are what a person has said. */
export function isOfRequest(event: JournalEvent): event is RequestEvent {
  return 'key' in event;
}

/** The event of a line, as it stands there. Throws {@link UnreadableLine}. */
export function readEvent(line: Record<string, unknown>): JournalEvent {
  const kind = ownValue(line, 'event');
  if (typeof kind !== 'string' || !Object.hasOwn(checks, kind))
    throw new UnreadableLine('it is not an event of a shot');
  for (const [name, check] of Object.entries(checks[kind as JournalEvent['event']])) {
    if (!check(ownValue(line, name))) throw new UnreadableLine(`its ${name} is missing or of another kind`);
  }
  return line as unknown as JournalEvent;
}

/** The line for an event, in a journal of that folder. Throws for one that could not be read again. */
export function eventLine(event: JournalEvent, folder: string): string {
  const written = event.event === 'file' ? { ...event, path: pathWithin(folder, event.path) } : event;
  const line = JSON.stringify(readEvent({ ...written }));
  if (Buffer.byteLength(line) >= journalLineBytesMost)
    throw new UnreadableLine(`it has ${line.length} characters`);
  return line;
}

/**
 * A path as the journal has it. A file that lies elsewhere is told by its name alone: what leads out of the folder of the journal
 * would mean something else, or nothing, on the next machine.
 */
function pathWithin(folder: string, path: string): string {
  const whole = resolve(folder, path);
  const within = relative(folder, whole).split(sep).join('/');
  if (isPathWithin(within)) return within;
  return basename(whole).replaceAll(/[\p{Cc}\\:]/gu, '_');
}
