import type { ModelFamily } from './family.ts';

/** Models whose prompt is a string; only the model list knows the medium of some. @see service document §2.6 */
const base = { medium: undefined, promptShape: 'prompt', jobs: true, tasks: [] } as const;

export const vendorAImage = {
  ...base,
  name: 'the vendor-a images',
  ids: /^vendor-a\/image/,
  medium: 'image',
} as const satisfies ModelFamily;

export const vendorAVideo = {
  ...base,
  name: 'the vendor-a videos',
  ids: /^vendor-a\/video/,
  medium: 'video',
} as const satisfies ModelFamily;

export const vendorAOther = {
  ...base,
  name: 'the vendor-a models',
  ids: /^vendor-a\//,
} as const satisfies ModelFamily;

/** The one model that rewrites prompts. @see service document §2.4 */
export const houseVideoH3Mini = {
  ...base,
  name: 'house/video-h3-mini',
  ids: /^house\/video-h3-mini$/,
  namedIds: ['house/video-h3-mini'],
  medium: 'video',
  promptEnhance: true,
} as const satisfies ModelFamily;

/** The service's own catalogue prefix. */
export const houseOther = {
  ...base,
  name: 'the house models',
  ids: /^house\//,
} as const satisfies ModelFamily;
