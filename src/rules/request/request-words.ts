import type { MediaRole } from '../../contract/video-values.ts';
import type { JsonPlace } from '../json/json-place.ts';

/** A picture, clip or sound named on the command line, in the order it was named. */
export interface MediaInput {
  role: MediaRole;
  url: string;
  /** Where its link goes among the parameters of a body that was there before; beside the others unless given. */
  at?: JsonPlace | undefined;
}

/** A submit as the command line words it, before it takes the shape its model wants. */
export interface RequestWords {
  /** The whole body to start from (`--body`, or an earlier job's). */
  body?: Record<string, unknown> | undefined;
  model?: string | undefined;
  prompt?: string | undefined;
  /** Replaces the body's `input` (`--input`). */
  input?: Record<string, unknown> | undefined;
  /** Flat options by their wire names, such as `duration`; undefined values are left out. */
  options: Record<string, unknown>;
  media: readonly MediaInput[];
  /** `--set`, applied last. */
  set: readonly (readonly [name: string, value: unknown])[];
  count?: number | undefined;
  callbackUrl?: string | undefined;
  promptEnhance?: string | undefined;
}

/** The roles of the media that still need a field to go to: what has a place in an earlier body goes to that place. */
export function unplacedRoles({ media }: Pick<RequestWords, 'media'>): MediaRole[] {
  return [...new Set(media.filter(({ at }) => at === undefined).map(({ role }) => role))];
}
