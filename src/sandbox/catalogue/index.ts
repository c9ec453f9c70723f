import { vendorBVideo20 } from '../../contract/families/vendor-b-video-2-0.ts';
import { vendorBVideo25 } from '../../contract/families/vendor-b-video-2-5.ts';
import { limits } from '../../contract/limits.ts';
import type { ModelEntry } from '../../contract/model.ts';
import { type RequestRoute, requestRoutes } from '../../contract/request-route.ts';
import { videoInputDescription } from '../../contract/video-input-description.ts';
import type { Medium } from '../../contract/wire-values.ts';
import type { PricedModel } from '../money/prices.ts';
import { catalogueId } from './native-ids.ts';
import { clipInputSchema, pictureInputSchema } from './prompt-input-schema.ts';
import { picturesMost, vendorBPictureSchema } from './vendor-b-picture-schema.ts';

/** A model that the sandbox serves. */
export interface CatalogueModel extends ModelEntry {
  id: PricedModel;
  medium: Medium;
  runtimeSeconds: number;
  maxOutputCount: number;
  inputSchema: Record<string, unknown>;
  /** How long a synchronous render would take, if longer than the gateway waits. Unit: s. */
  gatewaySeconds?: number;
}

const video = { medium: 'video', runtimeSeconds: limits.videoRuntimeSeconds, maxOutputCount: 1 } as const;
const image = {
  medium: 'image',
  runtimeSeconds: limits.imageRuntimeSeconds,
  maxOutputCount: picturesMost,
} as const;
const upTo1080p = ['480p', '720p', '1080p'] as const;
const link = (description: string) => ({ type: 'string', format: 'uri', description });

const contentClip = (id: PricedModel, { options }: typeof vendorBVideo20 | typeof vendorBVideo25) => ({
  id,
  ...video,
  inputSchema: videoInputDescription(options),
});
const spicyClip = (id: PricedModel, { options }: typeof vendorBVideo20 | typeof vendorBVideo25) =>
  ({ id, ...video, onlyRoute: 'spicy', inputSchema: videoInputDescription(options, 'spicy') }) as const;

/** Every model of `/v2`, in the order of its list. @see service document §2.5 */
export const catalogue: readonly CatalogueModel[] = [
  contentClip('vendor-b/video-2.5', vendorBVideo25),
  contentClip('vendor-b/video-2.0', vendorBVideo20),
  contentClip('vendor-b/video-2.0-fast', vendorBVideo20),
  contentClip('vendor-b/video-2.0-mini', vendorBVideo20),
  { id: 'vendor-a/image-1', ...image, inputSchema: pictureInputSchema },
  { id: 'vendor-a/video-1', ...video, inputSchema: clipInputSchema({ resolutions: upTo1080p }) },
  {
    id: 'vendor-a/video-1-i2v',
    ...video,
    inputSchema: clipInputSchema({ resolutions: upTo1080p, required: { image: link('The first frame.') } }),
  },
  {
    id: 'house/video-h3-mini',
    ...video,
    inputSchema: clipInputSchema({
      resolutions: ['480p', '720p'],
      optional: {
        reference_images: { type: 'array', items: link('A picture.'), description: 'Pictures to follow.' },
        reference_audio: { type: 'array', items: link('A sound.'), description: 'Sound to follow.' },
      },
    }),
  },
];

/** Models that only v1 serves; the list of `/v2` does not name them. @see service document §4.6, §4.7 */
export const taskCatalogue: readonly CatalogueModel[] = [
  spicyClip('spicy/video-2-5', vendorBVideo25),
  spicyClip('spicy/video-2-0', vendorBVideo20),
  spicyClip('spicy/video-2-0-fast', vendorBVideo20),
  spicyClip('spicy/video-2-0-mini', vendorBVideo20),
  { id: 'vendor-b/image-1', ...image, onlyRoute: 'images', inputSchema: vendorBPictureSchema },
  // Its render outlasts the gateway, so the synchronous route must point to the asynchronous one.
  {
    id: 'vendor-b/image-1-pro',
    ...image,
    onlyRoute: 'images',
    gatewaySeconds: 240,
    inputSchema: vendorBPictureSchema,
  },
];

/** Every model, including those that only v1 serves. */
export const servedModels: readonly CatalogueModel[] = [...catalogue, ...taskCatalogue];

/** A model by its catalogue id; on the vendor's routes also by its native id. @see service document §4.5, §4.6 */
export function taskModel(name: string, route: RequestRoute): CatalogueModel | undefined {
  const id = requestRoutes[route].takesVendorIds ? catalogueId(name) : name;
  return servedModels.find((model) => model.id === id);
}

export function catalogueModel(id: string): CatalogueModel | undefined {
  return catalogue.find((model) => model.id === id);
}
