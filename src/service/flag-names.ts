import { isOption, options } from './options.ts';
import type { MediaRole } from './video-values.ts';

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
