import type { ContainerFormat, Ratio, Resolution } from '../../service/wire-values.ts';

/** Everything that decides the bytes of a picture or clip. */
export type Rendering =
  | { kind: 'picture'; width: number; height: number; seed: number; prompt: string }
  | {
      kind: 'clip';
      resolution: Resolution;
      ratio: FixedRatio;
      seconds: number;
      seed: number;
      prompt: string;
      container: ContainerFormat;
      sound: boolean;
      /** The picture that it begins with; absent where that is none of the sandbox's own. */
      opening?: Opening | undefined;
    };

/** A file of another job, with which a clip begins. */
export interface Opening {
  jobId: string;
  model: string;
  rendering: Rendering;
  /** The output, from 1, or the closing still of a clip. */
  position: number | 'last';
}

/** Frames a second of every clip. */
export const framesPerSecond = 24;

/** A ratio of two numbers. `adaptive` is resolved to one of these before anything is drawn. */
export type FixedRatio = Exclude<Ratio, 'adaptive'>;

/** Sides of a picture, which are even because 4:2:0 colour needs it. Unit: px. */
interface FrameSize {
  width: number;
  height: number;
}

type WideRatio = Exclude<FixedRatio, '3:4' | '9:16'>;
type SizesByRatio = Record<WideRatio, readonly [width: number, height: number]>;

/**
 * The document names tiers and shapes but no pixels. These are the sizes that public kits for such a family list. They list none
 * for 4K, so it is 1080p with both sides doubled, which keeps the shape. A tall shape is a wide one, turned.
 */
const sizes = {
  '480p': {
    '21:9': [992, 432],
    '16:9': [864, 496],
    '4:3': [752, 560],
    '1:1': [640, 640],
  },
  '720p': {
    '21:9': [1470, 630],
    '16:9': [1280, 720],
    '4:3': [1112, 834],
    '1:1': [960, 960],
  },
  '1080p': {
    '21:9': [2206, 946],
    '16:9': [1920, 1080],
    '4:3': [1664, 1248],
    '1:1': [1440, 1440],
  },
} as const satisfies Record<Exclude<Resolution, '4K'>, SizesByRatio>;

/** The size of a clip by its tier and its ratio. @see service document §2.7 */
export function frameSize(resolution: Resolution, ratio: FixedRatio): FrameSize {
  const times = resolution === '4K' ? 2 : 1;
  const ofTier = sizes[resolution === '4K' ? '1080p' : resolution];
  if (ratio === '3:4' || ratio === '9:16') {
    const [height, width] = ofTier[ratio === '3:4' ? '4:3' : '16:9'];
    return { width: times * width, height: times * height };
  }
  const [width, height] = ofTier[ratio];
  return { width: times * width, height: times * height };
}
