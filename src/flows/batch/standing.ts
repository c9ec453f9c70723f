import { requestRoutes } from '../../contract/request-route.ts';
import { changedFields, type FieldMarks } from '../../rules/batch/request-fields.ts';
import { isOver, isRepeatable } from '../../rules/lifecycle.ts';
import type { ShotMemory } from '../../store/batch/shot-memory.ts';
import type { StandingClaim } from '../../store/ledger/claims.ts';
import type { Ledger } from '../../store/ledger/ledger.ts';
import type { Intent, JobRecord } from '../../store/ledger/record.ts';
import type { MakeIntent } from '../submit-each.ts';
import { isPastWindow } from '../submit-refusals.ts';
import { journalIntent, journalRecord } from './journal-record.ts';

/** A shot as its line asks for it now. */
export interface WantedShot {
  shot: string;
  fields: FieldMarks;
  /** Makes its intents, with the account. With `bodyInKey` the key is that of a changed line. */
  intentFor: MakeIntent;
}

/** Which keys a shot goes by: those of its name alone, or those of its name and its fields, after a change. */
export interface KeyChoice {
  attempt: number;
  bodyInKey: boolean;
}

/** What is known of a shot. */
export type Standing =
  /** It has no job. With `isKeySettled` it is known which of its keys to send it by. */
  | ({ kind: 'new'; isKeySettled: boolean; before: JobRecord | undefined } & KeyChoice)
  /** It was sent, or was about to be, and no answer ever arrived: the same bytes are sent again. */
  | ({ kind: 'open'; intent: Intent; isRecorded: boolean } & KeyChoice)
  /** It was sent, and can't be sent again without the risk of a second job. */
  | ({ kind: 'uncertain'; intent: Intent; isRecorded: boolean } & KeyChoice)
  /** Its job is not over, as far as is known; `isRecorded` is false where only the journal knows of it. */
  | ({ kind: 'running'; record: JobRecord; isRecorded: boolean } & KeyChoice)
  | ({ kind: 'succeeded'; record: JobRecord; isRecorded: boolean } & KeyChoice)
  /** Its job ended without success, and no further attempt is asked for. */
  | ({ kind: 'failed'; record: JobRecord } & KeyChoice)
  /** Its files are here, and this machine knows nothing else of it. */
  | { kind: 'here'; files: readonly ShotFile[]; jobId: string }
  /** The line asks for something else than its job was made from. */
  | { kind: 'changed'; fields: readonly string[]; jobId: string | undefined };

/** A file of a shot that is whole. */
export interface ShotFile {
  /** Position among the job's outputs, from 0. */
  n: number;
  /** Absolute. */
  path: string;
  bytes: number;
  sha256: string;
}

/** What a folder knows of a shot by the sidecars of its files. */
export interface FolderMemory {
  jobId: string;
  /** Undefined where the sidecars do not tell. */
  fields: FieldMarks | undefined;
  files: readonly ShotFile[];
}

export interface StandingPorts {
  ledger: Pick<Ledger, 'findClaim'>;
  journal: { find(shot: string): ShotMemory | undefined };
  /** What the folder for the files knows of a shot; undefined where that is nothing, or files are not wanted. */
  inFolder(shot: string): FolderMemory | undefined;
  /** Whether a file is there, whole. */
  stands(file: ShotFile): boolean;
  nowMs(): number;
}

export interface StandingChoices {
  /** A changed line is a new job. */
  revise: boolean;
  /** Jobs that failed get their next attempt. */
  retryFailed: boolean;
  /** How many attempts a shot may have in all. */
  attempts: number;
  windowMs: number;
  resend: boolean;
}

/**
 * What is known of a shot: by the ledger, else by the journal, else by the folder that its files go to. Nothing is sent and nothing
 * is written. Rejects where the ledger can't be read.
 */
export async function standingOf(
  wanted: WantedShot,
  choices: StandingChoices,
  ports: StandingPorts,
): Promise<Standing> {
  const plain = await lastClaim(wanted, false, ports);
  if (plain !== undefined) {
    const changed = changedFields(fieldsOf(plain.claim.intent), wanted.fields);
    if (changed.length === 0) return byClaim(plain, choices, ports);
    const revised = await lastClaim(wanted, true, ports);
    if (revised !== undefined) return byClaim(revised, choices, ports);
    return changedLine(changed, plain.claim.record?.id, choices);
  }
  const memory = ports.journal.find(wanted.shot);
  if (memory !== undefined) return byJournal(wanted, memory, choices, ports);
  const found = ports.inFolder(wanted.shot);
  if (found === undefined) return newShot(false);
  const changed = found.fields === undefined ? [] : changedFields(found.fields, wanted.fields);
  return changed.length === 0
    ? { kind: 'here', files: found.files, jobId: found.jobId }
    : changedLine(changed, found.jobId, choices);
}

