import { plainName } from '../text/nearest-name.ts';
import type { InputOption, OptionRow } from './fields/option-row.ts';
import { containerFormats, ratios, resolutions } from './wire-values.ts';

/**
 * The options of a request, in the order of flags, of schemas and of findings. Flags, columns, project files, checks and their
 * mends, the sandbox's schemas and prices read these rows. Other names than the document's own count only where a model's schema
 * has one of them and lacks that; `aspectRatio` and `aspect-ratio` count as `aspect_ratio`.
 * @see service document §2.5, §2.7
 */
export const options = {
  resolution: {
    takes: resolutions,
    usual: '720p',
    says: 'Tier of the picture; 720p unless given.',
    rule: 'resolution',
    isPriced: true,
    flag: { name: '--resolution', value: 'tier', says: 'resolution of the picture' },
    ofFinal: 'step',
    names: {
      sure: [...ofMedia('resolution'), 'resolution_name', 'resolution_tier'],
      ifListed: ['quality', ...ofMedia('quality'), 'size', ...ofMedia('size'), 'tier', 'mode'],
    },
  },
  duration: {
    takes: 'seconds',
    usual: 5,
    says: 'Length; -1 lets the model choose; 5 unless given.',
    rule: 'duration',
    isPriced: true,
    isOfClips: true,
    flag: { name: '--duration', value: 'seconds', says: 'length; -1 lets the model choose' },
    ofFinal: 'inherits',
    names: {
      sure: [
        ...['seconds', 'num_seconds', 'length', ...inSeconds('duration'), ...inSeconds('length')],
        ...['video_duration', 'video_length', 'clip_duration', 'clip_length'],
      ],
      ifListed: ['time'],
    },
  },
  ratio: {
    takes: ratios,
    usual: 'adaptive',
    says: 'Shape of the picture; adaptive unless given.',
    rule: 'ratio',
    isPriced: false,
    flag: { name: '--ratio', value: 'w:h', says: 'aspect ratio' },
    ofFinal: 'inherits',
    names: {
      sure: ['aspect_ratio', 'aspect', ...ofMedia('aspect_ratio'), ...ofMedia('ratio')],
      ifListed: ['size', ...ofMedia('size'), 'dimensions', 'orientation', 'format', 'resolution'],
    },
  },
  output_format: {
    takes: containerFormats,
    usual: 'mp4',
    says: 'mov carries 10-bit colour and PCM sound.',
    rule: 'container-format',
    isPriced: false,
    isOfClips: true,
    flag: { name: '--output-format', value: 'format', says: 'container of the clip', isSeldom: true },
    ofFinal: 'own',
    names: {
      sure: [
        ...['container', 'container_format', 'video_format', 'image_format'],
        ...['output_container', 'output_file_format'],
      ],
      ifListed: ['format', 'file_format', 'file_type', 'output_type', 'mime_type', 'output_mime_type'],
    },
  },
  generate_audio: {
    takes: 'true or false',
    says: 'Whether a soundtrack is made.',
    rule: 'option-type',
    isPriced: true,
    isOfClips: true,
    called: 'sound',
    flag: { name: '--audio', says: 'render a soundtrack', saysNo: 'render none' },
    ofFinal: 'inherits',
    names: {
      sure: [
        ...['audio', ...switches('audio'), 'audio_generation'],
        ...['sound', 'generate_sound', ...switches('sound')],
      ],
      ifListed: [],
    },
  },
  bitrate_mode: {
    takes: ['standard', 'high'],
    says: 'high costs no more.',
    rule: 'bitrate-mode',
    isPriced: false,
    isOfClips: true,
    flag: { name: '--bitrate-mode', value: 'mode', says: 'bitrate of the clip', isSeldom: true },
    ofFinal: 'own',
    names: { sure: [], ifListed: ['bitrate', 'video_bitrate', 'bitrate_quality'] },
  },
  return_last_frame: {
    takes: 'true or false',
    usual: false,
    says: 'The closing still beside the clip; v1 only.',
    rule: 'option-type',
    isPriced: false,
    isOfClips: true,
    flag: {
      name: '--return-last-frame',
      says: 'return the last frame as a picture, too (v1 only)',
      isSeldom: true,
    },
    ofFinal: 'own',
    onRoutes: 'returnsLastFrame',
    names: { sure: ['include_last_frame', 'output_last_frame'], ifListed: [] },
  },
  watermark: {
    takes: 'true or false',
    usual: false,
    says: 'Whether the clip is marked.',
    rule: 'option-type',
    isPriced: false,
    flag: {
      name: '--watermark',
      says: 'put a watermark on the clip',
      saysNo: 'put none on it',
      isSeldom: true,
    },
    ofFinal: 'own',
    names: { sure: switches('watermark'), ifListed: [] },
  },
  seed: {
    takes: 'whole number',
    says: 'The same seed gives a similar clip, not the same.',
    rule: 'seed',
    isPriced: false,
    flag: { name: '--seed', value: 'n', says: 'repeat a seed for a similar result' },
    ofFinal: 'inherits',
    names: {
      sure: ['random_seed', 'rand_seed', 'noise_seed', 'seed_value', 'generation_seed'],
      ifListed: [],
    },
  },
  omni_reference_task_type: {
    takes: ['auto', 'reference', 'edit', 'extend'],
    usual: 'auto',
    says: 'What references are for; needs reference media.',
    rule: 'reference-task-value',
    isPriced: true,
    flag: {
      name: '--reference-task',
      value: 'task',
      says: 'how the model uses the references',
      isSeldom: true,
    },
    ofFinal: 'idle',
    ignored: { rule: 'reference-task-ignored' },
    names: { sure: ['reference_task', 'reference_task_type'], ifListed: [] },
  },
} as const satisfies Record<string, OptionRow>;

