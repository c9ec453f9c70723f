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

/** Tells whether a value can follow a flag that takes any word; what begins with a dash is the next flag. */
export function isFlagWord(text: string): boolean {
  return text.trim() !== '' && !text.startsWith('-');
}

/** Tells whether a text is a number in digits, as flags read one. */
export function isFlagNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
}
