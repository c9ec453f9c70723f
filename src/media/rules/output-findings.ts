import type { AskedMedia } from './asked-media.ts';

/** A way in which a file is not as it was asked for, or an oddity of it. */
export interface OutputFinding {
  /** A word for scripts: what was looked at. */
  rule:
    | 'whole'
    | 'readable'
    | 'container'
    | 'length'
    | 'size'
    | 'ratio'
    | 'frame_rate'
    | 'sound'
    | 'count'
    | 'black'
    | 'frozen'
    | 'silent';
  /** A mismatch fails with `--strict`; what is only odd may be wanted. */
  severity: 'mismatch' | 'warning';
  /** Facts of the file beside those that were asked for, in numbers. */
  message: string;
}

/** A file as it was measured. What could not be measured is undefined. */
export interface MeasuredMedia {
  form: 'picture' | 'clip' | 'sound' | undefined;
  /** Its kind by its bytes, such as `mp4`. */
  kind: string | undefined;
  /** True if it ends before its own format says. */
  isCut: boolean;
  /** Unit: px. */
  size: { width: number; height: number } | undefined;
  seconds: number | undefined;
  framesPerSecond: number | undefined;
  hasSound: boolean | undefined;
}

/** Encoders end on a whole frame and a whole packet of sound. Unit: s. */
const secondsSlack = 0.5;
/** Sides are multiples of 2, 8 or 16, so that a shape is never met quite. */
const ratioSlack = 0.03;
/** By the tier's own number of pixels at 16:9; its other shapes have about as many. */
const pixelsSlack = 0.1;
const rateSlack = 0.02;

/**
 * Compares a file with what was asked for. A picture beside a clip, which is its last frame, is not measured by the length or the
 * sound of the clip.
 * @see service document §2.7
 */
export function outputFindings(asked: AskedMedia, file: MeasuredMedia): OutputFinding[] {
  if (file.isCut) return [mismatch('whole', 'it is shorter than its own format says')];
  if (file.form === undefined)
    return [mismatch('readable', 'it is not a picture, a clip or a sound that genctl recognizes')];
  if (file.form === 'sound') return [];
  if (file.size === undefined) return [mismatch('readable', `genctl can't measure it`)];
  const both = [sizeFinding(asked, file.size), ratioFinding(asked, file.size)];
  const findings = file.form === 'picture' ? both : [...both, ...clipFindings(asked, file)];
  return findings.filter((one) => one !== undefined);
}

/** Says of a file without findings which measures it has as they were asked for. */
export function rightWords(asked: AskedMedia, { form, kind, size, ...file }: MeasuredMedia): string {
  const { framesPerSecond: rate, hasSound, seconds } = file;
  const isClip = form === 'clip';
  const isSized = form !== 'sound' && (asked.size ?? asked.lines ?? asked.ratio) !== undefined;
  const words = [
    isClip && asked.seconds !== undefined && seconds !== undefined && `${rounded(seconds)} s`,
    isSized && size !== undefined && sidesText(size),
    isClip && asked.framesPerSecond !== undefined && rate !== undefined && `${rounded(rate)} frames a second`,
    isClip && asked.hasSound !== undefined && hasSound !== undefined && (hasSound ? 'sound' : 'no sound'),
    isClip && asked.container === kind && kind,
  ].filter((word) => typeof word === 'string');
  return words.length === 0 ? `complete (${kind ?? 'unknown kind'})` : `as asked: ${words.join(', ')}`;
}

/** The finding of a job that made more or fewer files than were asked for; undefined for none. */
export function countFinding({ outputs }: AskedMedia, made: number): OutputFinding | undefined {
  return outputs === undefined || outputs === made
    ? undefined
    : mismatch('count', `${made} of ${outputs} files were made`);
}

function clipFindings(asked: AskedMedia, file: MeasuredMedia): (OutputFinding | undefined)[] {
  const { container, framesPerSecond: rate, hasSound, lines, seconds } = asked;
  const pixels = (file.size?.width ?? 0) * (file.size?.height ?? 0);
  const wanted = lines === undefined ? 0 : (lines * lines * 16) / 9;
  const shorter = Math.min(file.size?.width ?? 0, file.size?.height ?? 0);
  return [
    lines !== undefined && shorter !== lines && isApart(pixels, wanted, pixelsSlack)
      ? mismatch('size', `it is ${sidesText(file.size)}; ${tierText(lines)} was asked for`)
      : undefined,
    seconds !== undefined && file.seconds !== undefined && Math.abs(file.seconds - seconds) > secondsSlack
      ? mismatch('length', `it is ${rounded(file.seconds)} s long; ${rounded(seconds)} s was asked for`)
      : undefined,
    rate !== undefined && file.framesPerSecond !== undefined && isApart(file.framesPerSecond, rate, rateSlack)
      ? mismatch(
          'frame_rate',
          `it has ${rounded(file.framesPerSecond)} frames a second; ${rounded(rate)} was asked for`,
        )
      : undefined,
    hasSound !== undefined && file.hasSound !== undefined && file.hasSound !== hasSound
      ? mismatch(
          'sound',
          hasSound ? 'it has no sound, which was asked for' : 'it has sound, and none was asked for',
        )
      : undefined,
    (container === 'mp4' || container === 'mov') && file.kind !== container
      ? mismatch('container', `it is ${file.kind ?? 'something else'}; ${container} was asked for`)
      : undefined,
  ];
}

function sizeFinding(
  { size }: AskedMedia,
  made: { width: number; height: number },
): OutputFinding | undefined {
  if (size === undefined || (size.width === made.width && size.height === made.height)) return undefined;
  return mismatch('size', `it is ${sidesText(made)}; ${sidesText(size)} was asked for`);
}

function ratioFinding(
  { ratio, size }: AskedMedia,
  { width, height }: { width: number; height: number },
): OutputFinding | undefined {
  if (size !== undefined || ratio === undefined || !isApart(width / height, ratio, ratioSlack))
    return undefined;
  return mismatch(
    'ratio',
    `it is ${sidesText({ width, height })}, ${rounded(width / height)} : 1; ${rounded(ratio)} : 1 was asked for`,
  );
}

function mismatch(rule: OutputFinding['rule'], message: string): OutputFinding {
  return { rule, severity: 'mismatch', message };
}

function isApart(made: number, wanted: number, slack: number): boolean {
  return Math.abs(made / wanted - 1) > slack;
}

function sidesText(size: { width: number; height: number } | undefined): string {
  return size === undefined ? 'of no size' : `${size.width} × ${size.height}`;
}

function tierText(lines: number): string {
  return lines === 2160 ? '4K' : `${lines}p`;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