function ofMedia(name: string): string[] {
  return ['video', 'image', 'output'].map((medium) => `${medium}_${name}`);
}

function inSeconds(name: string): string[] {
  return ['seconds', 'in_seconds', 'sec', 'secs', 's'].map((unit) => `${name}_${unit}`);
}

function switches(name: string): string[] {
  return [...['with', 'enable', 'include', 'add', 'has'].map((word) => `${word}_${name}`), `${name}_enabled`];
}

type Rows = typeof options;
export type OptionName = keyof Rows;

/** The options whose row has such a member. */
export type OptionsWith<Member> = {
  [Name in OptionName]: Rows[Name] extends Member ? Name : never;
}[OptionName];

/** The row of an option, with every member that a row may have. */
export function optionRow(name: OptionName): OptionRow {
  return options[name];
}

export const optionNames = Object.keys(options) as readonly OptionName[];

/** Tells whether a field is an option, by the document's own name for it. */
export function isOption(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}

/** Tells whether a field has that option, by the document's own name for it or by another that means only this. */
export function isFieldOf(option: OptionName, name: string): boolean {
  const plain = plainName(name);
  return [option, ...optionRow(option).names.sure].some((known) => plainName(known) === plain);
}

/** The options that have a trait. */
export function optionsThat(isSo: (row: OptionRow) => boolean): OptionName[] {
  return optionNames.filter((name) => isSo(optionRow(name)));
}

/** Those and `draft`, which a command fills, by the document's names. `checks/draft.ts` has the rules of drafts and finals. */
export const inputOptions: ReadonlyMap<string, InputOption & Partial<OptionRow>> = new Map<
  string,
  InputOption & Partial<OptionRow>
>([
  ...Object.entries(options),
  [
    'draft',
    {
      takes: 'true or false',
      usual: false,
      says: 'Renders a 480p draft.',
      rule: 'option-type',
      isPriced: false,
      isOfClips: true,
    },
  ],
]);

/** The words that the document lists for an option; none where it lists none. */
export function documentedValues(name: string): readonly string[] {
  const takes = inputOptions.get(name)?.takes;
  return typeof takes === 'object' ? takes : [];
}
