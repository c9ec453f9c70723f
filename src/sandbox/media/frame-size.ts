import type { Ratio, Resolution } from '../../service/video-values.ts';

/** A ratio of two numbers. `adaptive` is resolved to one of these before anything is drawn. */
export type FixedRatio = Exclude<Ratio, 'adaptive'>;

/** Sides of a picture, which are even because 4:2:0 colour needs it. Unit: px. */
export interface FrameSize {
  width: number;
  height: number;
}

type SizesByRatio = Record<FixedRatio, readonly [width: number, height: number]>;

/**
 * The document names tiers and shapes but no pixels. These are the sizes that public kits for such a family list. They list none
 * for 4K, so it is 1080p with both sides doubled, which keeps the shape.
 */
const sizes = {
  '480p': {
    '21:9': [992, 432],
    '16:9': [864, 496],
    '4:3': [752, 560],
    '1:1': [640, 640],
    '3:4': [560, 752],
    '9:16': [496, 864],
  },
  '720p': {
    '21:9': [1470, 630],
    '16:9': [1280, 720],
    '4:3': [1112, 834],
    '1:1': [960, 960],
    '3:4': [834, 1112],
    '9:16': [720, 1280],
  },
  '1080p': {
    '21:9': [2206, 946],
    '16:9': [1920, 1080],
    '4:3': [1664, 1248],
    '1:1': [1440, 1440],
    '3:4': [1248, 1664],
    '9:16': [1080, 1920],
  },
  '4K': {
    '21:9': [4412, 1892],
    '16:9': [3840, 2160],
    '4:3': [3328, 2496],
    '1:1': [2880, 2880],
    '3:4': [2496, 3328],
    '9:16': [2160, 3840],
  },
} as const satisfies Record<Resolution, SizesByRatio>;

/** The size of a clip by its tier and its ratio. @see service document §2.7 */
export function frameSize(resolution: Resolution, ratio: FixedRatio): FrameSize {
  const [width, height] = sizes[resolution][ratio];
  return { width, height };
}
