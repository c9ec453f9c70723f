import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { isOneFile } from '../files/program-file.ts';
import { type FrameBox, type Pixels, pixelsOfPpm, shrink } from '../terminal/preview/pixels.ts';
import { pixelsOfPng } from '../terminal/preview/png.ts';
import { type FfmpegPorts, ffmpegInput, runFfmpeg, toPixels } from './ffmpeg.ts';

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
