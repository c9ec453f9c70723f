import { renameSync } from 'node:fs';
import { extname } from 'node:path';
import type { CliErrorParts } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import { readBySpans } from '../../files/read-span.ts';
import { discard, uniquePathBeside, writeTempBeside } from '../../files/temp-file.ts';
import { type FfmpegPorts, ffmpegFailed, ffmpegInput, runFfmpeg } from '../../media/ffmpeg.ts';
import { askedMedia } from '../../media/rules/asked-media.ts';
import type { ClipForm } from '../../media/rules/clip-content.ts';
import { boxesIn, contentAt, indexBoxes } from '../../media/rules/media-boxes.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { counted } from '../../text/shown-value.ts';
import type { CheckedLine } from '../check/check-pass.ts';
import { sentNew } from '../rules/line-book.ts';

/** So many shots are named; the others are counted. */
export const namedMost = 20;

/** Refuses a film that is named as neither form in which clips are joined. Throws UsageError. */
export function assertFilmNamed(path: string): void {
  if (/\.(mp4|mov)$/i.test(path)) return;
  throw unfit({
    code: 'film_format',
    message: path,
    why: 'A film is an MP4 or a MOV: its name must end in .mp4 or .mov.',
    hint: typedWith('--film', 'film.mp4'),
  });
}

/** Gathers the new lines whose clips a film of that name can't hold, before any of them is paid. */
export function filmDoubts(film: string | undefined) {
  const ids: string[] = [];
  return {
    take({ line, priced, shot, word }: CheckedLine): void {
      if (film === undefined || priced === undefined || !sentNew.has(word)) return;
      // A final has the sound of its draft.
      const request = tryReadJson(priced.body);
      const { container, hasSound } = askedMedia(request, request);
      if (container === 'mov' && hasSound !== false) ids.push(shot ?? `line ${line}`);
    },
    /** Throws UsageError. */
    assertNone(): void {
      const trouble = soundTrouble(film, ids);
      if (trouble !== undefined) throw unfit({ ...trouble, message: film ?? '' });
    },
  };
}

/** The codecs of sound that was not encoded, which MOV clips have. @see service document §2.7 */
const plainSound = /^(sowt|twos|lpcm|in24|in32|fl32|fl64|raw ) /;

/** Says of which clips a film of that name can't hold the sound; undefined where it holds all. */
export function clipTrouble(
  film: string | undefined,
  clips: readonly { id: string; form: ClipForm }[],
): Omit<CliErrorParts, 'message'> | undefined {
  const ids = clips.filter(({ form }) => plainSound.test(form.get('sound') ?? '')).map(({ id }) => id);
  return soundTrouble(film, ids);
}

function soundTrouble(
  film: string | undefined,
  ids: readonly string[],
): Omit<CliErrorParts, 'message'> | undefined {
  if (film === undefined || ids.length === 0 || extname(film).toLowerCase() === '.mov') return undefined;
  const named = ids.length > namedMost ? '' : `: ${ids.join(', ')}`;
  return {
    code: 'film_format',
    why: `An MP4 can't hold the PCM sound of a MOV clip. ${counted(ids.length, 'shot')} would have it${named}.`,
    hint: typedWith('--film', inMov(film)),
  };
}

/** The name of a film that holds every sound. */
export function inMov(film = ''): string {
  return film.replace(/\.mp4$/i, '.mov');
}

function unfit({ message: film, ...parts }: CliErrorParts): UsageError {
  return new UsageError({ ...parts, message: `${film} can't be the film of the shots; nothing was sent` });
}

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
