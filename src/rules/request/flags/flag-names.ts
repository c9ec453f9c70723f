import type { MediaRole } from '../../../contract/video-values.ts';

/** The flags that name media, by the role they give it. */
export const flagOfRole = {
  first_frame: '--first-frame',
  last_frame: '--last-frame',
  reference_image: '--ref-image',
  reference_video: '--ref-video',
  reference_audio: '--ref-audio',
} as const satisfies Record<MediaRole, string>;

const flagOfOddOption: Readonly<Record<string, string>> = {
  generate_audio: '--audio',
  omni_reference_task_type: '--reference-task',
  // It has no flag: the command says it.
  draft: 'genctl draft',
};

/** How a command line says an option: `duration` is `--duration`, a generate_audio of false `--no-audio`. */
export function flagOfOption(name: string, value: unknown): string {
  const flag = flagOfOddOption[name] ?? `--${name.replaceAll('_', '-')}`;
  return value === false ? flag.replace('--', '--no-') : flag;
}
