import { ownValue } from '../text/json-object.ts';
import { pictureSidePixels } from './catalogue/prompt-input-schema.ts';
import { pictureAreas } from './catalogue/vendor-b-picture-schema.ts';

/** Unit: px. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Area of a picture for which only a shape is given. Unit: square px. */
const defaultArea = 1_024 * 1_024;
/** Sides that follow from an area and a shape are multiples of this. Unit: px. */
const sideStep = 16;

/** The size of a picture: `size` itself, or the area that it names (or the default) in the shape of `ratio`, or a square. */
export function pictureSize(input: Record<string, unknown>): PictureSize {
  const size = parsePictureSize(ownValue(input, 'size'));
  if (size !== undefined) return size;
  const ratio = ownValue(input, 'ratio');
  const [across = 1, down = 1] = typeof ratio === 'string' ? ratio.split(':').map(Number) : [];
  const shape = across > 0 && down > 0 && across / down <= 4 && down / across <= 4 ? across / down : 1;
  const area = pictureAreas.get(String(ownValue(input, 'size'))) ?? defaultArea;
  const side = (length: number) => Math.min(Math.round(length / sideStep) * sideStep, pictureSidePixels.most);
  return { width: side(Math.sqrt(area * shape)), height: side(Math.sqrt(area / shape)) };
}

/** Reads a size such as `1024x768`; undefined for anything else, and for sides that the model does not draw. */
export function parsePictureSize(value: unknown): PictureSize | undefined {
  const match = typeof value === 'string' ? /^(\d{2,4})x(\d{2,4})$/.exec(value) : null;
  if (match === null) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  const fits = (side: number) => side >= pictureSidePixels.least && side <= pictureSidePixels.most;
  return fits(width) && fits(height) ? { width, height } : undefined;
}
