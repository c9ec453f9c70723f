import type { JsonPlace } from '../schema/json/json-place.ts';
import { isOption, options } from './options.ts';
import type { MediaRole } from './wire-values.ts';

/** A picture, clip or sound named on the command line, in the order it was named. */
export interface MediaInput {
  role: MediaRole;
  url: string;
  /** The name of the cast that it was named by: `fox`. */
  member?: string | undefined;
  /** The place of its link in an earlier body; beside the other media unless given. */
  at?: JsonPlace | undefined;
}

/** A request in the words of the command line, before it gets the shape that its model takes. */
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
  /** The words that were typed for flags of it, by these: `--takes` for `--seed`. */
  typed?: Readonly<Record<string, string>> | undefined;
}

/** A flag of a request by the words that were typed for it. */
export function typedFor({ typed }: Pick<RequestWords, 'typed'>, flag: string): string {
  return typed?.[flag] ?? flag;
}

/** The roles of the media that need a field. Media with a place in an earlier body do not. */
export function unplacedRoles({ media }: Pick<RequestWords, 'media'>): MediaRole[] {
  return [...new Set(media.filter(({ at }) => at === undefined).map(({ role }) => role))];
}

/** The flags that name media, by the role they give it. */
export const flagOfRole = {
  first_frame: '--first-frame',
  last_frame: '--last-frame',
  reference_image: '--ref-image',
  reference_video: '--ref-video',
  reference_audio: '--ref-audio',
} as const satisfies Record<MediaRole, string>;

/** How a command line says an option: `duration` is `--duration`, a generate_audio of false `--no-audio`. A draft has a command. */
export function flagOfOption(name: string, value: unknown): string {
  if (name === 'draft') return 'genctl draft';
  const flag = isOption(name) ? options[name].flag.name : `--${name.replaceAll('_', '-')}`;
  return value === false ? flag.replace('--', '--no-') : flag;
}
