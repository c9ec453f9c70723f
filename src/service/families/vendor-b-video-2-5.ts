import { containerFormats, ratios } from '../video-values.ts';
import type { ModelFamily } from './family.ts';

/**
 * The tier with large inputs, long outputs and drafts. §4.7 says that the ordinary spicy route takes the model ids of §2.7;
 * §4.8 says it of `vendor-b/` ids for the refs route alone. Nothing refuses them on the ordinary route, so they count as
 * served there.
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
