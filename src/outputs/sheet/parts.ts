import { basename } from 'node:path';
import { type FfmpegPorts, ffmpegFailed, isFfmpegHere } from '../../media/ffmpeg.ts';
import { frameOfFile, framesOfClip } from '../../media/frames.ts';
import type { Pixels } from '../../terminal/preview/pixels.ts';

/** A file that is looked at. */
export interface SheetFile {
  /** Absolute. */
  path: string;
  /** The job whose file it is; undefined for a file that was named by its path. */
  jobId: string | undefined;
  form: 'picture' | 'clip';
}

/** A part of a sheet: pictures beside each other, or a clip. */
export interface SheetPart {
  title: string | undefined;
  tiles: readonly { pixels: Pixels; caption: string }[];
  wave: Pixels | undefined;
}

/** The files of a sheet, and the moments that it shows of each clip. Unit: s from its beginning. */
export type SheetItem = SheetFile & { moments: readonly number[] | undefined };

/** The room for a sheet. Unit: px. */
export interface SheetRoom {
  width: number;
  gap: number;
  /** Most height of a picture. */
  height: number;
  waveHeight: number;
}

/**
 * Draws what a sheet shows: all pictures that follow each other in one grid, and of each clip twelve frames with their times and its
 * wave. Throws MachineError for a file that can't be read, or where ffmpeg is missing.
 */
export async function sheetParts(
  files: readonly SheetFile[],
  room: SheetRoom,
  ports: FfmpegPorts,
): Promise<{ parts: SheetPart[]; items: SheetItem[] }> {
  const parts: SheetPart[] = [];
  const items: SheetItem[] = [];
  for (const [at, file] of files.entries()) {
    if (file.form === 'clip') {
      const { moments, part } = await clipPart(file, room, ports);
      parts.push(part);
      items.push({ ...file, moments });
    } else {
      items.push({ ...file, moments: undefined });
      if (files[at - 1]?.form === 'picture') continue;
      const rest = files.slice(at);
      const end = rest.findIndex(({ form }) => form === 'clip');
      parts.push(await picturesPart(end === -1 ? rest : rest.slice(0, end), room, ports));
    }
  }
  return { parts, items };
}

async function clipPart(file: SheetFile, room: SheetRoom, ports: FfmpegPorts) {
  const widths = [columnWidth(room, 3), columnWidth(room, 4), columnWidth(room, 6)] as const;
  const wave = { width: room.width, height: room.waveHeight };
  const clip = await framesOfClip(file.path, { widths, wave }, ports);
  if ('isMissing' in clip) throw unreadable(file, clip);
  const moments = clip.frames.map(({ seconds }) => seconds);
  const tiles = clip.frames.map(({ pixels, seconds }) => ({ pixels, caption: momentWord(seconds) }));
  return { moments, part: { title: basename(file.path), tiles, wave: clip.wave } };
}

const columnsMost = 4;

async function picturesPart(
  files: readonly SheetFile[],
  room: SheetRoom,
  ports: FfmpegPorts,
): Promise<SheetPart> {
  const width = columnWidth(room, Math.min(columnsMost, Math.ceil(Math.sqrt(files.length))));
  const tiles: { pixels: Pixels; caption: string }[] = [];
  for (const file of files) {
    const box = { width, height: Math.min(width, room.height) };
    const pixels = await frameOfFile(file.path, box, ports);
    if (pixels === undefined) throw unreadable(file, await whyNoPicture(ports));
    tiles.push({ pixels, caption: basename(file.path) });
  }
  return { title: undefined, tiles, wave: undefined };
}

function columnWidth({ gap, width }: SheetRoom, columns: number): number {
  return Math.floor((width - gap * (columns - 1)) / columns);
}

/** A moment of a clip: `0.00 s`, `1:02.50`. */
export function momentWord(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const hundredths = Math.round(seconds * 100);
  const rest = ((hundredths % 6000) / 100).toFixed(2).padStart(5, '0');
  return `${Math.floor(hundredths / 6000)}:${rest}`;
}

async function whyNoPicture(ports: FfmpegPorts) {
  const isMissing = !(await isFfmpegHere(ports));
  const why = isMissing ? 'no program ffmpeg on the PATH' : 'ffmpeg: it found no picture in it';
  return { isMissing, why };
}

function unreadable({ jobId, path }: SheetFile, trouble: { isMissing: boolean; why: string }) {
  return ffmpegFailed(trouble, {
    code: 'sheet_failed',
    message: `genctl can't draw a sheet of ${path}`,
    hint: 'ffmpeg -i FILE, to see what is wrong with it',
    jobId,
  });
}
