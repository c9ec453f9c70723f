import { renameSync } from 'node:fs';
import { discard, uniquePathBeside } from '../files/temp-file.ts';
import { type FfmpegPorts, ffmpegFailed, ffmpegInput, runFfmpeg } from './ffmpeg.ts';

/** So much of the end of a clip is decoded. Unit: s. */
const tailSeconds = 2;

/**
 * Writes the last frame of a clip as a PNG, whole or not at all. Throws MachineError where the program is missing or can't read the
 * clip, and the signal's reason.
 *
 * @param paths absolute.
 */
export async function cutLastFrame(
  paths: { clip: string; frame: string },
  ports: FfmpegPorts,
): Promise<void> {
  const temp = uniquePathBeside(paths.frame);
  let trouble = { isMissing: false, why: '' };
  // Only the end is decoded. A clip that lacks a way to its end is decoded as a whole.
  for (const from of [['-sseof', `-${tailSeconds}`], []]) {
    const words = ['-v', 'error', ...from, ...ffmpegInput(paths.clip), '-map', '0:v:0'];
    // Each frame is written over the one before, so that the last one stays.
    const frame = ['-update', '1', '-f', 'image2', '-c:v', 'png', '-y', `file:${temp}`];
    const end = await runFfmpeg([...words, ...frame], ports);
    if (end.isWell && isRenamed(temp, paths.frame)) return;
    discard(temp);
    trouble = end.isWell ? { isMissing: false, why: 'ffmpeg: it found no frame in the clip' } : end;
    if (trouble.isMissing) break;
  }
  throw ffmpegFailed(trouble, {
    code: 'frame_failed',
    message: `genctl can't make a picture of the last frame of ${paths.clip}`,
    hint: 'ffmpeg -i FILE, to see what is wrong with it',
  });
}

/** Gives the picture its name. False where the program wrote none. */
function isRenamed(temp: string, path: string): boolean {
  try {
    renameSync(temp, path);
    return true;
  } catch {
    return false;
  }
}
