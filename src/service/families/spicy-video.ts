import type { ModelFamily } from './family.ts';
import { vendorBVideo20 } from './vendor-b-video-2-0.ts';
import { vendorBVideo25 } from './vendor-b-video-2-5.ts';

/** The 2.5 tier under its id of the spicy routes, which v2 does not serve. @see service document §3, §4.7 */
export const spicyVideo25 = {
  ...vendorBVideo25,
  name: 'the 2.5 tier (spicy)',
  ids: /^spicy\/video-2-5$/,
  namedIds: ['spicy/video-2-5'],
  jobs: false,
  tasks: ['spicy', 'refs'],
  section: '§4.7',
} as const satisfies ModelFamily;

/** The 2.0 line under its ids of the spicy routes. @see service document §4.7, §4.8 */
export const spicyVideo20 = {
  ...vendorBVideo20,
  name: 'the 2.0 line (spicy)',
  ids: /^spicy\/video-2-0/,
  // The document does not spell these; they follow the 2.5 tier's id on these routes.
  namedIds: ['spicy/video-2-0', 'spicy/video-2-0-fast', 'spicy/video-2-0-mini'],
  jobs: false,
  tasks: ['spicy', 'refs'],
  section: '§4.7',
} as const satisfies ModelFamily;

/** Any other id of the spicy routes. @see service document §4.7 */
export const spicyOther = {
  name: 'the spicy models',
  ids: /^spicy\//,
  medium: 'video',
  promptShape: 'content',
  jobs: false,
  tasks: ['spicy'],
  promptEnhance: false,
  section: '§4.7',
} as const satisfies ModelFamily;
