import { type Glyph, glyphColumns, glyphRows } from './font.ts';

/** How much of each pixel a letter covers, 0 to 1, rows from the top. */
interface GlyphMask {
  width: number;
  height: number;
  coverage: Float32Array;
}

/** Gives the mask of a letter at a scale (px a dot), which is drawn only once. */
export type GlyphMasks = (glyph: Glyph, scale: number) => GlyphMask;

interface Stroke {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
}

/** Below this scale a round end would be smaller than a pixel, and plain squares look sharper. Unit: px a dot. */
const leastRoundScale = 3;

/**
 * Letters that scale smoothly: the dots of the small font become the joints of strokes with round ends, so that a large title
 * shows curves instead of squares.
 */
export function createGlyphMasks(): GlyphMasks {
  const known = new Map<string, GlyphMask>();
  return (glyph, scale) => {
    const key = `${scale}:${glyph.join()}`;
    const mask = known.get(key) ?? draw(glyph, scale);
    known.set(key, mask);
    return mask;
  };
}

function draw(glyph: Glyph, scale: number): GlyphMask {
  const width = glyphColumns * scale;
  const mask = {
    width,
    height: glyphRows * scale,
    coverage: new Float32Array(width * glyphRows * scale),
  };
  for (const stroke of strokesOf(glyph)) {
    if (scale < leastRoundScale) square(mask, stroke, scale);
    else sweep(mask, stroke, scale);
  }
  return mask;
}

/** Strokes for each dot and each pair of neighbours. A diagonal pair counts only where the two dots between are both empty or both set. */
function strokesOf(glyph: Glyph): Stroke[] {
  const isSet = (x: number, y: number): boolean => (((glyph[x] ?? 0) >> y) & 1) === 1;
  const strokes: Stroke[] = [];
  for (let x = 0; x < glyphColumns; x++) {
    for (let y = 0; y < glyphRows; y++) {
      if (!isSet(x, y)) continue;
      strokes.push({ fromX: x, fromY: y, toX: x, toY: y });
      for (const [stepX, stepY] of neighbours) {
        const straightWays = Number(isSet(x + stepX, y)) + Number(isSet(x, y + stepY));
        const isDiagonal = stepX !== 0 && stepY !== 0;
        if (!isSet(x + stepX, y + stepY) || (isDiagonal && straightWays === 1)) continue;
        strokes.push({ fromX: x, fromY: y, toX: x + stepX, toY: y + stepY });
      }
    }
  }
  return strokes;
}

const neighbours = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;

function square(mask: GlyphMask, { fromX, fromY }: Stroke, scale: number): void {
  for (let y = fromY * scale; y < (fromY + 1) * scale; y++) {
    mask.coverage.fill(1, y * mask.width + fromX * scale, y * mask.width + (fromX + 1) * scale);
  }
}

/** Draws a stroke half a dot wide on either side. Every pixel keeps the largest coverage of any stroke. */
function sweep(mask: GlyphMask, stroke: Stroke, scale: number): void {
  const { fromX, fromY, toX, toY } = stroke;
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const lengthSquared = alongX * alongX + alongY * alongY || 1;
  const radius = scale / 2;
  const left = Math.max(0, Math.min(fromX, toX) * scale);
  const right = Math.min(mask.width, (Math.max(fromX, toX) + 1) * scale);
  for (let y = fromY * scale; y < Math.min(mask.height, (toY + 1) * scale); y++) {
    for (let x = left; x < right; x++) {
      const dx = (x + 0.5) / scale - 0.5 - fromX;
      const dy = (y + 0.5) / scale - 0.5 - fromY;
      const share = Math.min(1, Math.max(0, (dx * alongX + dy * alongY) / lengthSquared));
      const [offX, offY] = [dx - share * alongX, dy - share * alongY];
      const covered = Math.min(1, radius + 0.5 - Math.sqrt(offX * offX + offY * offY) * scale);
      const at = y * mask.width + x;
      if (covered > (mask.coverage[at] ?? 0)) mask.coverage[at] = covered;
    }
  }
}
