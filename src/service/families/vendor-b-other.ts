import type { ModelFamily } from './family.ts';

/** Matches nothing: only the route tells that an id is the vendor's own. */
const noId = /(?!)/;

/**
 * Video models of the line whose parameter tables the document does not show. The refs route refuses them and points to the
 * spicy route as their ordinary endpoint, so they count as served there.
 * @see service document §2.6, §4.8
 */
export const vendorBVideo = {
  name: 'the vendor-b video line',
  ids: /^vendor-b\/video-/,
  medium: 'video',
  promptShape: 'content',
  jobs: true,
  tasks: ['tasks', 'spicy'],
  promptEnhance: false,
  section: '§2.6',
} as const satisfies ModelFamily;

/**
 * A video model under the vendor's own id, which the task route takes as well as the catalogue id. The document shows none of
 * these ids, so nothing tells which model an id means.
 * @see service document §4.5
 */
export const vendorBOwnVideo = {
  ...vendorBVideo,
  name: "the vendor's own models",
  ids: noId,
  jobs: false,
  tasks: ['tasks'],
  ownIds: true,
  section: '§4.5',
} as const satisfies ModelFamily;

/** The pictures of the vendor, which v1 serves on its image routes. @see service document §4.6 */
export const vendorBImage = {
  name: 'the vendor-b images',
  ids: /^vendor-b\/image/,
  medium: 'image',
  promptShape: 'prompt',
  jobs: false,
  tasks: ['images'],
  promptEnhance: false,
  section: '§4.6',
} as const satisfies ModelFamily;

/** A picture model under the vendor's own id. @see service document §4.5, §4.6 */
export const vendorBOwnImage = {
  ...vendorBImage,
  name: "the vendor's own pictures",
  ids: noId,
  ownIds: true,
} as const satisfies ModelFamily;
