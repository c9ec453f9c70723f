/** Words of the service that are one of a few, apart from their schemas: tables and flags need no validator. */

/** The media that the service makes. @see service document §2.1 */
export const mediums = ['image', 'video'] as const;

export type Medium = (typeof mediums)[number];

/** The states of a v2 job; the last four are final. @see service document §3 */
export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled', 'expired'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** The beginning of every v2 job id. @see service document §2.1 */
export const jobIdPrefix = 'job_';

/** How far the service may rewrite a prompt. @see service document §2.4 */
export const promptEnhanceLevels = ['off', 'basic', 'full'] as const;

/** Names that other programs have for the states of a job. */
const statusSynonyms: Readonly<Record<string, JobStatus>> = {
  done: 'succeeded',
  complete: 'succeeded',
  completed: 'succeeded',
  finished: 'succeeded',
  ok: 'succeeded',
  success: 'succeeded',
  successful: 'succeeded',
  error: 'failed',
  errored: 'failed',
  pending: 'queued',
  waiting: 'queued',
  in_progress: 'running',
  'in-progress': 'running',
  processing: 'running',
  cancelled: 'canceled',
};

/** The state that a word names, here or in another program; undefined for any other word. */
export function statusMeant(word: string): JobStatus | undefined {
  const plain = word.toLowerCase();
  const own = jobStatuses.find((status) => status === plain);
  return own ?? (Object.hasOwn(statusSynonyms, plain) ? statusSynonyms[plain] : undefined);
}

/** The tiers, ratios and roles of a video input. @see service document §2.7 */
export const resolutions = ['480p', '720p', '1080p', '4K'] as const;
export type Resolution = (typeof resolutions)[number];

/** A tier as the document spells it: `4k` becomes `4K`, any other value is returned unchanged. */
export function spelledTier(value: unknown): unknown {
  return value === '4k' ? '4K' : value;
}

export const ratios = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'] as const;
export type Ratio = (typeof ratios)[number];

export const containerFormats = ['mp4', 'mov'] as const;
export type ContainerFormat = (typeof containerFormats)[number];

export const imageRoles = ['first_frame', 'last_frame', 'reference_image'] as const;
export const videoRoles = ['reference_video'] as const;
export const audioRoles = ['reference_audio'] as const;
export const mediaRoles = [...imageRoles, ...videoRoles, ...audioRoles] as const;
export type MediaRole = (typeof mediaRoles)[number];
