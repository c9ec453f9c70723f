import { lineDots } from './text.ts';

const gapDots = 4;
const barDots = 3;

/** Height of a timecode with a bar below it. Unit: px. */
export function reelHeight(bodyScale: number): number {
  return (lineDots + gapDots + barDots) * bodyScale;
}

/** Height of the bar at the foot of a reel. Unit: px. */
export function barHeight(bodyScale: number): number {
  return barDots * bodyScale;
}
