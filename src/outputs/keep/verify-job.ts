import { CliError } from '../../errors/cli-error.ts';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { either, genctl } from '../../errors/hint.ts';
import type { DownloadedFile, JobRecord } from '../../ledger/record.ts';
import { requestOf } from '../../ledger/rendered-requests.ts';
import { type FfmpegPorts, ffmpegInput, runFfmpeg } from '../../media/ffmpeg.ts';
import { measureOutput } from '../../media/measure.ts';
import { askedMedia } from '../../media/rules/asked-media.ts';
import {
  countFinding,
  type MeasuredMedia,
  type OutputFinding,
  outputFindings,
  rightWords,
} from '../../media/rules/output-findings.ts';
import { isLastFrame } from '../build-sidecar.ts';
import type { FilePlace } from '../destinations/file-place.ts';
import { ffmpegPorts, type OutputMeans } from '../output-means.ts';
import type { FileKeeping } from './keep-files.ts';

/** A file that was looked at. */
interface VerifiedFile extends DownloadedFile {
  findings: readonly OutputFinding[];
}

interface Verifying {
  /** The place that has the files. */
  place: FilePlace;
  files: readonly DownloadedFile[];
  /** The job's request as it was rendered, which for a final has its draft's words. */
  rendered: unknown;
  /** True if a mismatch fails. */
  isStrict: boolean;
}

/**
 * Compares the files of a job with what its request asks for, and records and tells what differs. Nothing is ever sent again for it.
 * Clips are played through where ffmpeg is there. The number of the files is held against the first. Throws MachineError for a file that
 * can't be read, and with `isStrict` for a mismatch.
 */
export async function verifyJob(
  context: OutputMeans,
  keeping: FileKeeping,
  { files, isStrict, place, rendered }: Verifying,
): Promise<void> {
  const signal = context.interruption();
  const ports = await ffmpegPorts(context);
  const record = keeping.record();
  const asked = askedMedia(requestOf(record), rendered);
  const made = (record.job.outputs ?? []).filter((_, index) => !isLastFrame(record, index)).length;
  const wrong: VerifiedFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const ofCount = file.index === 0 ? countFinding(asked, made) : undefined;
    const { findings, right } = await withReadable(record, file, place, async (path) => {
      const measured = await measureOutput(path);
      const found = [ofCount ?? [], outputFindings(asked, measured), await oddities(path, measured, ports)];
      return { findings: found.flat(), right: rightWords(asked, measured) };
    });
    const verified = { ...file, findings };
    await keeping.note(verified);
    const { index, path } = file;
    context.listen({ kind: 'verified', jobId: record.id, index, path, findings, right });
    if (findings.some(({ severity }) => severity === 'mismatch')) wrong.push(verified);
  }
  if (isStrict && wrong.length > 0) throw notAsAsked(record, wrong);
}

/** Gives a file that can be read on this machine, for as long as `use` takes. */
async function withReadable<Result>(
  record: JobRecord,
  { path }: DownloadedFile,
  place: FilePlace,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const file = await place.open(path);
  if (file === undefined) throw unreadable(record, path, 'It cannot be read back completely.');
  try {
    return await use(file.path);
  } catch (cause) {
    throw cause instanceof CliError || errorCode(cause) === undefined
      ? cause
      : unreadable(record, path, cause);
  } finally {
    file.release();
  }
}

/** Oddities that a clip shows when it is played through; empty where no program here can play it. */
async function oddities(
  path: string,
  { form, hasSound = false, isCut, seconds }: MeasuredMedia,
  ports: FfmpegPorts,
): Promise<OutputFinding[]> {
  if (form !== 'clip' || isCut || seconds === undefined) return [];
  const played = await playClip(path, { hasSound, seconds }, ports);
  return played === undefined ? [] : clipOddities(played);
}

function notAsAsked({ id }: JobRecord, wrong: readonly VerifiedFile[]): MachineError {
  const said = wrong.flatMap(({ findings, path }) =>
    findings.flatMap(({ message, severity }) => (severity === 'mismatch' ? [`${path}: ${message}`] : [])),
  );
  return new MachineError({
    code: 'not_as_asked',
    message: `${id} made ${wrong.length === 1 ? 'a file' : `${wrong.length} files`} that ${wrong.length === 1 ? 'is' : 'are'} not what was asked for`,
    why: `${said.join('; ')}. It was charged, and its files were kept.`,
    ofOne: true,
    hint: either(genctl`show ID --open`, '; rerun renders it once more, and is charged again'),
    jobId: id,
  });
}

function unreadable({ id }: JobRecord, path: string, cause: unknown): MachineError {
  return new MachineError({
    code: 'file_unreadable',
    message: `${path} can't be verified`,
    why: cause instanceof Error ? cause.message : String(cause),
    ofOne: true,
    hint: 'download it again; --overwrite replaces that file',
    jobId: id,
    cause,
  });
}

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
async function playClip(
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
  const most = (word: string, part: number): string =>
    `its picture is ${word} for ${tenths(part)} s of ${tenths(seconds)} s`;
  const isBlack = blackSeconds >= share * seconds;
  const found = {
    black: isBlack && most('black', blackSeconds),
    frozen: !isBlack && frozenSeconds >= share * seconds && most('frozen', frozenSeconds),
    silent:
      loudest !== undefined && loudest <= silence && `its sound is never louder than ${tenths(loudest)} dB`,
  } as const;
  return Object.entries(found).flatMap(([rule, message]) =>
    message === false ? [] : [{ rule: rule as keyof typeof found, severity: 'warning', message }],
  );
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

function tenths(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 10) / 10) : String(value);
}
