import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Environment } from '../cli/surroundings.ts';
import { ffmpegInput } from '../media/ffmpeg.ts';
import { halfBlocks } from '../terminal/preview/half-blocks.ts';
import { itermImage, kittyImage } from '../terminal/preview/inline-image.ts';
import { type PreviewMethod, previewMethod } from '../terminal/preview/method.ts';
import { type FrameBox, type Pixels, pixelsOfPpm, shrink } from '../terminal/preview/pixels.ts';
import { pixelsOfPng } from '../terminal/preview/png.ts';
import { sideBySide, type Tile } from '../terminal/preview/side-by-side.ts';
import { safeLine } from '../text/safe-text.ts';
import { withoutSecrets } from '../text/secret-variables.ts';
import type { OutputMeans } from './output-means.ts';

/** The largest size of a single picture. Unit: columns and lines. */
const most = { columns: 60, lines: 20 } as const;
/** The largest width of a picture beside others. Unit: columns. */
const tileColumns = 36;

function methodOf({ around, terminal: { err } }: OutputMeans): PreviewMethod {
  const coloured = err.colors.bold('x') !== 'x';
  return previewMethod(around.environment, { ...err, isTerminal: err.isTerminal, coloured });
}

/** Tells whether the terminal can show a picture, as far as is known. */
export function drawsPictures(context: OutputMeans): boolean {
  return methodOf(context) !== 'none';
}

/**
 * Shows frames of files on the terminal, side by side where they are drawn with characters. Shows the path of a file where the
 * terminal can't draw, or where nothing decodes the file.
 */
export async function showFrames(
  context: OutputMeans,
  files: readonly { path: string; caption: string }[],
): Promise<void> {
  const { err } = context.terminal;
  const method = methodOf(context);
  const width = Math.min(files.length > 1 ? tileColumns : most.columns, err.columns - 1);
  const tiles: Tile[] = [];
  for (const { caption, path } of files) {
    const isInline = method === 'kitty' || method === 'iterm';
    // A character is about twice as high as wide, so half a character is square. A real picture has more pixels than
    // characters.
    const box = isInline ? { width: width * 8, height: most.lines * 16 } : { width, height: most.lines * 2 };
    const pixels = method === 'none' ? undefined : await frameOf(path, box, context.around.environment);
    if (pixels === undefined) {
      const why = method === 'none' ? '' : err.colors.dim(`  (to see it here: ${missingDecoder(path)})`);
      err.lines([`${caption}  ${path}${why}`]);
    } else if (isInline) {
      err.writeAsIs(method === 'kitty' ? kittyImage(pixels, width) : itermImage(pixels, width));
      err.lines([caption]);
    } else {
      const lines = halfBlocks(pixels, method === 'blocks-256' ? '256' : 'true');
      tiles.push({ lines, width: pixels.width, caption: safeLine(caption) });
    }
  }
  err.writeAsIs(
    sideBySide(tiles, err.columns)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

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
async function frameOf(path: string, box: FrameBox, environment: Environment): Promise<Pixels | undefined> {
  const isClip = clipEndings.has(extname(path).toLowerCase());
  const byFfmpeg = (second: number) => ffmpegFrame(path, box, { second, environment });
  if (isClip) return byFfmpeg(1);
  return (await byOurselves(path, box)) ?? (await bySharp(path, box)) ?? byFfmpeg(0);
}

/** The programs to install to see a file. */
function missingDecoder(path: string): string {
  return clipEndings.has(extname(path).toLowerCase()) ? 'ffmpeg' : 'sharp (npm install -g sharp) or ffmpeg';
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
  { environment, second }: { environment: Environment; second: number },
): Promise<Pixels | undefined> {
  const { execFile } = await import('node:child_process');
  const scale = `scale=${box.width}:${box.height}:force_original_aspect_ratio=decrease`;
  const words = [
    '-v',
    'error',
    '-nostdin',
    '-ss',
    String(second),
    ...ffmpegInput(path),
    '-frames:v',
    '1',
    '-vf',
    scale,
  ];
  return new Promise((done) => {
    execFile(
      'ffmpeg',
      [...words, '-f', 'image2pipe', '-c:v', 'ppm', '-'],
      {
        encoding: 'buffer',
        env: withoutSecrets(environment),
        maxBuffer: bytesMost,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error, stdout) => done(error === null ? pixelsOfPpm(stdout) : undefined),
    );
  });
}
