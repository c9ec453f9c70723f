import { renameSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { isOneFile } from '../files/program-file.ts';
import { discard, uniquePathBeside } from '../files/temp-file.ts';
import {
  type FrameBox,
  type Pixels,
  picturesOfPpm,
  pixelsOfPpm,
  shrink,
} from '../terminal/preview/pixels.ts';
import { pixelsOfPng } from '../terminal/preview/png.ts';
import {
  type FfmpegEnd,
  type FfmpegPorts,
  ffmpegFailed,
  ffmpegInput,
  runFfmpeg,
  toPixels,
} from './ffmpeg.ts';

/** The part of sharp that is used. Its own types are not at hand, because it is an optional package. */
type Sharp = (path: string) => {
  resize(box: FrameBox & { fit: 'inside' }): {
    removeAlpha(): {
      raw(): {
        toBuffer(options: { resolveWithObject: true }): Promise<{
          data: Uint8Array;
          info: { width: number; height: number };
        }>;
      };
    };
  };
};

const clipEndings = new Set(['.mp4', '.mov', '.webm']);
/** Limits for ffmpeg: a frame is small, and a decoder that hangs is not worth waiting for. */
const bytesMost = 16 * 1024 * 1024;
const timeoutMs = 10_000;
/** The largest PNG that is read for a preview. Unit: bytes. */
const fileBytesMost = 128 * 1024 * 1024;

/**
 * A frame of a file, fitted into a box. Our own decoder reads plain PNG files; sharp reads other pictures where it is
 * installed, and else ffmpeg does. Of a clip ffmpeg takes the frame after a second. Undefined where none of them can.
 */
export async function frameOfFile(
  path: string,
  box: FrameBox,
  ports: FfmpegPorts,
): Promise<Pixels | undefined> {
  const isClip = clipEndings.has(extname(path).toLowerCase());
  const byFfmpeg = (second: number) => ffmpegFrame(path, box, { ...ports, second });
  if (isClip) return byFfmpeg(1);
  return (await byOurselves(path, box)) ?? (await bySharp(path, box)) ?? byFfmpeg(0);
}

/** The programs to install to see a file. */
export function missingDecoder(path: string): string {
  const isForFfmpeg = isOneFile || clipEndings.has(extname(path).toLowerCase());
  return isForFfmpeg ? 'ffmpeg' : 'sharp (npm install -g sharp) or ffmpeg';
}

async function byOurselves(path: string, box: FrameBox): Promise<Pixels | undefined> {
  if (extname(path).toLowerCase() !== '.png') return undefined;
  try {
    if ((await stat(path)).size > fileBytesMost) return undefined;
    const pixels = await pixelsOfPng(await readFile(path));
    return pixels === undefined ? undefined : shrink(pixels, box);
  } catch {
    // The file is gone or can't be read, which the other decoders will find as well.
    return undefined;
  }
}

async function bySharp(path: string, box: FrameBox): Promise<Pixels | undefined> {
  try {
    const name = 'sharp';
    const { default: sharp } = (await import(name)) as { default: Sharp };
    const image = sharp(path).resize({ ...box, fit: 'inside' });
    const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgb: data };
  } catch {
    // sharp is not installed, or can't read the picture. ffmpeg is tried next.
    return undefined;
  }
}

async function ffmpegFrame(
  path: string,
  box: FrameBox,
  { second, ...ports }: FfmpegPorts & { second: number },
): Promise<Pixels | undefined> {
  const scale = `scale=${box.width}:${box.height}:force_original_aspect_ratio=decrease`;
  const words = ['-v', 'error', '-ss', String(second), ...ffmpegInput(path), '-frames:v', '1', '-vf', scale];
  const end = await runFfmpeg([...words, ...toPixels], { ...ports, bytesMost, timeoutMs });
  return end.isWell ? pixelsOfPpm(end.bytes) : undefined;
}

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

