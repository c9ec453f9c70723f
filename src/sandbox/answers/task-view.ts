import { readSubmit } from '../../service/body/submit-subject.ts';
import type { JobErrorCode } from '../../service/job.ts';
import type { Medium } from '../../service/wire-values.ts';
import { type JsonObject, ownValue } from '../../text/json-object.ts';
import type { Deployment } from '../deployment.ts';
import { currentState, hasEnded, type JobNow } from '../life/job-state.ts';
import { mediaLink, rawLink } from '../links/output-link.ts';
import { framesPerSecond } from '../media/rendering.ts';
import { type AcceptedJob, taskIdOf } from '../state/jobs.ts';
import { errorMessages } from './job-view.ts';

/** The generator's own code, and its message where that is not the service's, for a code of the service. They are invented. §7.3 */
const providerWords: Partial<Record<JobErrorCode, { message?: string; provider_code?: string }>> = {
  provider_rejected: { provider_code: 'InvalidParameter' },
  provider_failed: {
    message: 'The output audio may be related to sensitive content; the task was ended.',
    provider_code: 'OutputAudioRejected',
  },
  timeout: { provider_code: 'Timeout' },
};

/** Takes the place of `provider_failed` for a picture, which has no sound that could be refused. */
const pictureFailed = {
  message: 'The picture could not be finished; the task was ended.',
  provider_code: 'OutputImageRejected',
};

/** The answer to a v1 poll: the vendor's whole body, and the fields that the service adds. @see service document §2.8 */
export function taskView(deployment: Deployment, record: AcceptedJob): JsonObject {
  const now = currentState(deployment, record);
  const over = hasEnded(now);
  const head = {
    id: taskIdOf(record.id),
    model: record.model,
    // The vendor's vocabulary has only these three words.
    status: !over ? 'running' : now.status === 'succeeded' ? 'succeeded' : 'failed',
    created_at: seconds(record.acceptedAtMs),
    updated_at: seconds(updatedAtMs(record, now)),
    ...settings(record),
    execution_expires_after: seconds(record.deadlineAtMs) - seconds(record.acceptedAtMs),
    job_id: record.id,
  };
  if (!over) return head;
  if (now.status !== 'succeeded') return { ...head, error: errorOf(now.errorCode, record.medium) };
  return { ...head, usage: usageOf(record), ...filesOf(deployment, record) };
}

/** When a task last changed: at its end, its start or, while it is queued, its acceptance. */
function updatedAtMs({ acceptedAtMs, plan }: AcceptedJob, now: JobNow): number {
  if (hasEnded(now)) return now.completedAtMs;
  return now.status === 'queued' ? acceptedAtMs : plan.startsAtMs;
}

export function errorOf(
  code: JobErrorCode,
  medium: Medium,
): { code: JobErrorCode; message: string; provider_code?: string } {
  const isPicture = code === 'provider_failed' && medium === 'image';
  return { code, message: errorMessages[code], ...(isPicture ? pictureFailed : providerWords[code]) };
}

/** The files of a task that succeeded, by masked links and by the vendor's raw ones. */
export function filesOf(deployment: Deployment, record: AcceptedJob): JsonObject {
  const file = { record, position: 1 };
  if (record.rendering.kind === 'picture') {
    const size = `${record.rendering.width}x${record.rendering.height}`;
    const data = Array.from({ length: record.outputCount }, (_, index) => {
      return { url: rawLink(deployment, { record, position: index + 1 }), size };
    });
    return { data, media_url: mediaLink(deployment, file) };
  }
  const still = returnsLastFrame(record) ? ({ record, position: 'last' } as const) : undefined;
  return {
    content: {
      video_url: rawLink(deployment, file),
      ...(still !== undefined && { last_frame_url: rawLink(deployment, still) }),
    },
    media_url: mediaLink(deployment, file),
    ...(still !== undefined && { last_frame_media_url: mediaLink(deployment, still) }),
  };
}

/** The parameters that the generator used, including those that it chose itself. */
function settings(record: AcceptedJob): JsonObject {
  const { rendering } = record;
  const { input, step } = readSubmit(record.body, { route: record.route });
  if (rendering.kind === 'picture')
    return { seed: rendering.seed, size: `${rendering.width}x${rendering.height}`, n: record.outputCount };
  return {
    seed: rendering.seed,
    resolution: rendering.resolution,
    ratio: rendering.ratio,
    duration: rendering.seconds,
    framespersecond: framesPerSecond,
    generate_audio: rendering.sound,
    output_format: rendering.container,
    bitrate_mode: ownValue(input, 'bitrate_mode') ?? 'high',
    watermark: ownValue(input, 'watermark') ?? false,
    return_last_frame: returnsLastFrame(record),
    draft: step === 'draft',
    service_tier: ownValue(input, 'service_tier') ?? 'default',
  };
}

/** Usage in tokens, by which the vendor meters. The number follows from what was rendered. */
function usageOf({ outputCount, rendering }: AcceptedJob): JsonObject {
  const units =
    rendering.kind === 'picture'
      ? (rendering.width * rendering.height * outputCount) / 256
      : rendering.seconds * framesPerSecond * tokensOf[rendering.resolution];
  const tokens = Math.round(units);
  return { completion_tokens: tokens, total_tokens: tokens };
}

/** Tokens of one frame, by tier. */
const tokensOf = { '480p': 420, '720p': 900, '1080p': 2025, '4K': 8100 } as const;

function returnsLastFrame(record: AcceptedJob): boolean {
  return ownValue(readSubmit(record.body, { route: record.route }).input, 'return_last_frame') === true;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
