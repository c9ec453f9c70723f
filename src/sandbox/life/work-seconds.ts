import type { Resolution } from '../../contract/video-values.ts';
import { pictureSidePixels } from '../catalogue/prompt-input-schema.ts';
import type { Rendering } from '../media/rendering.ts';

/** The weight of each tier in a clip's time, relative to the largest. */
const weights: Record<Resolution, number> = { '480p': 0.1, '720p': 0.25, '1080p': 0.5, '4K': 1 };

const clipSeconds = { least: 3, most: 6 };
const pictureSeconds = { least: 1, most: 2 };
const longestClipSeconds = 30;
const largestPicturePixels = pictureSidePixels.most ** 2;

/** Time from the acceptance to the success of a job at speed 1, by the size and length of what it renders. Unit: s. */
export function workSeconds(rendering: Rendering): number {
  if (rendering.kind === 'picture')
    return between(pictureSeconds, (rendering.width * rendering.height) / largestPicturePixels);
  return between(clipSeconds, weights[rendering.resolution] * (rendering.seconds / longestClipSeconds));
}

function between({ least, most }: { least: number; most: number }, share: number): number {
  return least + (most - least) * Math.min(Math.sqrt(share), 1);
}
