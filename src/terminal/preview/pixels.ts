/** A picture, row by row from the top, three bytes a pixel: red, green, blue. */
export interface Pixels {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** Reads a binary PPM, which programs that decode media write: `P6 WIDTH HEIGHT 255`, then the bytes. */
export function pixelsOfPpm(bytes: Uint8Array): Pixels | undefined {
  const head = /^P6\s+(\d{1,5})\s+(\d{1,5})\s+255\s/.exec(
    Buffer.from(bytes.subarray(0, 32)).toString('latin1'),
  );
  if (head === null) return undefined;
  const [width, height] = [Number(head[1]), Number(head[2])];
  const rgb = bytes.subarray(head[0].length);
  return width > 0 && height > 0 && rgb.length >= width * height * 3 ? { width, height, rgb } : undefined;
}

/** Reads pictures that stand one behind another, each as `pixelsOfPpm` reads it; what follows the last whole one is left. */
export function picturesOfPpm(bytes: Uint8Array): Pixels[] {
  const pictures: Pixels[] = [];
  let next = pixelsOfPpm(bytes);
  while (next !== undefined) {
    const { height, rgb, width } = next;
    const end = width * height * 3;
    pictures.push({ width, height, rgb: rgb.subarray(0, end) });
    next = pixelsOfPpm(rgb.subarray(end));
  }
  return pictures;
}

/** The largest sides that a picture may have. Unit: px. */
export interface FrameBox {
  width: number;
  height: number;
}

/** Shrinks a picture to fit a box, in its own shape, by averaging pixels. A smaller picture stays as it is. */
export function shrink(picture: Pixels, box: FrameBox): Pixels {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  if (scale === 1) return picture;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const rows = span(y, height, picture.height);
    for (let x = 0; x < width; x += 1) {
      const columns = span(x, width, picture.width);
      rgb.set(average(picture, rows, columns), (y * width + x) * 3);
    }
  }
  return { width, height, rgb };
}

type Span = readonly [first: number, end: number];

/** The range of the original's pixels that one shrunken pixel stands for, at least one. */
function span(place: number, few: number, many: number): Span {
  const first = Math.floor((place * many) / few);
  return [first, Math.max(first + 1, Math.floor(((place + 1) * many) / few))];
}

function average({ rgb, width }: Pixels, [top, bottom]: Span, [left, right]: Span): number[] {
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      for (let channel = 0; channel < 3; channel += 1)
        sums[channel] = (sums[channel] ?? 0) + (rgb[(y * width + x) * 3 + channel] ?? 0);
    }
  }
  const count = (bottom - top) * (right - left);
  return sums.map((sum) => Math.round(sum / count));
}
