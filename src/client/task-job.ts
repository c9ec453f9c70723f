import type { Job } from '../contract/job.ts';
import type { Output } from '../contract/output.ts';
import type { RequestRoute } from '../contract/request-route.ts';
import { asRecord, textOf } from './json-record.ts';

/** Words of v1 that mean the same as one of the jobs of v2. */
const sameStatus: Readonly<Record<string, string>> = { cancelled: 'canceled' };

/**
 * The job that a v1 body speaks of. The masked link comes first and the vendor's raw one only where it is missing; the
 * closing still is the last output. Fields that are missing or of another kind are left out.
 * @see service document §2.8
 */
export function jobOfTask(id: string, route: RequestRoute, body: Record<string, unknown>): Job {
  const said = textOf(body.status) ?? 'unknown';
  const status = sameStatus[said] ?? said;
  const outputs = outputsOf(body, route);
  const job: Record<string, unknown> = {
    id,
    status,
    media: route === 'images' ? 'image' : 'video',
    model: textOf(body.model),
    created_at: timeOf(body.created_at),
    completed_at: timeOf(body.completed_at) ?? (status === 'succeeded' ? timeOf(body.updated_at) : undefined),
    cost_usd: typeof body.cost_usd === 'number' ? body.cost_usd : undefined,
    outputs: status === 'succeeded' && outputs.length > 0 ? outputs : undefined,
    error: errorOf(body.error),
  };
  const present = Object.entries(job).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Job;
}

function outputsOf(body: Record<string, unknown>, route: RequestRoute): Output[] {
  const content = asRecord(body.content);
  const pictures = (Array.isArray(body.data) ? body.data : []).map((one) => textOf(asRecord(one)?.url));
  const [first, ...others] = pictures;
  const main = textOf(body.media_url) ?? textOf(content?.video_url) ?? first;
  const still = textOf(body.last_frame_media_url) ?? textOf(content?.last_frame_url);
  const isPicture = route === 'images' || (textOf(content?.video_url) === undefined && first !== undefined);
  return [
    ...(main === undefined ? [] : [isPicture ? picture(main) : clip(main, asRecord(body.content), body)]),
    ...others.flatMap((url) => (url === undefined ? [] : [picture(url)])),
    ...(still === undefined || isPicture ? [] : [{ ...picture(still), content_type: 'image/png' }]),
  ];
}

function picture(url: string): Output {
  return { url, type: 'image' };
}

/** The masked link has no ending, the vendor's has: it tells MOV from MP4. */
function clip(
  url: string,
  content: Record<string, unknown> | undefined,
  body: Record<string, unknown>,
): Output {
  const raw = textOf(content?.video_url)?.split(/[?#]/, 1)[0] ?? '';
  const isMov = textOf(body.output_format) === 'mov' || /\.mov$/i.test(raw);
  return { url, type: 'video', content_type: isMov ? 'video/quicktime' : 'video/mp4' };
}

/** Seconds since 1970, or a text as it stands. */
function timeOf(value: unknown): string | undefined {
  if (typeof value === 'number' && value > 0 && value < 8e12) return new Date(value * 1000).toISOString();
  return textOf(value);
}

function errorOf(value: unknown): Record<string, string> | undefined {
  const error = asRecord(value);
  if (error === undefined) return undefined;
  const fields = ['code', 'message', 'provider_code'].flatMap((name) => {
    const text = textOf(error[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
