import { crc32, deflateSync } from 'node:zlib';

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
function blendPixel(
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

/** How far outside an edge a point lies; negative inside. It is exact near the edge, which is all that smoothing needs. Unit: px. */
type Distance = (x: number, y: number) => number;

/** A disc by its centre, or all that it covers on its way to another one. Unit: px. */
interface Disc {
  x: number;
  y: number;
  radius: number;
  to?: { x: number; y: number };
}

export function fillRectangle(canvas: Canvas, area: Rectangle, colour: Colour): void {
  for (let y = area.y; y < area.y + area.height; y++)
    fillSpan(canvas, { left: area.x, right: area.x + area.width, y }, colour);
}

/** A disc, or a stroke with round ends; `clip` cuts it to an area, which makes half and quarter discs. */
export function fillDisc(canvas: Canvas, disc: Disc, colour: Colour, clip?: Rectangle): void {
  const { x, y, radius, to = disc } = disc;
  const left = Math.floor(Math.min(x, to.x) - radius);
  const top = Math.floor(Math.min(y, to.y) - radius);
  const bounds = {
    x: left,
    y: top,
    width: Math.ceil(Math.max(x, to.x) + radius) - left,
    height: Math.ceil(Math.max(y, to.y) + radius) - top,
  };
  fillConvex(canvas, clip === undefined ? bounds : intersection(bounds, clip), colour, outsideOf(disc));
}

function outsideOf({ x, y, radius, to = { x, y } }: Disc): Distance {
  const [alongX, alongY] = [to.x - x, to.y - y];
  const lengthSquared = alongX ** 2 + alongY ** 2 || 1;
  return (px, py) => {
    const share = ((px - x) * alongX + (py - y) * alongY) / lengthSquared;
    const way = Math.min(1, Math.max(0, share));
    return Math.sqrt((px - x - way * alongX) ** 2 + (py - y - way * alongY) ** 2) - radius;
  };
}

/**
 * Fills a convex shape. In each row it blends pixels inwards from both ends until they are fully inside, then fills the rest at once.
 * From a pixel outside it steps over as many as that lies away: none of them can be covered.
 */
function fillConvex(canvas: Canvas, bounds: Rectangle, colour: Colour, distance: Distance): void {
  const visible = intersection(bounds, { x: 0, y: 0, width: canvas.width, height: canvas.height });
  for (let y = visible.y; y < visible.y + visible.height; y++) {
    let left = visible.x;
    let right = visible.x + visible.width;
    /** The pixels to step over from one at the edge, once it is blended; 0 where it is fully inside. */
    const blend = (x: number): number => {
      const coverage = 0.5 - distance(x + 0.5, y + 0.5);
      if (coverage >= 1) return 0;
      blendPixel(canvas, { x, y }, colour, coverage);
      return 1 + Math.floor(Math.max(0, -coverage));
    };
    for (let step = 1; left < right && step > 0; left += step) step = blend(left);
    for (let step = 1; right > left && step > 0; right -= step) step = blend(right - 1);
    fillSpan(canvas, { left, right, y }, colour);
  }
}

function intersection(one: Rectangle, other: Rectangle): Rectangle {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const bytesAPixel = 3;
const filterUp = 2;

/** A canvas as a PNG: 8 bits a channel, true colour, sRGB. @see PNG specification, clauses 5, 9 and 11 */
export function encodePng(canvas: Canvas): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(canvas.width, 0);
  header.writeUInt32BE(canvas.height, 4);
  header.set([8, 2, 0, 0, 0], 8); // bit depth, true colour, deflate, adaptive filters, no interlace
  const perceptual = Uint8Array.of(0);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('sRGB', perceptual),
    chunk('IDAT', deflateSync(filteredRows(canvas), { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Each row as its difference from the row above. Where they are alike it has zeros, which compress well. */
function filteredRows({ width, height, pixels }: Canvas): Uint8Array {
  const rows = new Uint8Array(height * (1 + width * bytesAPixel));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = filterUp;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const colour = pixels[row + x] ?? 0;
      const above = y === 0 ? 0 : (pixels[row - width + x] ?? 0);
      if (colour === above) {
        at += bytesAPixel;
        continue;
      }
      rows[at++] = (colour >> 16) - (above >> 16);
      rows[at++] = (colour >> 8) - (above >> 8);
      rows[at++] = colour - above;
    }
  }
  return rows;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  const end = 8 + content.length;
  bytes.writeUInt32BE(crc32(bytes.subarray(4, end)), end);
  return bytes;
}
