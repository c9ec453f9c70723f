import { mediaPathPrefix } from '../../service/routes.ts';
import type { Deployment } from '../deployment.ts';
import { currentState } from '../life/job-state.ts';
import { type AcceptedJob, jobDigits, jobIdFrom } from '../state/jobs.ts';
import { fileExtension } from './output-file.ts';

/** An output that exists: its job, and its position from 1. */
interface FoundOutput {
  record: AcceptedJob;
  position: number;
}

/**
 * The link of an output: on the CDN host, or without a CDN under the API's media route, which requires the owner's key. The hash
 * in it can't be guessed and never changes.
 *
 * @see service document §2.2, §5
 */
export function outputUrl(deployment: Deployment, output: FoundOutput): string {
  return deployment.cdnUrl === undefined
    ? `${deployment.baseUrl}${mediaPathPrefix}${mediaId(deployment, output)}`
    : `${deployment.cdnUrl}/v2/${output.record.id}/${outputName(deployment, output)}`;
}

/** The output that the last two segments of a CDN path name; undefined for an unknown job and for a wrong hash alike. */
export function findOutput(deployment: Deployment, jobId: string, name: string): FoundOutput | undefined {
  const output = outputAt(deployment, jobId, /^(\d{1,3})-/.exec(name)?.[1]);
  return output !== undefined && outputName(deployment, output) === name ? output : undefined;
}

/** The output that an id of the media route names, or undefined. */
export function findMediaOutput(deployment: Deployment, id: string): FoundOutput | undefined {
  const [, hex, place] = /^out_([0-9a-f]{32})_(\d{1,3})_[0-9a-f]+$/.exec(id) ?? [];
  const output = outputAt(deployment, jobIdFrom(hex), place);
  return output !== undefined && mediaId(deployment, output) === id ? output : undefined;
}

/** The output at a position of a job that succeeded. */
export function outputAt(
  deployment: Deployment,
  jobId: string,
  place: string | undefined,
): FoundOutput | undefined {
  const record = deployment.jobs.read(jobId);
  const position = Number(place);
  if (record === undefined || !(position >= 1 && position <= record.outputCount)) return undefined;
  return currentState(deployment, record).status === 'succeeded' ? { record, position } : undefined;
}

function outputName(deployment: Deployment, output: FoundOutput): string {
  return `${output.position}-${hashOf(deployment, output)}.${fileExtension(output)}`;
}

function mediaId(deployment: Deployment, output: FoundOutput): string {
  return `out_${jobDigits(output.record.id)}_${output.position}_${hashOf(deployment, output)}`;
}

function hashOf(deployment: Deployment, { position, record }: FoundOutput): string {
  return deployment.secret.derive(['output', record.id, String(position)]);
}
