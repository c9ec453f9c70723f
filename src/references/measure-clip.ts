import { FilePathSource, Input, MP4, QTFF } from 'mediabunny';
import type { ClipMeasures } from '../rules/checks/reference-media.ts';

/** What a file holds: pictures, sound alone, or nothing that can be read. */
export type ClipContent =
  | { kind: 'pictures'; measures: ClipMeasures; hasSound: boolean }
  | { kind: 'sound' }
  | { kind: 'nothing' };

/**
 * Measures an MP4 or MOV file as it is shown: after rotation, with square pixels. It loads mediabunny, so import this file only
 * when there is a clip to measure. It never throws: a file that makes no sense holds `nothing`.
 * @see service document §2.7, reference clip requirements
 */
export async function measureClip(path: string): Promise<ClipContent> {
  const input = new Input({ formats: [MP4, QTFF], source: new FilePathSource(path) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) {
      return { kind: (await input.getPrimaryAudioTrack()) === null ? 'nothing' : 'sound' };
    }
    const { bestGuessFrameRate, probedPacketCount } = await track.computeFrameRateMetrics();
    const begin = await input.getFirstTimestamp();
    const measures = {
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      framesPerSecond: probedPacketCount < 2 ? undefined : bestGuessFrameRate,
      // A negative begin counts as zero: an edit list hides the frames before zero.
      seconds: (await input.computeDuration()) - Math.max(0, begin),
    };
    return { kind: 'pictures', measures, hasSound: (await input.getPrimaryAudioTrack()) !== null };
  } catch {
    return { kind: 'nothing' };
  } finally {
    input.dispose();
  }
}
