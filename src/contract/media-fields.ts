import type { MediaRole } from './video-values.ts';

/**
 * What models with a prompt string call the field that takes media of a role, likeliest first. The document shows none of
 * them, so a name counts only where a model's own schema has it.
 * @see service document §2.5, §2.6
 */
export const mediaFieldNames = {
  first_frame: ['first_frame', 'first_frame_url', 'image', 'image_url', 'input_image', 'start_image'],
  last_frame: ['last_frame', 'last_frame_url', 'end_image', 'image_tail'],
  reference_image: ['reference_images', 'images', 'image_urls', 'reference_image'],
  reference_video: ['reference_videos', 'videos', 'reference_video', 'video', 'video_url'],
  reference_audio: ['reference_audio', 'reference_audios', 'audio', 'audio_url'],
} as const satisfies Record<MediaRole, readonly string[]>;

/** Fields of one picture: a clip begins with it, and a picture is made after it. */
export const onePictureNames = ['image', 'image_url', 'input_image'] as const;
