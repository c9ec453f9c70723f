import type { ModelFamily } from '../families/index.ts';
import { referenceClipLimits as clipLimits } from '../limits.ts';
import { type Finding, field, findingsOf, told } from './finding.ts';

const { advice, generator } = findingsOf('§2.7');

/** A local clip as it was measured. `where` names it in messages: the flag and the word that followed it. */
export interface ClipFacts {
  where: string;
  /** Such as `mp4`. */
  container: string;
  bytes: number;
  /** True if the file ends earlier than its own index says. */
  isCut: boolean;
  /** Undefined where nothing could be measured. */
  measures: ClipMeasures | undefined;
}

/** Measures of a clip as players show it: rotated as its metadata says, with square pixels. */
export interface ClipMeasures {
  /** Unit: px. */
  width: number;
  /** Unit: px. */
  height: number;
  /** Undefined for a clip of one frame. */
  framesPerSecond: number | undefined;
  seconds: number;
}

/** A local picture as it was measured. */
export interface PictureFacts {
  where: string;
  isCut: boolean;
  /** The size after rotating as the EXIF metadata says. Unit: px. Undefined where it could not be read. */
  size: { width: number; height: number } | undefined;
}

interface Range {
  least: number;
  most: number;
}

/** A measure and its range. A value outside the range but within `slack` may be an error of measuring, so it is only a warning. */
interface MediaCheck {
  rule: string;
  value: number;
  range: Range;
  slack?: Range;
  says: string;
  fix: string;
}

const mebi = 1024 * 1024;
const mega = 1_000_000;
/** Relative error of frame rates, which are read from time stamps: a fragmented file of 30 a second reads as 29.77. */
const frameRateError = 0.01;
/** An encoder's priming makes the sound of a clip some hundredths longer than its pictures. Unit: s. */
const secondsError = 0.05;

/**
 * Checks what the generator requires of reference clips, each by itself and all together. For families without a content list
 * the document names no such requirements.
 * @see service document §2.7
 */
export function clipFindings(clips: readonly ClipFacts[], family: ModelFamily | undefined): Finding[] {
  if (family?.promptShape !== 'content') return [];
  const found = [...clips.flatMap((clip) => oneClip(clip, family)), ...totalFindings(clips, family)];
  // The document shows no numbers for this line, so these may not hold for it.
  return family.references === undefined ? found.map(asAdvice) : found;
}

function asAdvice(found: Finding): Finding {
  return { ...found, enforcedBy: 'advice', severity: 'warning' };
}

/** Points out pictures that are broken. The document requires nothing else of a picture. */
export function pictureFindings({ where, isCut, size }: PictureFacts): Finding[] {
  const measured = size === undefined ? '' : `, ${size.width} × ${size.height} px,`;
  if (isCut)
    return [
      advice('picture-cut', where, told`${field(where)}${measured} ends before its picture does`, again),
    ];
  if (size !== undefined) return [];
  return [advice('picture-unreadable', where, told`${field(where)} has no size that can be read`, again)];
}

const again = 'export or copy the file again';

function oneClip(clip: ClipFacts, family: ModelFamily): Finding[] {
  const { where, container, bytes, isCut, measures } = clip;
  const found = [...containerFindings(where, container), ...checked(clip.where, [sizeCheck(bytes)])];
  if (isCut)
    found.push(advice('clip-cut', where, told`${field(where)} ends before its own index says`, again));
  else if (measures === undefined && found.length === 0)
    found.push(
      advice('clip-unreadable', where, told`${field(where)} can't be measured: it has no video track`, again),
    );
  if (measures !== undefined) found.push(...checked(where, measureChecks(measures, family)));
  return found;
}

function containerFindings(where: string, container: string): Finding[] {
  if (clipLimits.containers.some((taken) => taken === container)) return [];
  const taken = clipLimits.containers.join(' or ');
  return [
    generator(
      'clip-container',
      where,
      told`${field(where)} is ${container}; a clip is ${taken}`,
      `make it ${taken}`,
    ),
  ];
}

