import { type FfmpegPorts, ffmpegInput, runFfmpeg } from './ffmpeg.ts';
import { type PlayedClip, playedClip } from './rules/clip-oddities.ts';

/**
 * The filters notice a tenth of a second of black. They also notice half a second of a picture that changes by less than 0.03 % of
 * its range.
 */
const pictureFilters = 'blackdetect=d=0.1,freezedetect=n=0.0003:d=0.5';

/**
 * Plays a clip through with ffmpeg to see whether its picture is black or stands still, and whether anything is heard. Undefined
 * where ffmpeg is not there, or can't play it.
 *
 * @param clip `seconds`: its length.
 */
export async function playClip(
  path: string,
  { hasSound, seconds }: { hasSound: boolean; seconds: number },
  ports: FfmpegPorts,
): Promise<PlayedClip | undefined> {
  const sound = hasSound ? ['-af', 'volumedetect'] : ['-an'];
  const words = ['-v', 'info', ...ffmpegInput(path), '-vf', pictureFilters, ...sound];
  const end = await runFfmpeg([...words, '-f', 'null', '-'], ports);
  return end.isWell ? playedClip(end.stderr, seconds) : undefined;
}
