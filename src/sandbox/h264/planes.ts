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
 * BT.709 weights of red, green and blue, scaled by 2^16: 219 steps of luma and 224 of chroma for 255 of a colour; and the samples of
 * eight bits for black in luma and for no colour in chroma. @see ITU-T H.264 clause E.2.1, matrix_coefficients
 */
const weights = {
  luma: { red: 11_966, green: 40_254, blue: 4064, base: 16 },
  blue: { red: -6596, green: -22_189, blue: 28_785, base: 128 },
  red: { red: 28_785, green: -26_145, blue: -2640, base: 128 },
} as const;
const weightBits = 16;

/** A sample from the sum of as many colours as a power of two: its base, and what the weights make of the colours. */
interface Weighing {
  red: number;
  green: number;
  blue: number;
  base: number;
  /** Bits to shift back by. */
  shift: number;
}

/** Samples of ten bits have four times as many steps, so they are shifted back by two bits less. */
function weighing(kind: keyof typeof weights, sampleBits: SampleBits, coloursLog2: number): Weighing {
  const finerBits = sampleBits - 8;
  const { base, blue, green, red } = weights[kind];
  return { red, green, blue, base: base << finerBits, shift: weightBits - finerBits + coloursLog2 };
}

/**
 * Copies one macroblock from a canvas: a luma sample for each pixel, and one sample of each chroma for four. Beyond the canvas lies
 * the colour of its nearest edge.
 * @param column, row in macroblocks
 * @returns whether a sample changed
 */
export function updateMacroblock(planes: Planes, canvas: Canvas, column: number, row: number): boolean {
  const { luma, sampleBits } = planes;
  const { height, pixels, width } = canvas;
  const [bluePlane, redPlane] = planes.chroma;
  const toLuma = weighing('luma', sampleBits, 0);
  const toBlue = weighing('blue', sampleBits, 2);
  const toRed = weighing('red', sampleBits, 2);
  let changed = false;
  for (let y = row * lumaSide; y < (row + 1) * lumaSide; y += 2) {
    for (let x = column * lumaSide; x < (column + 1) * lumaSide; x += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let place = 0; place < 4; place++) {
        const px = x + (place & 1);
        const py = y + (place >> 1);
        const colour = pixels[Math.min(py, height - 1) * width + Math.min(px, width - 1)] ?? 0;
        const r = colour >> 16;
        const g = (colour >> 8) & 0xff;
        const b = colour & 0xff;
        if (put(luma, py * luma.stride + px, sampleOf(toLuma, r, g, b))) changed = true;
        red += r;
        green += g;
        blue += b;
      }
      const at = (y >> 1) * bluePlane.stride + (x >> 1);
      if (put(bluePlane, at, sampleOf(toBlue, red, green, blue))) changed = true;
      if (put(redPlane, at, sampleOf(toRed, red, green, blue))) changed = true;
    }
  }
  return changed;
}

function sampleOf(to: Weighing, red: number, green: number, blue: number): number {
  const sum = to.red * red + to.green * green + to.blue * blue;
  return to.base + ((sum + (1 << (to.shift - 1))) >> to.shift);
}

function put({ samples }: Plane, at: number, sample: number): boolean {
  if (samples[at] === sample) return false;
  samples[at] = sample;
  return true;
}
