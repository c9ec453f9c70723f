import { objectOf } from '../../rules/json/json-object.ts';
import { readJson } from '../../rules/json/read-json.ts';
import { type Intent, type JobRecord, ledgerSchemaVersion, type RecordedRefusal } from './record.ts';
import { asRead, asWritten, UnknownWay, type Written } from './written-way.ts';

/** The job that a key led to. It is kept for keys that may be used again. */
export interface SettledKey {
  schema: typeof ledgerSchemaVersion;
  intent: Intent;
  /** The job as it was when it was submitted, without its intent. */
  job: JobRecord;
}

/** A refused intent, kept so that a person can look at it. */
export interface RefusedIntent {
  schema: typeof ledgerSchemaVersion;
  intent: Intent;
  refusal: RecordedRefusal;
}

/** The outcome of reading a record's bytes. */
type Parsed<Value> =
  | { kind: 'whole'; value: Value }
  | { kind: 'torn'; why: string }
  | { kind: 'newer'; why: string };

export type Parse<Value> = (bytes: Uint8Array) => Parsed<Value>;

type FieldCheck = (value: unknown) => boolean;

type WrittenIntent = Written<Intent>;
type WrittenRecord = Omit<Written<JobRecord>, 'intent'> & { intent: WrittenIntent | null };
interface WrittenSettledKey extends Omit<SettledKey, 'intent' | 'job'> {
  intent: WrittenIntent;
  job: WrittenRecord;
}
interface WrittenRefusedIntent extends Omit<RefusedIntent, 'intent'> {
  intent: WrittenIntent;
}

const isText: FieldCheck = (value) => typeof value === 'string';
const isTextOrNull: FieldCheck = (value) => value === null || isText(value);
const isTextOrAbsent: FieldCheck = (value) => value === undefined || isText(value);
const isNumber: FieldCheck = (value) => typeof value === 'number';
const isList: FieldCheck = Array.isArray;
const isJob: FieldCheck = (value) => {
  const job = objectOf(value);
  return job !== undefined && isText(job.id) && isText(job.status);
};
const isTexts: FieldCheck = (value) => {
  const texts = objectOf(value);
  return texts !== undefined && Object.values(texts).every(isText);
};
const isBatchShot: FieldCheck = (value) => {
  const batch = objectOf(value);
  return isText(batch?.name) && isText(batch?.shot) && isTexts(batch?.fields);
};
const isIntent: FieldCheck = (value) => firstFault(value, intentChecks) === undefined;
const isRecord: FieldCheck = (value) => firstFault(value, recordChecks) === undefined;

// These checks are written by hand, because a schema library would take longer to load than a record takes to read.
const intentChecks = {
  schema: isNumber,
  idempotency_key: isText,
  api: isText,
  route: isText,
  profile: isText,
  base_url: isText,
  body: isText,
  model: isText,
  once: isTextOrNull,
  attempt: isNumber,
  draft_of: isTextOrNull,
  created_at: isText,
  first_sent_at: isTextOrNull,
  // Fields that 0.1 did not write are never required: its records would be set aside as torn, and their jobs paid for again.
  key_source: isTextOrAbsent,
  account: isTextOrAbsent,
  key_by_hand: (value) => value === undefined || typeof value === 'boolean',
  sends: (value) => value === undefined || isNumber(value),
  batch: (value) => value === undefined || isBatchShot(value),
  tags: (value) => value === undefined || isTexts(value),
  reserved_usd: (value) => value === undefined || isNumber(value),
} satisfies Record<keyof WrittenIntent, FieldCheck>;

const recordChecks = {
  schema: isNumber,
  id: isText,
  api: isText,
  route: isText,
  profile: isText,
  base_url: isText,
  recorded_at: isText,
  intent: (value) => value === null || isIntent(value),
  job: isJob,
  raw: () => true,
  seen_at: isText,
  replayed: (value) => typeof value === 'boolean',
  finals: isList,
  files: isList,
  execs: (value) => value === undefined || isList(value),
} satisfies Record<keyof WrittenRecord, FieldCheck>;

const settledChecks = {
  schema: isNumber,
  intent: isIntent,
  job: isRecord,
} satisfies Record<keyof SettledKey, FieldCheck>;

const refusedChecks = {
  schema: isNumber,
  intent: isIntent,
  refusal: (value) => objectOf(value) !== undefined,
} satisfies Record<keyof RefusedIntent, FieldCheck>;

export const parseIntent: Parse<Intent> = parserOf<WrittenIntent, Intent>(intentChecks, asRead);
export const parseJobRecord: Parse<JobRecord> = parserOf<WrittenRecord, JobRecord>(
  recordChecks,
  readRecordOf,
);
export const parseSettledKey: Parse<SettledKey> = parserOf<WrittenSettledKey, SettledKey>(
  settledChecks,
  ({ intent, job, ...rest }) => ({ ...rest, intent: asRead(intent), job: readRecordOf(job) }),
);
export const parseRefusedIntent: Parse<RefusedIntent> = parserOf<WrittenRefusedIntent, RefusedIntent>(
  refusedChecks,
  ({ intent, ...rest }) => ({ ...rest, intent: asRead(intent) }),
);

function readRecordOf(written: WrittenRecord): JobRecord {
  const { intent } = written;
  return { ...asRead(written), intent: intent && asRead(intent) };
}

function writtenRecord({ intent, ...record }: JobRecord): WrittenRecord {
  return { ...asWritten(record), intent: intent && asWritten(intent) };
}

export function intentBytes(intent: Intent): Buffer {
  return bytesOf<WrittenIntent>(asWritten(intent));
}

export function jobRecordBytes(record: JobRecord): Buffer {
  return bytesOf<WrittenRecord>(writtenRecord(record));
}

export function settledKeyBytes({ intent, job, ...rest }: SettledKey): Buffer {
  return bytesOf<WrittenSettledKey>({ ...rest, intent: asWritten(intent), job: writtenRecord(job) });
}

export function refusedIntentBytes({ intent, ...rest }: RefusedIntent): Buffer {
  return bytesOf<WrittenRefusedIntent>({ ...rest, intent: asWritten(intent) });
}

function bytesOf<OnDisk>(record: OnDisk): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}

function parserOf<OnDisk, Value>(
  checks: Record<keyof OnDisk & string, FieldCheck>,
  read: (onDisk: OnDisk) => Value,
): Parse<Value> {
  return (bytes) => {
    let value: unknown;
    try {
      value = readJson(Buffer.from(bytes).toString());
    } catch {
      return { kind: 'torn', why: `${bytes.length} bytes that are no JSON` };
    }
    const version = objectOf(value)?.schema;
    if (typeof version === 'number' && version > ledgerSchemaVersion) {
      const why = `it has version ${version} of the record, and this genctl knows ${ledgerSchemaVersion}`;
      return { kind: 'newer', why };
    }
    const fault = firstFault(value, checks);
    if (fault !== undefined) return { kind: 'torn', why: fault };
    try {
      return { kind: 'whole', value: read(value as OnDisk) };
    } catch (error) {
      if (!(error instanceof UnknownWay)) throw error;
      return { kind: 'newer', why: `it went to ${error.message}, a way that is not known here` };
    }
  };
}

function firstFault(value: unknown, checks: Record<string, FieldCheck>): string | undefined {
  const object = objectOf(value);
  if (object === undefined) return 'not an object';
  for (const [name, check] of Object.entries(checks)) {
    if (!check(object[name])) return `${name} is missing or of another kind`;
  }
  return undefined;
}
