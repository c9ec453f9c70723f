import { UsageError } from '../../errors/endings.ts';
import { sha256 } from '../../files/lazy-node.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import type { FolderMemory, ShotFile } from '../../outputs/destinations/file-place.ts';
import { isOver, isRepeatable } from '../../service/lifecycle.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { SubmitPorts } from '../../submit/submit.ts';
import { isPastWindow } from '../../submit/submit-refusals.ts';
import type { ShotMemory } from '../journal/shot-memory.ts';
import { compareFields, type KnownMarks } from '../rules/request-fields.ts';
import {
  type KeyChoice,
  type KnownRequest,
  newestRequest,
  type RequestPorts,
  type WantedShot,
} from './shot-requests.ts';

/** The state of a shot, as far as it is known. */
export type ShotState = KnownState & {
  /** The fields with a signed link that can't be compared with what was sent: see `ComparedFields`. Absent where there are none. */
  incomparable?: readonly string[];
};

type KnownState =
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
  | {
      kind: 'here';
      files: readonly ShotFile[];
      jobId: string;
      attempt?: number;
      costUsd?: number | undefined;
    }
  /** The line asks for something else than its job was made from. */
  | {
      kind: 'changed';
      fields: readonly string[];
      jobId: string | undefined;
      /** The path of the manifest that it was sent from, where the ledger tells. */
      manifest?: string | undefined;
    };

/** A line that stands in a queue, whoever put it there. */
export interface QueuedLine extends KnownMarks {
  jobId: string | undefined;
}

export interface QueuedLines {
  readonly size: number;
  find(key: string): Promise<QueuedLine | undefined>;
}

export interface ShotStatePorts extends RequestPorts, Pick<SubmitPorts, 'latestMs'> {
  /** The folder's memory of a shot; undefined where there is nothing, or files are not wanted. The folder is the one for the files. */
  inFolder(shot: string): Promise<FolderMemory | undefined>;
  /** The lines that stand in the queue that the batch is fed to; absent where it is fed to none. */
  queued?: (() => Promise<QueuedLines>) | undefined;
  /** Tells whether a file is there, whole, and where the files of this run are to be. */
  stands(file: ShotFile): Promise<boolean>;
}

