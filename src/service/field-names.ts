/** Names that a model may give a field which a flag fills, other than the document's own name. */
export interface FieldNames {
  /** Names that mean only this. */
  sure: readonly string[];
  /** Names that may mean something else: one counts only where the schema lists the very value that was asked for. */
  ifListed: readonly string[];
}

/**
 * Usual names for the options of a request, under the document's own name for each. The document shows none of them, so one
 * counts only where a model's schema has it and lacks the document's name. `aspectRatio` and `aspect-ratio` count as
 * `aspect_ratio`.
 * @see service document §2.5, §2.7
 */
export const optionFieldNames = {
  resolution: {
    sure: [...ofMedia('resolution'), 'resolution_name', 'resolution_tier'],
    ifListed: ['quality', ...ofMedia('quality'), 'size', ...ofMedia('size'), 'tier', 'mode'],
  },
  duration: {
    sure: [
      ...['seconds', 'num_seconds', 'length', ...inSeconds('duration'), ...inSeconds('length')],
      ...['video_duration', 'video_length', 'clip_duration', 'clip_length'],
    ],
    ifListed: ['time'],
  },
  ratio: {
    sure: ['aspect_ratio', 'aspect', ...ofMedia('aspect_ratio'), ...ofMedia('ratio')],
    ifListed: ['size', ...ofMedia('size'), 'dimensions', 'orientation', 'format', 'resolution'],
  },
  output_format: {
    sure: [
      'container',
      'container_format',
      'video_format',
      'image_format',
      'output_container',
      'output_file_format',
    ],
    ifListed: ['format', 'file_format', 'file_type', 'output_type', 'mime_type', 'output_mime_type'],
  },
  generate_audio: {
    sure: [
      'audio',
      ...switches('audio'),
      'audio_generation',
      'sound',
      'generate_sound',
      ...switches('sound'),
    ],
    ifListed: [],
  },
  bitrate_mode: { sure: [], ifListed: ['bitrate', 'video_bitrate', 'bitrate_quality'] },
  return_last_frame: { sure: ['include_last_frame', 'output_last_frame'], ifListed: [] },
  watermark: { sure: switches('watermark'), ifListed: [] },
  seed: { sure: ['random_seed', 'rand_seed', 'noise_seed', 'seed_value', 'generation_seed'], ifListed: [] },
  omni_reference_task_type: { sure: ['reference_task', 'reference_task_type'], ifListed: [] },
} as const satisfies Record<string, FieldNames>;

function ofMedia(name: string): string[] {
  return ['video', 'image', 'output'].map((medium) => `${medium}_${name}`);
}

function inSeconds(name: string): string[] {
  return ['seconds', 'in_seconds', 'sec', 'secs', 's'].map((unit) => `${name}_${unit}`);
}

function switches(name: string): string[] {
  return [...['with', 'enable', 'include', 'add', 'has'].map((word) => `${word}_${name}`), `${name}_enabled`];
}

export type OptionName = keyof typeof optionFieldNames;

/** Tells whether a field is an option, by the document's own name for it. */
export function isOption(name: string): name is OptionName {
  return Object.hasOwn(optionFieldNames, name);
}

/**
 * Usual names for the field that holds the words of a prompt. `sure` ones mean only this. `vague` ones count only where the
 * schema has no prompt elsewhere, inside an object.
 * @see service document §2.6
 */
export const promptFieldNames = {
  sure: ['prompt_text', 'text_prompt', 'positive_prompt', 'input_prompt', 'video_prompt'],
  vague: ['text', 'input_text', 'inputs', 'instruction', 'caption'],
} as const;

/**
 * Fields by which some vendors count outputs. The service has rules of its own for them, so nobody is asked to fill one in,
 * whatever a schema says.
 * @see service document §2.4
 */
export const countFieldNames: readonly string[] = ['n', 'enable_sequential'];
