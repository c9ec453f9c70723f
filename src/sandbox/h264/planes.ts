import type { Canvas } from '../../media/drawing/canvas.ts';

/** Side of a macroblock, in luma and, with 4:2:0 colour, in chroma samples. */
export const lumaSide = 16;
export const chromaSide = 8;

/** Bits of a sample, in luma and chroma alike. */
export type SampleBits = 8 | 10;

/** Samples of one kind, rows from the top. */
export interface Plane {
  /** Samples of eight or of ten bits. */
  samples: Uint8Array | Uint16Array;
  /** Samples in a row, which covers whole macroblocks. */
  stride: number;
}

/** A picture in the form that is coded: BT.709 in the limited range, 4:2:0. */
export interface Planes {
  /** Unit: macroblocks. */
  across: number;
  down: number;
  sampleBits: SampleBits;
  luma: Plane;
  /** Cb, then Cr. */
  chroma: readonly [Plane, Plane];
}

/** The number of macroblocks that cover a length in px. */
export function macroblocksAcross(length: number): number {
  return Math.ceil(length / lumaSide);
}

/** Planes for a picture, rounded up to whole macroblocks; decoders crop the rest. Sides in px. */
export function createPlanes(width: number, height: number, sampleBits: SampleBits): Planes {
  const across = macroblocksAcross(width);
  const down = macroblocksAcross(height);
  const plane = (side: number): Plane => {
    const count = across * side * down * side;
    const samples = sampleBits === 8 ? new Uint8Array(count) : new Uint16Array(count);
    return { samples, stride: across * side };
  };
  const chroma = [plane(chromaSide), plane(chromaSide)] as const;
  return { across, down, sampleBits, luma: plane(lumaSide), chroma };
}

/**
 * Copies one macroblock from a canvas.
 * @param column, row in macroblocks
 * @returns whether a sample changed
 */
export function updateMacroblock(planes: Planes, canvas: Canvas, column: number, row: number): boolean {
  let changed = false;
  for (let y = row * lumaSide; y < (row + 1) * lumaSide; y += 2) {
    for (let x = column * lumaSide; x < (column + 1) * lumaSide; x += 2) {
      if (updateQuad(planes, canvas, x, y)) changed = true;
    }
  }
  return changed;
}

/**
 * BT.709 weights of red, green and blue, scaled by 2^16: 219 steps of luma and 224 of chroma for 255 of a colour. Samples of ten
 * bits have four times as many steps, so they are shifted back by two bits less.
 */
const lumaWeights = [11_966, 40_254, 4064] as const;
const blueWeights = [-6596, -22_189, 28_785] as const;
const redWeights = [28_785, -26_145, -2640] as const;
const weightBits = 16;
/** The samples of eight bits for black in luma and for no colour in chroma. @see ITU-T H.264 clause E.2.1, matrix_coefficients */
const [black, colourless] = [16, 128];

/** Updates four pixels: a luma sample for each, and one sample of each chroma for their mean. */
function updateQuad({ luma, chroma, sampleBits }: Planes, canvas: Canvas, x: number, y: number): boolean {
  const finerBits = sampleBits - 8;
  const lumaShift = weightBits - finerBits;
  const chromaShift = lumaShift + 2;
  let [red, green, blue] = [0, 0, 0];
  let changed = false;
  for (let place = 0; place < 4; place++) {
    const [px, py] = [x + (place & 1), y + (place >> 1)];
    const colour = pixelAt(canvas, px, py);
    const [r, g, b] = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
    red += r;
    green += g;
    blue += b;
    const sum = lumaWeights[0] * r + lumaWeights[1] * g + lumaWeights[2] * b;
    const sample = (black << finerBits) + ((sum + (1 << (lumaShift - 1))) >> lumaShift);
    if (put(luma, px, py, sample)) changed = true;
  }
  chroma.forEach((plane, place) => {
    const weights = place === 0 ? blueWeights : redWeights;
    const sum = weights[0] * red + weights[1] * green + weights[2] * blue;
    const sample = (colourless << finerBits) + ((sum + (1 << (chromaShift - 1))) >> chromaShift);
    if (put(plane, x >> 1, y >> 1, sample)) changed = true;
  });
  return changed;
}

function put(plane: Plane, x: number, y: number, sample: number): boolean {
  const at = y * plane.stride + x;
  if (plane.samples[at] === sample) return false;
  plane.samples[at] = sample;
  return true;
}

/** The colour of a pixel. Beyond the canvas it is that of the nearest edge. */
function pixelAt({ width, height, pixels }: Canvas, x: number, y: number): number {
  return pixels[Math.min(y, height - 1) * width + Math.min(x, width - 1)] ?? 0;
}
