import { inputSchemaOf } from '../../service/wire/input-description.ts';
import { pictureSidePixels, promptField, seedField } from './prompt-input-schema.ts';

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
