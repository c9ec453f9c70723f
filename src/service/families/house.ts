import type { ModelFamily } from './family.ts';
import { vendorAOther } from './vendor-a.ts';

/** The one model that rewrites prompts. @see service document §2.4 */
export const houseVideoH3Mini = {
  ...vendorAOther,
  name: 'house/video-h3-mini',
  ids: /^house\/video-h3-mini$/,
  namedIds: ['house/video-h3-mini'],
  medium: 'video',
  promptEnhance: true,
  section: '§2.4',
} as const satisfies ModelFamily;

/** The service's own catalogue prefix. */
export const houseOther = {
  ...vendorAOther,
  name: 'the house models',
  ids: /^house\//,
  section: '§2.4',
} as const satisfies ModelFamily;
