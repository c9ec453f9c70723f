import type { Job } from './job.ts';

/** Numbers of the service document, each with its unit in the name. @see service document §8 */
export const limits = {
  /** Longest runtime of a video job before it ends `expired`. §8 */
  videoRuntimeSeconds: 30 * 60,
  /** Longest runtime of an image job before it ends `expired`. §8 */
  imageRuntimeSeconds: 5 * 60,
  /** Text of all content parts together. §8 */
  textCharacters: 100_000,
  /** Past this length a prompt is left as written by `prompt_enhance`. §2.4, §8 */
  promptEnhanceCharacters: 4_000,
  /** Size of the image-set mode, which `/v2` refuses at submit. §8 */
  imageSetImages: 12,
  /** How long an output link on the CDN host lives at least. §2.2 */
  outputExpiryYears: 10,
  /** How long the generator can still build a final from a draft. §3 */
  draftValiditySeconds: 7 * 24 * 60 * 60,
  /** How long a masked link of a task route lives at most. §4.9 */
  taskMediaLinkSeconds: 60 * 60,
  /** References that the refs route prepares, by position. §4.8 */
  preparedReferences: 3,
  /** Renders longer than this must take the asynchronous image route. §8 */
  synchronousGatewaySeconds: 120,
  /** Recommended time between two polls of a v1 task. §4.5 */
  taskPollSeconds: { least: 5, most: 10 },
} as const;

/** The limits of a reference clip that the generator takes. @see service document §2.7 */
export const referenceClipLimits = {
  containers: ['mp4', 'mov'],
  sidePixels: { least: 300, most: 6_000 },
  totalPixels: { least: 407_696, most: 8_295_044 },
  aspectRatio: { least: 0.4, most: 2.5 },
  framesPerSecond: { least: 24, most: 60 },
  megabytes: 200,
} as const;

/** How long to wait for a job whose deadline is not known yet: longer than any job runs. Unit: ms. @see service document §8 */
export const unknownDeadlineMs = 45 * 60_000;

/** How long after a job's deadline the service may take to call it expired. Unit: ms. */
export const deadlineGraceMs = 60_000;

/** A job that says that it may take longer than this says nothing. Unit: ms. */
const spanMostMs = 24 * 60 * 60_000;

/** How long to wait for a job whatever any clock says: for a minute more than it may take from its begin to its deadline. Unit: ms. */
export function waitMostMs({ created_at, deadline_at }: Partial<Job> = {}): number {
  const spanMs = Date.parse(deadline_at ?? '') - Date.parse(created_at ?? '');
  return spanMs > 0 && spanMs <= spanMostMs ? spanMs + deadlineGraceMs : unknownDeadlineMs;
}
