import { open } from 'node:fs/promises';
import { imageSize } from 'image-size';
import type { PictureFacts } from '../rules/checks/reference-media.ts';

/** Enough for a header with a profile and a small picture in it. Unit: bytes. */
const headerBytes = 1024 * 1024;

/** From this orientation on, EXIF has the sides swapped. */
const firstTurned = 5;

/**
 * The sides of a picture as it is shown, turned as its EXIF says; undefined where they can't be read. Loads image-size:
 * import this file only when there is a picture to measure.
 */
export async function measurePicture(path: string): Promise<PictureFacts['size']> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(headerBytes), 0, headerBytes, 0);
    const { width, height, orientation = 1 } = imageSize(buffer.subarray(0, bytesRead));
    if (!(width > 0 && height > 0)) return undefined;
    return orientation >= firstTurned ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
