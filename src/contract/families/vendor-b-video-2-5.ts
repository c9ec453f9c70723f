import { containerFormats, ratios } from '../video-values.ts';
import type { ModelFamily } from './family.ts';

/**
 * The tier with large inputs, long outputs and drafts. The spicy routes are said to take the model ids of this table, and
 * elsewhere only the refs route is said to take ids of this kind; nothing refuses them on the ordinary endpoint, so they
 * count as served there.
 * @see service document §2.7, §4.7, §4.8
 */
export const vendorBVideo25 = {
  name: 'the 2.5 tier',
  ids: /^vendor-b\/video-2\.5$/,
  namedIds: ['vendor-b/video-2.5'],
  medium: 'video',
  promptShape: 'content',
  jobs: true,
  tasks: ['tasks', 'spicy', 'refs'],
  promptEnhance: false,
  options: {
    resolutions: ['480p', '720p', '1080p'],
    durationSeconds: { least: 4, most: 30, modelChooses: true },
    ratios,
    containerFormats,
    referenceTask: true,
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
  section: '§2.7',
} as const satisfies ModelFamily;
