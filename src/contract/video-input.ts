import * as z from 'zod/mini';
import { field } from './field.ts';
import {
  audioRoles,
  bitrateModes,
  containerFormats,
  imageRoles,
  ratios,
  referenceTasks,
  resolutions,
  videoRoles,
} from './video-values.ts';

const link = z.strictObject({
  url: field(z.string(), { section: '§2.7', says: 'Where the media is.', unit: 'URL' }),
});

export const textPartSchema = z.strictObject({
  type: z.literal('text'),
  text: field(z.string(), { section: '§2.7', says: 'Words of the prompt.' }),
});

export const imagePartSchema = z.strictObject({
  type: z.literal('image_url'),
  image_url: link,
  role: z.optional(field(z.enum(imageRoles), { section: '§2.7', says: 'What the picture is for.' })),
});

export const videoPartSchema = z.strictObject({
  type: z.literal('video_url'),
  video_url: link,
  role: z.optional(field(z.enum(videoRoles), { section: '§2.7', says: 'What the clip is for.' })),
});

export const audioPartSchema = z.strictObject({
  type: z.literal('audio_url'),
  audio_url: link,
  role: z.optional(field(z.enum(audioRoles), { section: '§2.7', says: 'What the sound is for.' })),
});

export const draftTaskPartSchema = z.strictObject({
  type: z.literal('draft_task'),
  draft_task: z.strictObject({
    id: field(z.string().check(z.minLength(1)), { section: '§2.7', says: 'The draft to render as a final.' }),
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
  resolution: z.optional(
    field(z.enum(resolutions), { section: '§2.7', says: 'Tier of the picture; 720p unless given.' }),
  ),
  duration: z.optional(
    field(z.int(), { section: '§2.7', says: 'Length; -1 lets the model choose; 5 unless given.', unit: 's' }),
  ),
  ratio: z.optional(
    field(z.enum(ratios), { section: '§2.7', says: 'Shape of the picture; adaptive unless given.' }),
  ),
  output_format: z.optional(
    field(z.enum(containerFormats), { section: '§2.7', says: 'mov carries 10-bit colour and PCM sound.' }),
  ),
  generate_audio: z.optional(field(z.boolean(), { section: '§2.7', says: 'Whether a soundtrack is made.' })),
  bitrate_mode: z.optional(field(z.enum(bitrateModes), { section: '§2.7', says: 'high costs no more.' })),
  return_last_frame: z.optional(
    field(z.boolean(), { section: '§2.7', says: 'The closing still beside the clip; v1 only.' }),
  ),
  watermark: z.optional(field(z.boolean(), { section: '§2.7', says: 'Whether the clip is marked.' })),
  seed: z.optional(
    field(z.int(), { section: '§2.7', says: 'The same seed gives a similar clip, not the same.' }),
  ),
  omni_reference_task_type: z.optional(
    field(z.enum(referenceTasks), {
      section: '§2.7',
      says: 'What references are for; wants reference media.',
    }),
  ),
  draft: z.optional(field(z.boolean(), { section: '§2.7, §3', says: 'Renders a 480p draft.' })),
});

/** The whole input of a video model with a content array. @see service document §2.7 */
export const videoInputSchema = z.looseObject({
  content: field(z.array(contentPartSchema), { section: '§2.7', says: 'Prompt and media, in order.' }),
  ...videoOptionsSchema.shape,
});
