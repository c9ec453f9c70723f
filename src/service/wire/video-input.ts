import * as z from 'zod/mini';
import {
  audioRoles,
  bitrateModes,
  containerFormats,
  imageRoles,
  ratios,
  referenceTasks,
  resolutions,
  videoRoles,
} from '../video-values.ts';
import { fieldsOf } from './field.ts';

const inputField = fieldsOf('§2.7');
const draftField = fieldsOf('§2.7, §3');

const link = z.strictObject({
  url: inputField(z.string(), 'Where the media is.', 'URL'),
});

export const textPartSchema = z.strictObject({
  type: z.literal('text'),
  text: inputField(z.string(), 'Words of the prompt.'),
});

export const imagePartSchema = z.strictObject({
  type: z.literal('image_url'),
  image_url: link,
  role: z.optional(inputField(z.enum(imageRoles), 'What the picture is for.')),
});

export const videoPartSchema = z.strictObject({
  type: z.literal('video_url'),
  video_url: link,
  role: z.optional(inputField(z.enum(videoRoles), 'What the clip is for.')),
});

export const audioPartSchema = z.strictObject({
  type: z.literal('audio_url'),
  audio_url: link,
  role: z.optional(inputField(z.enum(audioRoles), 'What the sound is for.')),
});

export const draftTaskPartSchema = z.strictObject({
  type: z.literal('draft_task'),
  draft_task: z.strictObject({
    id: inputField(z.string().check(z.minLength(1)), 'The draft to render as a final.'),
  }),
});

/** One part of a `content` array. @see service document §2.7 */
export const contentPartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  imagePartSchema,
  videoPartSchema,
  audioPartSchema,
  draftTaskPartSchema,
]);

export type ContentPart = z.infer<typeof contentPartSchema>;
export type ContentPartType = ContentPart['type'];

/** The flat options beside `content`. A model's family says which of the values it takes. @see service document §2.7 */
export const videoOptionsSchema = z.looseObject({
  resolution: z.optional(inputField(z.enum(resolutions), 'Tier of the picture; 720p unless given.')),
  duration: z.optional(inputField(z.int(), 'Length; -1 lets the model choose; 5 unless given.', 's')),
  ratio: z.optional(inputField(z.enum(ratios), 'Shape of the picture; adaptive unless given.')),
  output_format: z.optional(inputField(z.enum(containerFormats), 'mov carries 10-bit colour and PCM sound.')),
  generate_audio: z.optional(inputField(z.boolean(), 'Whether a soundtrack is made.')),
  bitrate_mode: z.optional(inputField(z.enum(bitrateModes), 'high costs no more.')),
  return_last_frame: z.optional(inputField(z.boolean(), 'The closing still beside the clip; v1 only.')),
  watermark: z.optional(inputField(z.boolean(), 'Whether the clip is marked.')),
  seed: z.optional(inputField(z.int(), 'The same seed gives a similar clip, not the same.')),
  omni_reference_task_type: z.optional(
    inputField(z.enum(referenceTasks), 'What references are for; needs reference media.'),
  ),
  draft: z.optional(draftField(z.boolean(), 'Renders a 480p draft.')),
});

/** The whole input of a video model with a content array. @see service document §2.7 */
export const videoInputSchema = z.looseObject({
  content: inputField(z.array(contentPartSchema), 'Prompt and media, in order.'),
  ...videoOptionsSchema.shape,
});