function sizeCheck(bytes: number): MediaCheck {
  const most = clipLimits.megabytes;
  return {
    rule: 'clip-bytes',
    value: bytes,
    range: { least: 0, most: most * mega },
    // The document does not say whether a megabyte has 1000² or 1024² bytes.
    slack: { least: 0, most: most * mebi },
    says: `holds ${shortest(bytes / mega, { least: 0, most })} MB; the most is ${most} MB`,
    fix: 'encode it smaller',
  };
}

function measureChecks(measures: ClipMeasures, family: ModelFamily): MediaCheck[] {
  const { width, height, framesPerSecond, seconds } = measures;
  const { sidePixels: side, totalPixels: pixels, aspectRatio: aspect } = clipLimits;
  const size = `is ${width} × ${height} px`;
  const narrowest = Math.min(width, height);
  const checks: MediaCheck[] = [
    {
      rule: 'clip-sides',
      value: narrowest < side.least ? narrowest : Math.max(width, height),
      range: side,
      says: `${size}; a side is ${side.least} to ${side.most} px`,
      fix: 'scale it',
    },
    {
      rule: 'clip-pixels',
      value: width * height,
      range: pixels,
      says: `${size}, ${width * height} in all; 480p to 4K is ${pixels.least} to ${pixels.most}`,
      fix: 'scale it to between 480p and 4K',
    },
    {
      rule: 'clip-aspect',
      value: width / height,
      range: aspect,
      says: `${size}, a ratio of ${shortest(width / height, aspect)}; width to height is ${aspect.least} to ${aspect.most}`,
      fix: 'crop or pad it',
    },
  ];
  if (framesPerSecond !== undefined) checks.push(frameRateCheck(framesPerSecond));
  if (family.references !== undefined) checks.push(lengthCheck(seconds, family.references.clipSeconds));
  return checks;
}

function frameRateCheck(framesPerSecond: number): MediaCheck {
  const { least, most } = clipLimits.framesPerSecond;
  return {
    rule: 'clip-frame-rate',
    value: rounded(framesPerSecond),
    range: { least, most },
    slack: { least: least * (1 - frameRateError), most: most * (1 + frameRateError) },
    says: `has ${rounded(framesPerSecond)} frames a second; ${least} to ${most} are taken`,
    fix: `encode it with ${least} to ${most} frames a second`,
  };
}

function lengthCheck(seconds: number, { least, most }: Range): MediaCheck {
  return {
    rule: 'clip-seconds',
    value: rounded(seconds),
    range: { least, most },
    slack: { least: least - secondsError, most: most + secondsError },
    says: `lasts ${rounded(seconds)} s; a reference clip lasts ${least} to ${most} s`,
    fix: `cut it to ${least} to ${most} s`,
  };
}

function totalFindings(clips: readonly ClipFacts[], family: ModelFamily): Finding[] {
  const most = family.references?.clipsTotalSeconds;
  const measured = clips.flatMap(({ measures }) => (measures === undefined ? [] : [measures.seconds]));
  // A single clip that is too long has a finding of its own already.
  if (most === undefined || measured.length < 2) return [];
  const seconds = rounded(measured.reduce((sum, one) => sum + one, 0));
  return checked('--ref-video', [
    {
      rule: 'clips-total',
      value: seconds,
      range: { least: 0, most },
      slack: { least: 0, most: most + secondsError * measured.length },
      says: `names ${measured.length} local clips of ${seconds} s together; ${family.name} takes ${most} s`,
      fix: 'leave a clip out or cut them',
    },
  ]);
}

function checked(where: string, checks: readonly MediaCheck[]): Finding[] {
  return checks.flatMap(({ rule, value, range, slack = range, says, fix }) => {
    if (within(value, range)) return [];
    const message = told`${field(where)} ${says}`;
    return [within(value, slack) ? advice(rule, where, message, fix) : generator(rule, where, message, fix)];
  });
}

function within(value: number, { least, most }: Range): boolean {
  return value >= least && value <= most;
}

/** The value with as few decimals as still tell it from the bound that it exceeds. */
function shortest(value: number, { least, most }: Range): number {
  const lengths = [3, 4, 5, 6, 7, 8].map((digits) => Number(value.toFixed(digits)));
  return lengths.find((short) => short === value || (short !== least && short !== most)) ?? value;
}

/** Rounded to thousandths, since sums and quotients of measures carry noise beyond that. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
