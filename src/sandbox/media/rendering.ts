import type { ContainerFormat, Resolution } from '../../service/video-values.ts';
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
