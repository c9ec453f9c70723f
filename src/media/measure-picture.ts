import { open } from 'node:fs/promises';
import { imageSize } from 'image-size';
import type { PictureFacts } from '../service/checks/reference-media.ts';

/**
 * Enough for a header that holds a color profile and a thumbnail. Of boxes, as in HEIC, image-size looks at all for each one, which takes
 * minutes for a MiB of them; what names the sides stands within some KiB there. Unit: bytes.
 */
const headerBytes = 1024 * 1024;
const boxedHeaderBytes = 128 * 1024;

/** EXIF orientations from this one on swap the sides. */
const firstTurned = 5;

/**
 * The sides of a picture as it is shown, after the rotation that its EXIF asks for; undefined where they can't be read. It
 * loads image-size, so import this file only when there is a picture to measure.
 */
export async function measurePicture(path: string): Promise<PictureFacts['size']> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const isBoxed = buffer.toString('latin1', 4, 8) === 'ftyp';
    const header = buffer.subarray(0, isBoxed ? Math.min(bytesRead, boxedHeaderBytes) : bytesRead);
    const { width, height, orientation = 1 } = imageSize(header);
    if (!(width > 0 && height > 0)) return undefined;
    return orientation >= firstTurned ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
