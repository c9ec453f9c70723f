import { ratios, resolutions } from '../video-values.ts';
import type { ModelFamily } from './family.ts';

/** The 2.0 line: 2.0, fast and mini, which the document names by these words and not by their ids. @see service document §2.7 */
export const vendorBVideo20 = {
  name: 'the 2.0 line',
  ids: /^vendor-b\/video-2\.0/,
  namedIds: ['vendor-b/video-2.0', 'vendor-b/video-2.0-fast', 'vendor-b/video-2.0-mini'],
  medium: 'video',
  promptShape: 'content',
  jobs: true,
  tasks: ['tasks', 'spicy', 'refs'],
  promptEnhance: false,
  options: {
    resolutions,
    durationSeconds: { least: 4, most: 15, modelChooses: true },
    ratios,
    containerFormats: ['mp4'],
    referenceTask: false,
    draft: false,
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
  section: '§2.7',
} as const satisfies ModelFamily;
