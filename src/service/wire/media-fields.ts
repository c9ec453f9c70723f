import type { MediaRole } from '../video-values.ts';

/** Fields of several pictures whose names don't say what the pictures are for. */
const pictureListNames = [
  'images',
  'image_urls',
  'input_images',
  'input_image_urls',
  'image_list',
  'image_inputs',
  'image_input',
  'img_urls',
] as const;

/** Names of a field for one file: each of these, and as its link. */
function one(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['', '_url', '_uri', '_link'].map((end) => `${name}${end}`));
}

/** Names of a field for several files: each of these, as many, as one, and as links. */
function several(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`${name}s`, ...one(name), `${name}_urls`]);
}

/** Fields of a single picture: a clip begins with it; a picture is modelled on it. */
export const onePictureNames = one(
  'image',
  'input_image',
  'img',
  'init_image',
  'prompt_image',
  'source_image',
);

/**
 * Names that models with a prompt string give to the field for media of a role, likeliest first. The document shows none of them,
 * so a name counts only where a model's own schema has it. `imageUrl` is `image_url` in other letters.
 * @see service document §2.5, §2.6
 */
export const mediaFieldNames: Readonly<Record<MediaRole, readonly string[]>> = {
  first_frame: [
    ...one(
      'first_frame',
      'start_image',
      'first_frame_image',
      'first_image',
      'start_frame',
      'start_frame_image',
    ),
    ...one('start_keyframe', 'first_keyframe', 'starting_frame', 'starting_image', 'image_start'),
    ...one('initial_image'),
    ...onePictureNames,
    ...one('conditioning_image'),
  ],
  last_frame: [
    ...one('last_frame', 'end_image', 'image_tail', 'last_frame_image', 'last_image', 'end_frame'),
    ...one('end_frame_image', 'end_keyframe', 'last_keyframe', 'ending_frame', 'ending_image', 'image_end'),
    ...one('tail_image', 'final_frame', 'final_image'),
  ],
  reference_image: [
    ...several('reference_image', 'ref_image'),
    'image_references',
    'image_refs',
    ...pictureListNames,
    'input_references',
    'input_reference',
    ...several('subject_image'),
    'subject_reference',
    'reference_urls',
  ],
  reference_video: [
    ...several('reference_video', 'ref_video', 'video', 'input_video'),
    'video_input',
    ...one('source_video', 'prompt_video', 'driving_video'),
  ],
  reference_audio: [
    'reference_audio',
    ...several('reference_audio', 'ref_audio', 'audio', 'input_audio').filter(
      (name) => name !== 'reference_audio',
    ),
    'audio_input',
    'audio_file',
    ...one('source_audio', 'driving_audio'),
    'sound_url',
    'music_url',
    'voice_url',
  ],
};

/** Fields of one or several pictures whose names don't say what the pictures are for. */
export const anyPictureNames = [...onePictureNames, ...pictureListNames] as const;

/** Words in a field's name that mean the beginning of a clip. */
export const startWords: readonly string[] = ['first', 'start', 'starting', 'init', 'initial', 'begin'];

/** Words in a field's name that mean the end of a clip. */
export const endWords: readonly string[] = ['last', 'end', 'ending', 'tail', 'final'];

/** Words in a field's name which say that its link is no reference: the service calls it or writes to it, or it is a mask, say. */
export const otherLinkWords: readonly string[] = [
  'prompt',
  'text',
  'webhook',
  'callback',
  'notify',
  'notification',
  'upload',
  'output',
  'redirect',
  'mask',
  'lora',
  'model',
  'checkpoint',
  'weights',
  'voice',
];
