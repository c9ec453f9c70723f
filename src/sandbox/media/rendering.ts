import type { ContainerFormat, Resolution } from '../../contract/video-values.ts';
import type { FixedRatio } from './frame-size.ts';

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
    };

/** Frames a second of every clip. */
export const framesPerSecond = 24;
