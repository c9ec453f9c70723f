import type { ModelFamily } from './family.ts';

/** Matches nothing: the vendor's own ids are told by their route alone. */
const noId = /(?!)/;

/**
 * Video models of the line whose parameter tables the document does not show. Beside the refs route, which takes two lines
 * alone, the spicy one is called the ordinary endpoint for them.
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
 * A clip model under the vendor's own id, which the task route takes as well as the catalogue's. The document shows none of
 * these ids, so that nothing tells which model one is.
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
