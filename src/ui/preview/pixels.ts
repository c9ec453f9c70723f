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
