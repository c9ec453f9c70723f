import { mediaPathPrefix } from '../../contract/routes.ts';
import type { Deployment } from '../deployment.ts';
import { currentState } from '../life/job-state.ts';
import { type AcceptedJob, jobDigits, jobIdFrom } from '../state/jobs.ts';
import { outputExtension } from './output-file.ts';

/** An output that exists: its job, and its position from 1. */
export interface FoundOutput {
  record: AcceptedJob;
  position: number;
}

/**
 * The link of an output: on the CDN host, or without a CDN under the API's media route, which requires the owner's key. The hash
 * in it can't be guessed and never changes.
 *
 * @see service document §2.2, §5
 */
export function outputUrl(deployment: Deployment, record: AcceptedJob, position: number): string {
  return deployment.cdnUrl === undefined
    ? `${deployment.baseUrl}${mediaPathPrefix}${mediaId(deployment, record, position)}`
    : `${deployment.cdnUrl}/v2/${record.id}/${outputName(deployment, record, position)}`;
}

/** The output that the last two segments of a CDN path name; undefined for an unknown job and for a wrong hash alike. */
export function findOutput(deployment: Deployment, jobId: string, name: string): FoundOutput | undefined {
  const record = deployment.jobs.read(jobId);
  const position = Number(/^(\d{1,3})-/.exec(name)?.[1]);
  if (record === undefined || !hasOutput(deployment, record, position)) return undefined;
  return outputName(deployment, record, position) === name ? { record, position } : undefined;
}

/** The output that an id of the media route names, or undefined. */
export function findMediaOutput(deployment: Deployment, id: string): FoundOutput | undefined {
  const match = /^out_([0-9a-f]{32})_(\d{1,3})_[0-9a-f]+$/.exec(id);
  const record = deployment.jobs.read(jobIdFrom(match?.[1]));
  const position = Number(match?.[2]);
  if (record === undefined || !hasOutput(deployment, record, position)) return undefined;
  return mediaId(deployment, record, position) === id ? { record, position } : undefined;
}

function hasOutput(deployment: Deployment, record: AcceptedJob, position: number): boolean {
  const exists = position >= 1 && position <= record.outputCount;
  return exists && currentState(deployment, record).status === 'succeeded';
}

function outputName(deployment: Deployment, record: AcceptedJob, position: number): string {
  return `${position}-${hashOf(deployment, record, position)}.${outputExtension(record.rendering)}`;
}

function mediaId(deployment: Deployment, record: AcceptedJob, position: number): string {
  return `out_${jobDigits(record.id)}_${position}_${hashOf(deployment, record, position)}`;
}

function hashOf(deployment: Deployment, record: AcceptedJob, position: number): string {
  return deployment.secret.derive(['output', record.id, String(position)]);
}
