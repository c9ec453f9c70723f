import type { ModelFamily } from './family.ts';

const base = {
  promptShape: 'prompt',
  jobs: true,
  tasks: [],
  promptEnhance: false,
  section: '§2.6',
} as const;

/** Pictures of the family whose prompt is a string. @see service document §2.6 */
export const vendorAImage = {
  ...base,
  name: 'the vendor-a images',
  ids: /^vendor-a\/image/,
  medium: 'image',
} as const satisfies ModelFamily;

/** Clips of the family whose prompt is a string. @see service document §2.6 */
export const vendorAVideo = {
  ...base,
  name: 'the vendor-a videos',
  ids: /^vendor-a\/video/,
  medium: 'video',
} as const satisfies ModelFamily;

/** Any other id of the family; only the model list knows its medium. @see service document §2.6 */
export const vendorAOther = {
  ...base,
  name: 'the vendor-a models',
  ids: /^vendor-a\//,
  medium: undefined,
} as const satisfies ModelFamily;
