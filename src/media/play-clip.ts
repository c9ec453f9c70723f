import type { RunCommand } from '../text/command-end.ts';
import { type PlayedClip, playedClip } from './rules/clip-oddities.ts';
import { ffmpegInput } from './rules/ffmpeg-input.ts';

/** Playing goes many times as fast as watching; what takes longer than this hangs. Unit: ms. */
const timeoutMs = 120_000;

/**
 * The filters notice a tenth of a second of black. They also notice half a second of a picture that changes by less than 0.03 % of
 * its range.
 */
const pictureFilters = 'blackdetect=d=0.1,freezedetect=n=0.0003:d=0.5';

/**
 * Plays a clip through with ffmpeg to see whether its picture is black or stands still, and whether anything is heard. Undefined
 * where ffmpeg is not there, or can't play it.
 *
 * @param seconds length of the clip.
 */
export async function playClip(
  path: string,
  {
    hasSound,
    run,
    seconds,
    signal,
  }: { hasSound: boolean; run: RunCommand; seconds: number; signal: AbortSignal },
): Promise<PlayedClip | undefined> {
  const sound = hasSound ? ['-af', 'volumedetect'] : ['-an'];
  const words = [
    '-hide_banner',
    '-nostdin',
    '-nostats',
    '-v',
    'info',
    ...ffmpegInput(path),
    '-vf',
    pictureFilters,
  ];
  const end = await run(['ffmpeg', ...words, ...sound, '-f', 'null', '-'], { timeoutMs, signal });
  return end.kind === 'ended' && end.exitCode === 0 ? playedClip(end.stderr, seconds) : undefined;
}