export interface ShotStateChoices {
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
 * The known state of a shot, by the request of it that counts in ledger and journal. Else by the folder that its files go to, else
 * by the queue. Nothing is sent and nothing is written. Rejects as `newestRequest` does.
 */
export async function shotStateOf(
  wanted: WantedShot,
  choices: ShotStateChoices,
  ports: ShotStatePorts,
): Promise<ShotState> {
  const request = await newestRequest(wanted, ports);
  if (request !== undefined)
    return withIncomparable(await byRequest(request, choices, ports), request.incomparable);
  const found = await ports.inFolder(wanted.shot);
  if (found === undefined) return byQueue(wanted, choices, ports);
  const { fields, files, jobId, costUsd, marks } = found;
  const { changed, incomparable } =
    fields === undefined
      ? { changed: [], incomparable: [] }
      : compareFields({ fields, marks }, wanted, sha256);
  return changed.length === 0
    ? withIncomparable({ kind: 'here', files, jobId, costUsd }, incomparable)
    : changedShot(changed, jobId, choices);
}

function withIncomparable(state: ShotState, incomparable: readonly string[]): ShotState {
  return incomparable.length === 0 ? state : { ...state, incomparable };
}

/** A shot that nothing here knows of. Under its keys another machine may have put a line for something else into the queue. */
async function byQueue(
  wanted: WantedShot,
  choices: ShotStateChoices,
  { queued: linesOf }: Pick<ShotStatePorts, 'queued'>,
): Promise<ShotState> {
  // A request without a key goes through no queue.
  if (linesOf === undefined || !requestRoutes[wanted.intentFor(1, false).route].hasKey) return newShot(false);
  const { find, size } = await linesOf();
  const makers = size === 0 ? [] : [wanted.intentFor, ...wanted.elsewhere()];
  for (const intentFor of makers) {
    const queued = await find(intentFor(1, false).idempotency_key);
    const changed = queued === undefined ? [] : compareFields(queued, wanted, sha256).changed;
    if (changed.length > 0) return changedShot(changed, queued?.jobId, choices);
  }
  return newShot(false);
}

/** Tells whether a shot goes by the key of a changed line: it was revised. */
export function isRevised(state: ShotState): boolean {
  return 'bodyInKey' in state && state.bodyInKey !== false;
}

/** The ends without success that a person may want another attempt after. */
const retryable: readonly string[] = ['failed', 'expired', 'canceled'];

/** Tells whether the job of a shot may have another attempt: it ended without success, and was not charged. @see service document §7.1 */
function mayRetry({ job }: JobRecord): boolean {
  return retryable.includes(job.status) && (job.cost_usd ?? 0) === 0;
}

async function byRequest(
  { attempt, bodyInKey, changed, intent, isRefused, memory, record }: KnownRequest,
  choices: ShotStateChoices,
  ports: ShotStatePorts,
): Promise<ShotState> {
  const key = { attempt, bodyInKey };
  const isRecorded = memory === undefined;
  // A refusal of the first request leaves nothing behind, so that its line may be mended.
  const isFree = isRefused && (changed.length === 0 || (attempt === 1 && bodyInKey === false));
  if (isFree) return { kind: 'new', isKeySettled: true, before: undefined, ...key };
  if (changed.length > 0)
    return changedShot(changed, record?.id, choices, isRecorded ? intent.batch?.manifest : undefined);
  if (record === undefined) return openShot({ intent, isRecorded, ...key }, choices, ports);
  if (memory?.over?.status === 'succeeded' && (await areHere(memory, ports))) {
    const { files, over } = memory;
    return { kind: 'here', files, jobId: record.id, attempt, costUsd: over.cost_usd ?? undefined };
  }
  return byRecord(record, key, { choices, isRecorded });
}

/** Tells whether all files of a job are where the journal has them. Where it does not say how many there are, one has to be. */
async function areHere({ files, over }: ShotMemory, { stands }: ShotStatePorts): Promise<boolean> {
  if (files.length < Math.max(1, over?.outputs ?? 1)) return false;
  for (const file of files) if (!(await stands(file))) return false;
  return true;
}

function byRecord(
  record: JobRecord,
  key: KeyChoice,
  { choices, isRecorded }: { choices: ShotStateChoices; isRecorded: boolean },
): ShotState {
  if (!isOver(record.job)) return { kind: 'running', record, isRecorded, ...key };
  if (record.job.status === 'succeeded') return { kind: 'succeeded', record, isRecorded, ...key };
  const isWorthIt = isRepeatable(record.job.error?.code) && key.attempt < choices.attempts;
  if (!isWorthIt && !(choices.retryFailed && mayRetry(record))) return { kind: 'failed', record, ...key };
  return { kind: 'new', isKeySettled: true, before: record, ...key, attempt: key.attempt + 1 };
}

async function openShot(
  open: { intent: Intent; isRecorded: boolean } & KeyChoice,
  { resend, windowMs }: ShotStateChoices,
  { latestMs }: ShotStatePorts,
): Promise<ShotState> {
  const { intent } = open;
  const isSent = intent.first_sent_at !== null;
  const isKeyless = isSent && !requestRoutes[intent.route].hasKey;
  const isPast = isSent && !isKeyless && !resend && isPastWindow(intent, windowMs, await latestMs());
  return { kind: isKeyless || isPast ? 'uncertain' : 'open', ...open };
}

function changedShot(
  fields: readonly string[],
  jobId: string | undefined,
  { revise }: ShotStateChoices,
  manifest?: string,
): ShotState {
  return revise ? newShot(true) : { kind: 'changed', fields, jobId, manifest };
}

function newShot(bodyInKey: boolean): ShotState {
  return { kind: 'new', isKeySettled: bodyInKey, before: undefined, attempt: 1, bodyInKey };
}

/** The error of a line that asks for something else than was sent for it. */
export function changedLine({
  fields,
  jobId,
}: Pick<Extract<ShotState, { kind: 'changed' }>, 'fields' | 'jobId'>): UsageError {
  return new UsageError({
    code: 'line_changed',
    message: `${jobId === undefined ? 'it was sent' : `${jobId} was made`} with another ${fields.join(', ')}`,
    why: 'A shot is rendered once.',
    hint: '--revise renders the changed lines as new jobs',
    jobId,
  });
}
