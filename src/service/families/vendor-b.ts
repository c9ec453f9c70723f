import { containerFormats, resolutions } from '../wire-values.ts';
import type { ModelFamily } from './family.ts';

const clips = { medium: 'video', promptShape: 'content', jobs: true } as const;

/**
 * The tier with large inputs, long outputs and drafts. §4.7 says that the ordinary spicy route takes the model ids of §2.7;
 * §4.8 says it of `vendor-b/` ids for the refs route alone. Nothing refuses them on the ordinary route, so they count as
 * served there.
 * @see service document §2.7, §4.7, §4.8
 */
export const vendorBVideo25 = {
  ...clips,
  name: 'the 2.5 tier',
  ids: /^vendor-b\/video-2\.5$/,
  namedIds: ['vendor-b/video-2.5'],
  tasks: ['tasks', 'spicy', 'refs'],
  options: {
    resolution: ['480p', '720p', '1080p'],
    duration: { least: 4, most: 30, modelChooses: true },
    output_format: containerFormats,
    omni_reference_task_type: true,
    draft: true,
    unlisted: { resolution: 'service', others: 'generator' },
  },
  references: {
    images: 30,
    videos: 10,
    audio: 10,
    clipSeconds: { least: 2, most: 30 },
    clipsTotalSeconds: 30,
    audioAlone: true,
  },
} as const satisfies ModelFamily;

/** The 2.0 line: 2.0, fast and mini, which the document names by these words and not by their ids. @see service document §2.7 */
export const vendorBVideo20 = {
  ...clips,
  name: 'the 2.0 line',
  ids: /^vendor-b\/video-2\.0/,
  namedIds: ['vendor-b/video-2.0', 'vendor-b/video-2.0-fast', 'vendor-b/video-2.0-mini'],
  tasks: ['tasks', 'spicy', 'refs'],
  options: {
    resolution: resolutions,
    duration: { least: 4, most: 15, modelChooses: true },
    output_format: ['mp4'],
    unlisted: { resolution: 'advice', others: 'advice' },
  },
  references: {
    images: 9,
    videos: 3,
    audio: 3,
    clipSeconds: { least: 2, most: 15 },
    clipsTotalSeconds: 15,
    audioAlone: false,
  },
} as const satisfies ModelFamily;

/**
 * Video models of the line whose parameter tables the document does not show. The refs route refuses them and points to the
 * spicy route as their ordinary endpoint, so they count as served there.
 * @see service document §2.6, §4.8
 */
export const vendorBVideo = {
  ...clips,
  name: 'the vendor-b video line',
  ids: /^vendor-b\/video-/,
  tasks: ['tasks', 'spicy'],
} as const satisfies ModelFamily;

/** The pictures of the vendor, which v1 serves on its image routes. @see service document §4.6 */
export const vendorBImage = {
  name: 'the vendor-b images',
  ids: /^vendor-b\/image/,
  medium: 'image',
  promptShape: 'prompt',
  jobs: false,
  tasks: ['images'],
} as const satisfies ModelFamily;

/** Matches nothing: only the route tells that an id is the vendor's own. */
const noId = /(?!)/;

/**
 * A video model under the vendor's own id, which the task route takes as well as the catalogue id. The document shows none of
 * these ids, so nothing tells which model an id means.
 * @see service document §4.5
 */
export const vendorBOwnVideo = {
  ...clips,
  name: "the vendor's own models",
  ids: noId,
  jobs: false,
  tasks: ['tasks'],
  ownIds: true,
} as const satisfies ModelFamily;

/** A picture model under the vendor's own id. @see service document §4.5, §4.6 */
export const vendorBOwnImage = {
  ...vendorBImage,
  name: "the vendor's own pictures",
  ids: noId,
  ownIds: true,
} as const satisfies ModelFamily;

/** Ids of the spicy routes, which v2 does not serve. @see service document §3, §4.7 */
const ofSpicy = { jobs: false, tasks: ['spicy', 'refs'] } as const;

/** The 2.5 tier under its id of the spicy routes. */
export const spicyVideo25 = {
  ...vendorBVideo25,
  ...ofSpicy,
  name: 'the 2.5 tier (spicy)',
  ids: /^spicy\/video-2-5$/,
  namedIds: ['spicy/video-2-5'],
} as const satisfies ModelFamily;

/** The 2.0 line under its ids of the spicy routes. @see service document §4.8 */
export const spicyVideo20 = {
  ...vendorBVideo20,
  ...ofSpicy,
  name: 'the 2.0 line (spicy)',
  ids: /^spicy\/video-2-0/,
  // The document does not spell these; they follow the 2.5 tier's id on these routes.
  namedIds: ['spicy/video-2-0', 'spicy/video-2-0-fast', 'spicy/video-2-0-mini'],
} as const satisfies ModelFamily;

/** Any other id of the spicy routes. */
export const spicyOther = {
  ...clips,
  name: 'the spicy models',
  ids: /^spicy\//,
  jobs: false,
  tasks: ['spicy'],
} as const satisfies ModelFamily;
