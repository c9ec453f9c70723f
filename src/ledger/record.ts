import type { KeySource } from '../account/rules/claim-account.ts';
import type { OutputFinding } from '../media/rules/output-findings.ts';
import type { Job } from '../service/job.ts';
import type { RequestWay } from '../service/request-route.ts';
import type { Tags } from './rules/tags.ts';

/** Version of the record's shape. A record of a newer version is refused and never rewritten. */
export const ledgerSchemaVersion = 1;

/** A downloaded file. */
export interface DownloadedFile {
  /** Position among the job's outputs, from 0. */
  index: number;
  /** Absolute path. */
  path: string;
  bytes: number;
  sha256: string;
  /** Findings of `--verify` about the file. Empty where all is as it was asked for, absent where nothing looked at it. */
  findings?: readonly OutputFinding[] | undefined;
}

/** The line of a batch that a submit is of. */
export interface BatchShot {
  /** The batch's name. */
  name: string;
  /** The name of the line within its batch. */
  shot: string;
  /** The number of the line when it was sent, from 1; absent in older records. */
  line?: number | undefined;
  /**
   * By the name of each field of the request (`model`, `prompt`, `ref_image.1`, `set.x`), the first 16 hex digits of the SHA-256
   * of its value: two requests with the same fields are the same request, whatever links an upload gave.
   */
  fields: Record<string, string>;
  /** The version of these marks; absent for the first, which marked links with their signatures. */
  marks?: number | undefined;
  /** The absolute path of its manifest; absent where that came by stdin. */
  manifest?: string | undefined;
  /** Outputs that it takes from other lines; absent where it takes nothing. */
  parents?: readonly ShotParent[] | undefined;
}

/** The facts of it for readers outside this machine. Paths of the home are nobody else's. */
export function batchAbroad({ manifest: _, ...batch }: BatchShot): Omit<BatchShot, 'manifest'> {
  return batch;
}

/** An output of another line that a line takes. */
export interface ShotParent {
  /** The id of that line, or of the job where no line has it. */
  shot: string;
  /** Its job. */
  job: string;
  /** The digest of what is taken, in hex; null where it is a link whose file was never on this machine. */
  sha256: string | null;
}

/** A request that is to be sent, written down before the first byte leaves. It never holds the API key. */
export interface Intent extends RequestWay {
  schema: typeof ledgerSchemaVersion;
  /** The `Idempotency-Key` header; on v1, which has none, the name of the record only. */
  idempotency_key: string;
  profile: string;
  base_url: string;
  /** The exact body text; every send has the same bytes. */
  body: string;
  model: string;
  once: string | null;
  /** Counted from 1. */
  attempt: number;
  draft_of: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601; null until the first byte may have left. */
  first_sent_at: string | null;
  /** The place that the API key came from; absent until an account claims the intent. */
  key_source?: KeySource | undefined;
  /** Fingerprint of origin and API key, see `accountFingerprint`; absent until an account claims it. */
  account?: string | undefined;
  /** True if a person set the key: then it may be used again, whatever it looks like. Absent where nobody did. */
  key_by_hand?: boolean | undefined;
  /** How often it was sent or may have been, by any process; written down from the second send on. */
  sends?: number | undefined;
  /** The line of a batch that it is of; absent for any other submit. */
  batch?: BatchShot | undefined;
  /** The words of `--tag`; absent where it said nothing. */
  tags?: Tags | undefined;
  /** The amount of a budget that it holds until its job has ended; absent where it was claimed without one. Unit: USD. */
  reserved_usd?: number | undefined;
}

/** How often an intent was sent, or may have been. */
export function sendsOf({ first_sent_at, sends }: Pick<Intent, 'first_sent_at' | 'sends'>): number {
  return sends ?? (first_sent_at === null ? 0 : 1);
}

/** Why a submit certainly made no job: the service refused it, or it never reached the service. */
export interface RecordedRefusal {
  at: string;
  /** Null where nothing was sent. */
  status: number | null;
  code: string | null;
  message: string | null;
}

/** A job with the intent that made it; `intent` is null for a job that was looked up by its id alone. */
export interface JobRecord extends RequestWay {
  schema: typeof ledgerSchemaVersion;
  id: string;
  profile: string;
  base_url: string;
  /** When this machine first knew of the job. ISO 8601. */
  recorded_at: string;
  intent: Intent | null;
  /** The newest state received, whole. */
  job: Job;
  /** The newest v1 body received, whole; on v2 absent, unless not every output of the newest answer could be read. */
  raw?: unknown;
  /** When that state was received. ISO 8601. */
  seen_at: string;
  /** True if the service answered the submit with a job that it already had. */
  replayed: boolean;
  finals: string[];
  files: DownloadedFile[];
  /** When a run found that a file without a link can't come any more; absent for every other job. ISO 8601. */
  lost_at?: string | undefined;
  /** The commands of `--exec` that ended with 0 for this job; absent where none did. */
  execs?: NotedExec[] | undefined;
}

/** A command that ended with 0 for a job. Its words are not kept, because they may hold a secret. */
interface NotedExec {
  /** The digest of the command as it was typed. Hex. */
  sha256: string;
  /** ISO 8601. */
  at: string;
}
