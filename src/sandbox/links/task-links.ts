import { mediaPathPrefix } from '../../contract/routes.ts';
import type { Deployment } from '../deployment.ts';
import { lookAtJob } from '../life/job-state.ts';
import { type JobRecord, routeOf } from '../state/jobs.ts';
import { outputExtension } from './output-file.ts';

/** A file of a v1 task: the output at a position, from 1, or the closing still. */
export interface TaskFile {
  record: JobRecord;
  position: number | 'last';
}

/** How long a masked link opens its file, from the poll that gave it. Unit: s. @see service document §4.9, §8 */
export const mediaLinkSeconds = 55 * 60;

/** Where the vendor's raw links are: on the CDN's host, or on the API's where there is none; a path that no API route has. */
export const rawPathPrefix = '/vendor-b/outputs/';

/** A masked link: its id is the credential, and holds until when it is one. */
export function mediaLink(deployment: Deployment, file: TaskFile): string {
  const endsAt = Math.floor(deployment.nowMs() / 1_000) + mediaLinkSeconds;
  return `${deployment.baseUrl}${mediaPathPrefix}${mediaIdOf(deployment, file, endsAt)}`;
}

/** The file that the id of a masked link opens; undefined once it has ended, as for an id that never was. */
export function findTaskMedia(deployment: Deployment, id: string): TaskFile | undefined {
  const [, hex, place = '', moment = ''] =
    /^tm_([0-9a-f]{32})_(\d{1,3}|last)_(\d{1,12})_[0-9a-f]+$/.exec(id) ?? [];
  const file = taskFile(deployment, `job_${hex}`, place);
  if (file === undefined || deployment.nowMs() >= Number(moment) * 1_000) return undefined;
  return mediaIdOf(deployment, file, Number(moment)) === id ? file : undefined;
}

/** The vendor's raw link, kept for compatibility: it needs no key, and cannot be guessed. @see service document §2.8 */
export function rawLink(deployment: Deployment, file: TaskFile): string {
  const host = deployment.cdnUrl ?? deployment.baseUrl;
  return `${host}${rawPathPrefix}${file.record.id.slice('job_'.length)}/${rawNameOf(deployment, file)}`;
}

/** The file of a raw link's last two segments, or undefined. */
export function findRawFile(deployment: Deployment, hex: string, name: string): TaskFile | undefined {
  const file = taskFile(deployment, `job_${hex}`, name.split('-', 1)[0] ?? '');
  return file !== undefined && rawNameOf(deployment, file) === name ? file : undefined;
}

function taskFile(deployment: Deployment, jobId: string, place: string): TaskFile | undefined {
  const record = deployment.jobs.read(jobId);
  if (record === undefined || routeOf(record) === 'jobs') return undefined;
  if (lookAtJob(deployment, record).status !== 'succeeded') return undefined;
  if (place === 'last') return record.rendering.kind === 'clip' ? { record, position: 'last' } : undefined;
  const position = Number(place);
  return position >= 1 && position <= record.outputCount ? { record, position } : undefined;
}

function mediaIdOf(deployment: Deployment, { position, record }: TaskFile, endsAt: number): string {
  const hash = deployment.secret.derive(['task media', record.id, String(position), String(endsAt)]);
  return `tm_${record.id.slice('job_'.length)}_${position}_${endsAt}_${hash}`;
}

function rawNameOf(deployment: Deployment, { position, record }: TaskFile): string {
  const extension = position === 'last' ? 'png' : outputExtension(record.rendering);
  return `${position}-${deployment.secret.derive(['raw', record.id, String(position)])}.${extension}`;
}
