import { renameSync } from 'node:fs';
import { extname } from 'node:path';
import { systemFailure } from '../errors/system-trouble.ts';
import { readBySpans } from '../files/read-span.ts';
import { discard, uniquePathBeside, writeTempBeside } from '../files/temp-file.ts';
import { type FfmpegPorts, ffmpegFailed, ffmpegInput, runFfmpeg } from './ffmpeg.ts';
import { boxesIn, contentAt, indexBoxes } from './rules/media-boxes.ts';

/** Nothing is decoded, so that a film takes as long as the disk does. Unit: ms. */
const joinTimeoutMs = 30 * 60_000;

/** The comment in a film, by which a later run knows that genctl may replace it. */
const mark = 'joined by genctl';

/**
 * Joins clips of one form into an MP4 or a MOV, by the ending of its name. It is made whole or not at all, and replaces any file that has
 * its name. The same clips make the same bytes.
 * Throws MachineError where ffmpeg is missing or can't do it, and the signal's reason.
 *
 * @param clips absolute paths, in their order.
 * @param film an absolute path.
 */
export async function joinClips(clips: readonly string[], film: string, ports: FfmpegPorts): Promise<void> {
  const temp = uniquePathBeside(film);
  const lines = clips.map((path) => `file 'file:${path.replaceAll("'", "'\\''")}'\n`);
  const list = writeTempBeside(film, Buffer.from(lines.join('')), { mode: 0o600, durable: false });
  try {
    const from = ['-f', 'concat', '-safe', '0', ...ffmpegInput(list), '-map', '0:v:0', '-map', '0:a:0?'];
    // A film of all clips has no words of ffmpeg, or of the first clip.
    const plain = ['-fflags', '+bitexact', '-map_metadata', '-1', '-metadata', `comment=${mark}`];
    const to = ['-movflags', '+faststart', '-f', extname(film).toLowerCase().slice(1), '-y', `file:${temp}`];
    const end = await runFfmpeg(['-v', 'error', ...from, '-c', 'copy', ...plain, ...to], {
      ...ports,
      timeoutMs: joinTimeoutMs,
    });
    if (!end.isWell)
      throw ffmpegFailed(end, {
        code: 'film_failed',
        message: `genctl can't join the clips to ${film}`,
        hint: 'make room on the disk, and run it again',
      });
    renameSync(temp, film);
  } catch (error) {
    throw systemFailure(error) ?? error;
  } finally {
    discard(list);
    discard(temp);
  }
}

/** The word by which ffmpeg signs its own work. It keeps the comment of a film that a person edits with it. */
const foreign = 'Lavf';

/** Tells whether a file is a film that genctl joined, and that nobody has edited since. Throws native errors. */
export function isJoinedFilm(path: string): boolean {
  return readBySpans(path, (read, bytes) => {
    for (const { content, name } of indexBoxes(read, bytes)) {
      const notes = name === 'moov' ? contentAt(content, 'udta') : undefined;
      for (const { content: note } of boxesIn(notes)) {
        const bytes = Buffer.from(note.buffer, note.byteOffset, note.byteLength);
        if (bytes.includes(mark)) return !bytes.includes(foreign);
      }
    }
    return false;
  });
}
