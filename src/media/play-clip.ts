import { type FfmpegPorts, ffmpegInput, runFfmpeg } from './ffmpeg.ts';
import type { OutputFinding } from './rules/output-findings.ts';

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

/** Facts seen and heard of a clip while it is played through. */
interface PlayedClip {
  seconds: number;
  /** How long its picture is black. Unit: s. */
  blackSeconds: number;
  /** How long its picture stands still. Unit: s. */
  frozenSeconds: number;
  /** Its loudest sample, relative to full scale; undefined where it has no sound. Unit: dB. */
  loudest: number | undefined;
}

/** A clip that is black or still for nearly all of its length is hardly what anyone wants; some part of it often is. */
const share = 0.9;
/** Nothing is heard of what is never louder. Unit: dB. */
const silence = -60;

/** The oddities of a clip, which may still be wanted. */
export function clipOddities({ blackSeconds, frozenSeconds, loudest, seconds }: PlayedClip): OutputFinding[] {
  const isBlack = blackSeconds >= share * seconds;
  const isFrozen = !isBlack && frozenSeconds >= share * seconds;
  return [
    ...(isBlack
      ? [warning('black', `its picture is black for ${tenths(blackSeconds)} s of ${tenths(seconds)} s`)]
      : []),
    ...(isFrozen
      ? [warning('frozen', `its picture is frozen for ${tenths(frozenSeconds)} s of ${tenths(seconds)} s`)]
      : []),
    ...(loudest !== undefined && loudest <= silence
      ? [warning('silent', `its sound is never louder than ${tenths(loudest)} dB`)]
      : []),
  ];
}

/**
 * Reads what ffmpeg's filters `blackdetect`, `freezedetect` and `volumedetect` print of a clip of that length. A freeze that has a
 * beginning alone lasts to the end.
 */
export function playedClip(printed: string, seconds: number): PlayedClip {
  const sum = (pattern: RegExp): number =>
    [...printed.matchAll(pattern)].reduce((total, [, number = '0']) => total + Number(number), 0);
  const starts = [...printed.matchAll(/freeze_start: ?([\d.]+)/g)].map(([, at]) => Number(at));
  const ends = printed.match(/freeze_end: ?[\d.]+/g)?.length ?? 0;
  const lastFreeze = starts.length > ends ? Math.max(0, seconds - (starts.at(-1) ?? seconds)) : 0;
  const [, loudest] = /max_volume: (-?[\d.]+|-inf) dB/.exec(printed) ?? [];
  return {
    seconds,
    blackSeconds: sum(/black_duration: ?([\d.]+)/g),
    frozenSeconds: sum(/freeze_duration: ?([\d.]+)/g) + lastFreeze,
    loudest: loudest === undefined ? undefined : Number(loudest === '-inf' ? '-Infinity' : loudest),
  };
}

function warning(rule: OutputFinding['rule'], message: string): OutputFinding {
  return { rule, severity: 'warning', message };
}

function tenths(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 10) / 10) : String(value);
}
