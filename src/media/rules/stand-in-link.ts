import { standInPlaces } from '../../text/base-url.ts';

/** A link that stands for a file where it is not uploaded, or not yet. @param digest SHA-256 of what it stands for, in hex. */
export function standInLink(name: string, digest: string): string {
  return `${standInPlaces.files}${digest.slice(0, 12)}/${encodeURIComponent(name)}`;
}

/** A link that stands for the last frame of a job's clip, which the embedded sandbox can draw itself. */
export function frameStandIn(jobId: string): string {
  return `${standInPlaces.frames}${encodeURIComponent(jobId)}.png`;
}
