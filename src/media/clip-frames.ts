import { type Pixels, picturesOfPpm, pixelsOfPpm } from '../terminal/preview/pixels.ts';
import { type FfmpegEnd, type FfmpegPorts, ffmpegInput, runFfmpeg, toPixels } from './ffmpeg.ts';

/** A clip at a glance. */
export interface ClipFrames {
  /** In their order, the first and the last frame among them. `seconds`: from the beginning. */
  frames: readonly { pixels: Pixels; seconds: number }[];
  /** The wave of its sound; undefined for a clip without sound. */
  wave: Pixels | undefined;
}

/** The sizes of the pictures. Unit: px. */
export interface GlanceSizes {
  /** Width of a frame that is very wide, of a usual one, and of one that is higher than wide. */
  widths: readonly [wide: number, usual: number, tall: number];
  wave: { width: number; height: number };
}

const framesMost = 12;
/** A frame of these is far smaller. Unit: bytes. */
const bytesMost = 64 * 1024 * 1024;
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
  const drawn = await runFfmpeg([...words, '-r', String(frameRate), ...toPixels], { ...ports, bytesMost });
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
  const end = await runFfmpeg([...words, '-frames:v', '1', ...toPixels], { ...ports, bytesMost });
  return end.isWell ? pixelsOfPpm(end.bytes) : undefined;
}
