import { extname } from 'node:path';
import type { CliErrorParts } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { askedMedia } from '../../media/rules/asked-media.ts';
import type { ClipForm } from '../../media/rules/clip-content.ts';
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
