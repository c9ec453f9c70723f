import { drawCard } from './drawing/card.ts';
import type { Caption } from './drawing/card-column.ts';
import { encodePng } from './png.ts';

/** A picture to draw. */
export interface PictureRequest extends Caption {
  /** Unit: px; each side from 64 to 4096. */
  width: number;
  height: number;
  /** Its index among the outputs of its job, from 0. Pictures at different indexes differ. */
  index: number;
}

/**
 * The picture that the sandbox delivers for a job: a title card with the request on it. The same request gives the same bytes.
 * @returns a PNG
 * @throws RangeError for a side outside its range
 * @see service document §2.2
 */
export function renderPicture(request: PictureRequest): Uint8Array {
  const { width, height, index, ...caption } = request;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < leastSide || side > mostSide) {
      throw new RangeError(`A side of ${side} px is not within ${leastSide} to ${mostSide} px.`);
    }
  }
  const { canvas } = drawCard(caption, {
    width,
    height,
    details: [
      ['SIZE', `${width} x ${height}`],
      ['IMAGE', String(index + 1)],
    ],
    variation: `picture ${index}`,
    hasReel: false,
  });
  return encodePng(canvas);
}

const leastSide = 64;
const mostSide = 4096;
