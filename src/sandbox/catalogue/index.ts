import { vendorBVideo20, vendorBVideo25 } from '../../service/families/vendor-b.ts';
import { limits } from '../../service/limits.ts';
import type { ModelEntry } from '../../service/model.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import {
  type FieldSchema,
  inputSchemaOf,
  videoInputDescription,
} from '../../service/wire/video-input-description.ts';
import { type Medium, type Resolution, ratios } from '../../service/wire-values.ts';
import { clipRate, type Rate } from '../money/prices.ts';

/** A model that the sandbox serves. */
export interface CatalogueModel extends ModelEntry {
  id: string;
  medium: Medium;
  runtimeSeconds: number;
  maxOutputCount: number;
  rate: Rate;
  inputSchema: Record<string, unknown>;
  /** How long a synchronous render would take, if longer than the gateway waits. Unit: s. */
  gatewaySeconds?: number;
}

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
const pictureInputSchema = inputSchemaOf(['prompt'], {
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

/** One request may ask for at most so many pictures. */
const picturesMost = 4;

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

const video = { medium: 'video', runtimeSeconds: limits.videoRuntimeSeconds, maxOutputCount: 1 } as const;
const image = {
  medium: 'image',
  runtimeSeconds: limits.imageRuntimeSeconds,
  maxOutputCount: picturesMost,
} as const;
const link = (description: string) => ({ type: 'string', format: 'uri', description });
const anImage = (microusd: number) => ({ per: 'image', microusd }) as const;

/** The lines of models that the document has a table of, each with its shares of a price as `clipRate` takes them. */
const lines = [
  ['2.5', vendorBVideo25.options, 1, 1.3],
  ['2.0', vendorBVideo20.options, 0.7, 0.9],
  ['2.0-fast', vendorBVideo20.options, 0.4, 0.5],
  ['2.0-mini', vendorBVideo20.options, 0.2, 0.25],
] as const;

type Fields = Record<string, FieldSchema>;

/** A video model with a prompt string; `required` and `optional` are further fields. @see service document §2.6 */
const promptClip = (
  id: string,
  share: number,
  tiers: readonly Resolution[],
  { optional = {}, required = {} }: { required?: Fields; optional?: Fields } = {},
) => ({
  id,
  ...video,
  rate: clipRate(tiers, share, share),
  inputSchema: inputSchemaOf(['prompt', ...Object.keys(required)], {
    prompt: promptField,
    ...required,
    resolution: { type: 'string', enum: tiers, default: '720p', description: 'Tier of the picture.' },
    duration: {
      ...{ type: 'integer', minimum: 4, maximum: 10, default: 5 },
      description: 'Length of the clip. Unit: s.',
    },
    ratio,
    seed: seedField,
    ...optional,
  }),
});

const upTo1080p = ['480p', '720p', '1080p'] as const;

/** Every model of `/v2`, in the order of its list. @see service document §2.5 */
export const catalogue: readonly CatalogueModel[] = [
  ...lines.map(([name, options, plain, withVideo]) => ({
    id: `vendor-b/video-${name}`,
    ...video,
    rate: clipRate(options.resolution, plain, withVideo),
    inputSchema: videoInputDescription(options),
  })),
  { id: 'vendor-a/image-1', ...image, rate: anImage(30_000), inputSchema: pictureInputSchema },
  promptClip('vendor-a/video-1', 0.5, upTo1080p),
  promptClip('vendor-a/video-1-i2v', 0.6, upTo1080p, { required: { image: link('The first frame.') } }),
  promptClip('house/video-h3-mini', 0.15, ['480p', '720p'], {
    optional: {
      reference_images: { type: 'array', items: link('A picture.'), description: 'Pictures to follow.' },
      reference_audio: { type: 'array', items: link('A sound.'), description: 'Sound to follow.' },
    },
  }),
];

/** Models that only v1 serves; the list of `/v2` does not name them. @see service document §4.6, §4.7 */
export const taskCatalogue: readonly CatalogueModel[] = [
  ...lines.map(([name, options, plain, withVideo]) => ({
    id: `spicy/video-${name.replace('.', '-')}`,
    ...video,
    onlyRoute: 'spicy' as const,
    rate: clipRate(options.resolution, plain, withVideo),
    inputSchema: videoInputDescription(options, 'spicy'),
  })),
  {
    id: 'vendor-b/image-1',
    ...image,
    rate: anImage(20_000),
    onlyRoute: 'images',
    inputSchema: vendorBPictureSchema,
  },
  // Its render outlasts the gateway, so the synchronous route must point to the asynchronous one.
  {
    id: 'vendor-b/image-1-pro',
    ...image,
    rate: anImage(60_000),
    onlyRoute: 'images',
    gatewaySeconds: 240,
    inputSchema: vendorBPictureSchema,
  },
];

/** Every model, including those that only v1 serves. */
export const servedModels: readonly CatalogueModel[] = [...catalogue, ...taskCatalogue];

/** A model that a route serves, by its catalogue id; on the vendor's routes also by its native id. @see service document §4.4–4.8 */
export function modelOn(route: RequestRoute, name: string): CatalogueModel | undefined {
  const { hasModelList, takesVendorIds } = requestRoutes[route];
  const served = hasModelList ? catalogue : servedModels;
  return served.find(({ id }) => id === name || (takesVendorIds && nativeIdOf(id) === name));
}

/** The vendor's native id of a model, which the task routes take too. It is invented. @see service document §4.5 */
export function nativeIdOf(id: string): string | undefined {
  return id.startsWith(vendorPrefix)
    ? `native-${id.slice(vendorPrefix.length).replace('.', '-')}`
    : undefined;
}

const vendorPrefix = 'vendor-b/';