/** A clip at a glance. */
interface ClipFrames {
  /** In their order, the first and the last frame among them. `seconds`: from the beginning. */
  frames: readonly { pixels: Pixels; seconds: number }[];
  /** The wave of its sound; undefined for a clip without sound. */
  wave: Pixels | undefined;
}

/** The sizes of the pictures. Unit: px. */
interface GlanceSizes {
  /** Width of a frame that is very wide, of a usual one, and of one that is higher than wide. */
  widths: readonly [wide: number, usual: number, tall: number];
  wave: { width: number; height: number };
}

const framesMost = 12;
/** A frame of these is far smaller. Unit: bytes. */
const framesBytesMost = 64 * 1024 * 1024;
/** From this ratio of width to height on, a frame is very wide. */
const wideFrom = 1.9;
const waveColour = '0x5bc0be';

/**
 * Twelve frames of a clip, evenly spread, and the wave of its sound. Resolves with why ffmpeg failed where it did. Throws the signal's
 * reason.
 */
export async function framesOfClip(
  path: string,
  { wave, widths }: GlanceSizes,
  ports: FfmpegPorts,
): Promise<ClipFrames | (FfmpegEnd & { isWell: false })> {
  const counted = await runFfmpeg(
    [...quietly, '-progress', 'pipe:1', ...ffmpegInput(path), ...picture, '-c', 'copy', '-f', 'null', '-'],
    ports,
  );
  if (!counted.isWell) return counted;
  const count = Number(/.*^frame=(\d+)$/ms.exec(counted.stdout)?.[1] ?? 0);
  const places = evenly(Math.min(framesMost, count), count);
  const [wide, usual, tall] = widths;
  const filters = [
    `select='${places.map((place) => `eq(n,${place})`).join('+')}'`,
    'showinfo',
    // Each frame has a moment of its own, so that ffmpeg repeats none and leaves none out.
    `setpts=N/${frameRate}/TB`,
    `scale=w='if(gte(dar,${wideFrom}),${wide},if(gte(dar,1),${usual},${tall}))':h='max(1,ow/dar)'`,
  ];
  const words = ['-v', 'info', ...ffmpegInput(path), ...picture, '-vf', filters.join(',')];
  const drawn = await runFfmpeg([...words, '-r', String(frameRate), ...toPixels], {
    ...ports,
    bytesMost: framesBytesMost,
  });
  if (!drawn.isWell) return drawn;
  const times = [...drawn.stderr.matchAll(/\bpts_time: *(-?[\d.]+)/g)].map(([, time]) => Number(time));
  const frames = picturesOfPpm(drawn.bytes).map((pixels, at) => ({ pixels, seconds: times[at] ?? 0 }));
  if (frames.length === 0) return { isWell: false, isMissing: false, why: 'ffmpeg: it found no frame in it' };
  return { frames, wave: await waveOf(path, wave, ports) };
}

const quietly = ['-v', 'error'];
const picture = ['-map', '0:v:0'];
const frameRate = 25;

/** So many of the numbers from 0 up to, but not including, `end`: the first, the last, and what lies evenly between. */
function evenly(count: number, end: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.round((at * (end - 1)) / Math.max(1, count - 1)));
}

async function waveOf(
  path: string,
  { height, width }: GlanceSizes['wave'],
  ports: FfmpegPorts,
): Promise<Pixels | undefined> {
  const filter = `[0:a:0]aformat=channel_layouts=mono,showwavespic=s=${width}x${height}:colors=${waveColour}:scale=sqrt[wave]`;
  const words = [...quietly, ...ffmpegInput(path), '-filter_complex', filter, '-map', '[wave]'];
  const end = await runFfmpeg([...words, '-frames:v', '1', ...toPixels], {
    ...ports,
    bytesMost: framesBytesMost,
  });
  return end.isWell ? pixelsOfPpm(end.bytes) : undefined;
}
