import { ownValue } from '../rules/json/json-object.ts';
import { pictureSidePixels } from './catalogue/prompt-input-schema.ts';
import { pictureAreas } from './catalogue/vendor-b-picture-schema.ts';

/** Unit: px. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Area of a picture whose shape alone is given. Unit: px. */
const defaultArea = 1_024 * 1_024;
/** Sides of such a picture are multiples of this. Unit: px. */
const sideStep = 16;

/** The size of a picture: `size`, else the shape of `ratio` on the area that `size` names or the default one, else a square. */
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

/** `1024x768`; undefined where it is no size or one that the model does not draw. */
export function parsePictureSize(value: unknown): PictureSize | undefined {
  const match = typeof value === 'string' ? /^(\d{2,4})x(\d{2,4})$/.exec(value) : null;
  if (match === null) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  const fits = (side: number) => side >= pictureSidePixels.least && side <= pictureSidePixels.most;
  return fits(width) && fits(height) ? { width, height } : undefined;
}
