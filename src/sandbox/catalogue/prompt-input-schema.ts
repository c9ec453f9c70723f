import { type Resolution, ratios } from '../../service/video-values.ts';
import { type FieldSchema, inputSchemaOf } from '../../service/wire/video-input-description.ts';

/** The fixed shapes alone: a model with a prompt string has no frame to adapt to. */
const fixedRatios = ratios.filter((ratio) => ratio !== 'adaptive');

const promptField = { type: 'string', minLength: 1, description: 'What to render.' };
const seedField = {
  type: 'integer',
  description: 'The same seed gives a similar result, not the same.',
};
const ratio = { type: 'string', enum: fixedRatios, default: '16:9', description: 'Shape of the picture.' };

/** Shortest and longest side of a picture. Unit: px. */
export const pictureSidePixels = { least: 64, most: 4_096 } as const;

/** The input of a picture model. @see service document §2.5, §2.6 */
export const pictureInputSchema = inputSchemaOf(['prompt'], {
  prompt: promptField,
  negative_prompt: { type: 'string', description: 'What to keep out of the picture.' },
  size: {
    type: 'string',
    pattern: '^[0-9]{2,4}x[0-9]{2,4}$',
    default: '1024x1024',
    description: `Width and height, each ${pictureSidePixels.least} to ${pictureSidePixels.most}. Unit: px.`,
  },
  ratio: { ...ratio, default: '1:1', description: 'Shape of the picture, where size is not given.' },
  seed: seedField,
});

/** The input of a video model with a prompt string; `required` and `optional` are further fields. @see service document §2.6 */
export function clipInputSchema(parts: {
  resolutions: readonly Resolution[];
  required?: Record<string, FieldSchema>;
  optional?: Record<string, FieldSchema>;
}): Record<string, unknown> {
  return inputSchemaOf(['prompt', ...Object.keys(parts.required ?? {})], {
    prompt: promptField,
    ...parts.required,
    resolution: {
      type: 'string',
      enum: parts.resolutions,
      default: '720p',
      description: 'Tier of the picture.',
    },
    duration: {
      type: 'integer',
      minimum: 4,
      maximum: 10,
      default: 5,
      description: 'Length of the clip. Unit: s.',
    },
    ratio,
    seed: seedField,
    ...parts.optional,
  });
}

/** One request may ask for at most so many pictures. */
export const picturesMost = 4;

/** The words that such models take for a size, and the area that each stands for. Unit: square px. */
export const pictureAreas: ReadonlyMap<string, number> = new Map([
  ['1K', 1_024 ** 2],
  ['2K', 2_048 ** 2],
  ['4K', 4_096 ** 2],
]);

/** The fields that the image routes of v1 take beside `model`. The document does not show their bodies. @see service document §4.6 */
export const vendorBPictureSchema = inputSchemaOf(['prompt'], {
  prompt: promptField,
  size: {
    type: 'string',
    pattern: `^([0-9]{2,4}x[0-9]{2,4}|${[...pictureAreas.keys()].join('|')})$`,
    default: '1024x1024',
    description: `Width and height, each ${pictureSidePixels.least} to ${pictureSidePixels.most} px, or a word for the area.`,
  },
  n: {
    type: 'integer',
    minimum: 1,
    maximum: picturesMost,
    default: 1,
    description: 'How many pictures.',
  },
  seed: seedField,
  response_format: {
    type: 'string',
    enum: ['url', 'b64_json'],
    default: 'url',
    description: 'Links, or the pictures themselves; read where they are in the answer.',
  },
});
