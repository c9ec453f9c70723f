import { requestRoutes } from '../../service/request-route.ts';
import { mediaPathPrefix } from '../../service/routes.ts';
import type { Deployment } from '../deployment.ts';
import { jobDigits, jobIdFrom } from '../state/jobs.ts';
import { fileExtension, type JobFile } from './output-file.ts';
import { outputAt } from './output-link.ts';

/** How long a masked link works after the poll that gave it. Unit: s. @see service document §4.9, §8 */
export const mediaLinkSeconds = 55 * 60;

/** The path of the vendor's raw links, which no API route uses: without a CDN they are on the API's host. */
export const rawPathPrefix = '/vendor-b/outputs/';

/** A masked link. Its id is the credential, and contains the moment when it expires. */
export function mediaLink(deployment: Deployment, file: JobFile): string {
  const endsAt = Math.floor(deployment.nowMs() / 1_000) + mediaLinkSeconds;
  return `${deployment.baseUrl}${mediaPathPrefix}${mediaIdOf(deployment, file, endsAt)}`;
}

/** The file that the id of a masked link opens; undefined for an expired id and for an unknown one alike. */
export function findTaskMedia(deployment: Deployment, id: string): JobFile | undefined {
  const [, hex, place = '', moment = ''] =
    /^tm_([0-9a-f]{32})_(\d{1,3}|last)_(\d{1,12})_[0-9a-f]+$/.exec(id) ?? [];
  const file = taskFile(deployment, jobIdFrom(hex), place);
  if (file === undefined || deployment.nowMs() >= Number(moment) * 1_000) return undefined;
  return mediaIdOf(deployment, file, Number(moment)) === id ? file : undefined;
}

/** The vendor's raw link, kept for compatibility. It needs no key and can't be guessed. @see service document §2.8 */
export function rawLink(deployment: Deployment, file: JobFile): string {
  const host = deployment.cdnUrl ?? deployment.baseUrl;
  return `${host}${rawPathPrefix}${jobDigits(file.record.id)}/${rawNameOf(deployment, file)}`;
}

/** The file that the last two segments of a raw link name, or undefined. */
export function findRawFile(deployment: Deployment, hex: string, name: string): JobFile | undefined {
  const file = taskFile(deployment, jobIdFrom(hex), name.split('-', 1)[0] ?? '');
  return file !== undefined && rawNameOf(deployment, file) === name ? file : undefined;
}

function taskFile(deployment: Deployment, jobId: string, place: string): JobFile | undefined {
  const output = outputAt(deployment, jobId, place === 'last' ? '1' : place);
  if (output === undefined || !requestRoutes[output.record.route].isPassThrough) return undefined;
  if (place !== 'last') return output;
  return output.record.rendering.kind === 'clip' ? { ...output, position: place } : undefined;
}

function mediaIdOf(deployment: Deployment, { position, record }: JobFile, endsAt: number): string {
  const hash = deployment.secret.derive(['task media', record.id, String(position), String(endsAt)]);
  return `tm_${jobDigits(record.id)}_${position}_${endsAt}_${hash}`;
}

function rawNameOf(deployment: Deployment, file: JobFile): string {
  const { position, record } = file;
  return `${position}-${deployment.secret.derive(['raw', record.id, String(position)])}.${fileExtension(file)}`;
}
