import { statSync } from 'node:fs';
import type { TypedWords } from '../../cli/arguments.ts';
import { UsageError } from '../../errors/endings.ts';
import { type LineChange, orElse, type Step } from '../../errors/hint.ts';

/** The endings of files that nobody means as a prompt, by the repeatable flag that takes such a file; a text goes behind @. */
const endings: readonly [pattern: RegExp, flag: '--ref-image' | '--ref-video' | '--ref-audio' | '@'][] = [
  [/\.(png|jpe?g|jp2|webp|gif|bmp|tiff?|tga|psd|exr|dng|heic|heif|avif|jxl|svg)$/i, '--ref-image'],
  [/\.(mp4|m4v|mov|webm|mkv|avi|mpe?g|3gp|3g2|ogv|wmv|flv|mxf|mts|m2ts)$/i, '--ref-video'],
  [/\.(wav|mp3|m4a|aac|ogg|oga|opus|flac|aiff?|wma|amr|caf)$/i, '--ref-audio'],
  [/\.(?=\d*[a-z])[a-z0-9]{1,8}$/i, '@'],
];

/**
 * Throws UsageError for words that are files here: a shell makes several words of `--ref-image *.png`, and genctl would send all
 * but the first as the prompt.
 *
 * @param given the long names of the flags for media that the line has.
 */
export function assertNoFileWords(
  { arguments: words, readable }: TypedWords,
  given: readonly string[],
): void {
  const files = words.slice(0, readable).filter((word) => flagOfFile(word) !== undefined);
  const [first] = files;
  if (first === undefined) return;
  const flag = flagOfFile(first);
  const isText = flag === '@';
  throw new UsageError({
    code: 'file_as_prompt',
    message: `${files.length === 1 ? first : `${first} and ${files.length - 1} more`} would be sent as words of the prompt`,
    why: `A file of that name is here. To send the words, put them after --.`,
    hint: orElse(
      stepFor(files, words.length, given),
      isText
        ? `@${first}, for a prompt that is in the file`
        : `${flag} ${first}, with the flag before each file; a frame goes by --first-frame or --last-frame`,
    ),
  });
}

/** Throws UsageError for a text of a flag that is the name of a file here. */
export function assertNoFileText(flag: string, text: string): void {
  const taking = flagOfFile(text);
  if (taking === undefined) return;
  throw new UsageError({
    code: 'file_as_prompt',
    message: `${flag} would send ${text} as the words of the prompt`,
    why: 'A file of that name is here. To send the words, put them after --.',
    hint:
      taking === '@'
        ? `${flag} @${text}, for a prompt that is in the file`
        : `${taking} ${text}, and words behind ${flag}`,
  });
}

/** Each file behind the flag that the line has for its kind, or one text behind @; undefined where that is not told by the line. */
function stepFor(files: readonly string[], words: number, given: readonly string[]): Step | undefined {
  const changes = files.map((word): LineChange | undefined => {
    const flag = flagOfFile(word);
    if (word !== word.trim()) return undefined;
    if (flag === '@') return words === 1 && /\.(txt|md)$/i.test(word) ? { word, to: `@${word}` } : undefined;
    return flag !== undefined && given.includes(flag) ? { word, behind: flag } : undefined;
  });
  return changes.every((one) => one !== undefined) ? { change: changes } : undefined;
}

/** Tells whether a path ends as a picture, a clip or a sound does. */
export function isMediaName(path: string): boolean {
  return endings.some(([pattern, flag]) => flag !== '@' && pattern.test(path));
}

/** Tells whether a prompt is the name of a file here, so that only words behind -- can say it. */
export function isFileWord(word: string): boolean {
  return flagOfFile(word) !== undefined;
}

function flagOfFile(word: string): (typeof endings)[number][1] | undefined {
  // A shell that completes a name leaves a space behind it.
  const path = word.trim();
  const flag = endings.find(([pattern]) => pattern.test(path))?.[1];
  return flag !== undefined && isFile(path) ? flag : undefined;
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A text that can be no path is no file.
    return false;
  }
}
