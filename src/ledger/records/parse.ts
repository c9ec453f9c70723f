import { readJson } from '../../schema/json/read-json.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { objectOf } from '../../text/json-object.ts';
import { type Intent, type JobRecord, ledgerSchemaVersion, type RecordedRefusal } from '../record.ts';

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

const isText: FieldCheck = (value) => typeof value === 'string';
const isTextOrNull: FieldCheck = (value) => value === null || isText(value);
const isTextOrAbsent: FieldCheck = (value) => value === undefined || isText(value);
const isNumber: FieldCheck = (value) => typeof value === 'number';
const isTruthOrAbsent: FieldCheck = (value) => value === undefined || typeof value === 'boolean';
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
  const hasLine = batch?.line === undefined || typeof batch.line === 'number';
  const hasMarks = batch?.marks === undefined || typeof batch.marks === 'number';
  return hasLine && hasMarks && isText(batch?.name) && isText(batch?.shot) && isTexts(batch?.fields);
};
const isIntent: FieldCheck = (value) => firstFault(value, intentChecks) === undefined;
const isRecord: FieldCheck = (value) => firstFault(value, recordChecks) === undefined;

// These checks are written by hand, because a schema library would take longer to load than a record takes to read.
const intentChecks = {
  schema: isNumber,
  idempotency_key: isText,
  route: isText,
  sync: isTruthOrAbsent,
  profile: isText,
  base_url: isText,
  body: isText,
  model: isText,
  once: isTextOrNull,
  attempt: isNumber,
  draft_of: isTextOrNull,
  created_at: isText,
  first_sent_at: isTextOrNull,
  key_source: isTextOrAbsent,
  account: isTextOrAbsent,
  key_by_hand: isTruthOrAbsent,
  sends: (value) => value === undefined || isNumber(value),
  batch: (value) => value === undefined || isBatchShot(value),
  tags: (value) => value === undefined || isTexts(value),
  reserved_usd: (value) => value === undefined || isNumber(value),
} satisfies Record<keyof Intent, FieldCheck>;

const recordChecks = {
  schema: isNumber,
  id: isText,
  route: isText,
  sync: isTruthOrAbsent,
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
  lost_at: isTextOrAbsent,
  execs: (value) => value === undefined || isList(value),
} satisfies Record<keyof JobRecord, FieldCheck>;

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

export const parseIntent = parserOf<Intent>(intentChecks);
export const parseJobRecord = parserOf<JobRecord>(recordChecks);
export const parseSettledKey = parserOf<SettledKey>(settledChecks);
export const parseRefusedIntent = parserOf<RefusedIntent>(refusedChecks);

export function recordBytes(record: Intent | JobRecord | SettledKey | RefusedIntent): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}

function parserOf<Value>(checks: Record<keyof Value & string, FieldCheck>): Parse<Value> {
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
    const unknown = routesIn(value).find((route) => !Object.hasOwn(requestRoutes, route));
    if (unknown === undefined) return { kind: 'whole', value: value as Value };
    return { kind: 'newer', why: `it went by the route ${unknown}, which this version does not know` };
  };
}

/** The routes that a record and its parts name; one that is not known here is of a newer genctl. A settled key has none of its own. */
function routesIn(record: unknown): string[] {
  const parts = objectOf(record);
  if (parts === undefined) return [];
  const { intent, job, route } = parts;
  return typeof route === 'string' ? [route, ...routesIn(intent)] : [...routesIn(intent), ...routesIn(job)];
}

function firstFault(value: unknown, checks: Record<string, FieldCheck>): string | undefined {
  const object = objectOf(value);
  if (object === undefined) return 'not an object';
  for (const [name, check] of Object.entries(checks)) {
    if (!check(object[name])) return `${name} is missing or of another kind`;
  }
  return undefined;
}