/** Whether the job of a shot may have another attempt: it failed or expired, and was not charged. @see service document §7.1 */
export function mayRetry({ job }: JobRecord): boolean {
  return (job.status === 'failed' || job.status === 'expired') && (job.cost_usd ?? 0) === 0;
}

interface FoundClaim extends KeyChoice {
  claim: StandingClaim;
}

/** The claim of the last attempt that the ledger knows of. */
async function lastClaim(
  { intentFor }: WantedShot,
  bodyInKey: boolean,
  { ledger }: StandingPorts,
): Promise<FoundClaim | undefined> {
  let last: FoundClaim | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const claim = await ledger.findClaim(intentFor(attempt, bodyInKey));
    if (claim === undefined) return last;
    last = { claim, attempt, bodyInKey };
    if (claim.record === undefined || !isFailed(claim.record)) return last;
  }
}

function byClaim(
  { claim: { intent, record }, ...key }: FoundClaim,
  choices: StandingChoices,
  ports: StandingPorts,
): Standing {
  if (record === undefined) return openShot({ intent, isRecorded: true, ...key }, choices, ports);
  return byRecord(record, key, { choices, isRecorded: true });
}

function byJournal(
  wanted: WantedShot,
  memory: ShotMemory,
  choices: StandingChoices,
  ports: StandingPorts,
): Standing {
  const changed = changedFields(memory.fields, wanted.fields);
  if (changed.length > 0) return changedLine(changed, memory.job, choices);
  const { attempt } = memory;
  const bodyInKey = wanted.intentFor(attempt, true).idempotency_key === memory.key;
  const key = { attempt, bodyInKey };
  const intent = journalIntent(wanted.intentFor(attempt, bodyInKey), memory);
  if (memory.job === undefined) {
    if (memory.over !== undefined) return { kind: 'new', isKeySettled: true, before: undefined, ...key };
    return openShot({ intent, isRecorded: false, ...key }, choices, ports);
  }
  const isHere = memory.files.length > 0 && memory.files.every(ports.stands);
  if (memory.over?.status === 'succeeded' && isHere)
    return { kind: 'here', files: memory.files, jobId: memory.job };
  return byRecord(journalRecord(intent, memory.job, memory), key, { choices, isRecorded: false });
}

function byRecord(
  record: JobRecord,
  key: KeyChoice,
  { choices, isRecorded }: { choices: StandingChoices; isRecorded: boolean },
): Standing {
  if (!isOver(record.job)) return { kind: 'running', record, isRecorded, ...key };
  if (record.job.status === 'succeeded') return { kind: 'succeeded', record, isRecorded, ...key };
  const isWorthIt = isRepeatable(record.job.error?.code) && key.attempt < choices.attempts;
  if (!isWorthIt && !(choices.retryFailed && mayRetry(record))) return { kind: 'failed', record, ...key };
  return { kind: 'new', isKeySettled: true, before: record, ...key, attempt: key.attempt + 1 };
}

function openShot(
  open: { intent: Intent; isRecorded: boolean } & KeyChoice,
  { resend, windowMs }: StandingChoices,
  { nowMs }: StandingPorts,
): Standing {
  const { intent } = open;
  const isKeyless = !requestRoutes[intent.route].hasKey && intent.first_sent_at !== null;
  const isPast = !resend && isPastWindow(intent, windowMs, nowMs());
  return { kind: isKeyless || isPast ? 'uncertain' : 'open', ...open };
}

function changedLine(
  fields: readonly string[],
  jobId: string | undefined,
  { revise }: StandingChoices,
): Standing {
  return revise ? newShot(true) : { kind: 'changed', fields, jobId };
}

function newShot(bodyInKey: boolean): Standing {
  return { kind: 'new', isKeySettled: bodyInKey, before: undefined, attempt: 1, bodyInKey };
}

function isFailed({ job }: JobRecord): boolean {
  return isOver(job) && job.status !== 'succeeded';
}

/** The fields that a standing request was made from. */
function fieldsOf({ batch }: Intent): FieldMarks {
  return batch?.fields ?? {};
}
