/** A raster to draw on: rows from the top, each pixel 0xRRGGBB. Unit of lengths: px. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** 0xRRGGBB, sRGB. */
export type Colour = number;

/** An area by its upper left corner. Unit: px, whole. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, pixels: new Uint32Array(width * height) };
}

/** Lays a colour over a pixel; `coverage` goes from 0 (keeps the pixel) to 1 (replaces it). Outside the canvas nothing happens. */
export function blendPixel(
  canvas: Canvas,
  { x, y }: { x: number; y: number },
  colour: Colour,
  coverage: number,
): void {
  if (coverage <= 0 || x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return;
  const at = y * canvas.width + x;
  canvas.pixels[at] = coverage >= 1 ? colour : mix(canvas.pixels[at] ?? 0, colour, coverage);
}

/** Replaces the pixels of a row from `left` up to, but not including, `right`. */
export function fillSpan(
  canvas: Canvas,
  { left, right, y }: { left: number; right: number; y: number },
  colour: Colour,
): void {
  if (y < 0 || y >= canvas.height) return;
  const row = y * canvas.width;
  const [from, to] = [Math.max(0, left), Math.min(canvas.width, right)];
  if (from < to) canvas.pixels.fill(colour, row + from, row + to);
}

/** A canvas as another size, which it fills: what is left of it at two sides is cut off. One of that size is the same, pixel by pixel. */
export function filling(from: Canvas, { height, width }: Pick<Rectangle, 'height' | 'width'>): Canvas {
  const to = createCanvas(width, height);
  const scale = Math.min(from.width / width, from.height / height);
  const left = (from.width - width * scale) / 2;
  const top = (from.height - height * scale) / 2;
  for (let y = 0; y < height; y++) {
    const row = Math.floor(top + (y + 0.5) * scale) * from.width;
    for (let x = 0; x < width; x++)
      to.pixels[y * width + x] = from.pixels[row + Math.floor(left + (x + 0.5) * scale)] ?? 0;
  }
  return to;
}

/** The colour that lies `share` (0 to 1) of the way from one to another, channel by channel. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const channel = (shift: number): number => {
    const start = (from >> shift) & 0xff;
    return Math.round(start + (((to >> shift) & 0xff) - start) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}
