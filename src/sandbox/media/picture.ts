import type { Canvas } from '../../media/drawing/canvas.ts';
import { encodePng } from '../../media/drawing/encode-png.ts';
import { pictureSidePixels } from '../catalogue/prompt-input-schema.ts';
import { type Caption, drawCard } from '../drawing/card.ts';

/** A picture to draw. */
export interface PictureRequest extends Caption {
  /** Each side within `pictureSidePixels`. Unit: px. */
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
  return encodePng(drawPicture(request));
}

/** As `renderPicture`, but before the picture is coded. */
export function drawPicture(request: PictureRequest): Canvas {
  const { width, height, index, ...caption } = request;
  const { least, most } = pictureSidePixels;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < least || side > most) {
      throw new RangeError(`A side of ${side} px is not within ${least} to ${most} px.`);
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
  return canvas;
}
