import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Cast } from '../../account/settings/setting-table.ts';
import { readBySpans } from '../../files/read-span.ts';
import { headBytes, type MediaForm, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';
import { castWords, memberNamed } from '../../request/references/cast.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import type { Answer } from '../rules/answer.ts';
import type { Asker } from './asker.ts';
import { hintLine, takesNote } from './field-words.ts';
import type { Completion, LineConfig, LineNote } from './line-prompt.ts';

/** A question that one line answers. */
interface LineQuestion {
  message: string;
  required: boolean;
  /** The earlier answer, and what Enter takes where there is none. */
  current: unknown;
  preset: unknown;
  hint: string | undefined;
  /** Names what it takes instead of a value that can't be the answer; completes `it takes …`. */
  fault: (value: unknown) => string | undefined;
}

/** How the lines of a kind of value are read. */
interface LineKind extends Pick<LineConfig, 'complete' | 'takesLines'> {
  /** The value that a line stands for; undefined where it stands for none. */
  read: (line: string) => unknown;
  /** Names what it takes instead of a line that means no value. */
  misread?: (line: string) => string;
  /** A remark on a line that stands for a value, beside what its schema says. */
  note?: (line: string) => LineNote | undefined;
  hint?: string;
}

export const textLine: LineKind = { takesLines: true, read: (line) => line };

/** Asks for a value on a line. An empty line leaves it out. */
export async function askLine(about: LineQuestion, kind: LineKind, asker: Asker): Promise<Answer> {
  const { current, fault, hint, message, preset, required } = about;
  const leave = current === undefined ? 'Enter leaves it out' : 'an empty line leaves it out';
  const isLeft = required || (current === undefined && preset !== undefined);
  const faultOf = (line: string): string | undefined => {
    const value = kind.read(line);
    return value === undefined ? kind.misread?.(line) : fault(value);
  };
  const given = await asker.line({
    message,
    takesLines: kind.takesLines,
    complete: kind.complete,
    initial: typedText(current),
    preset: typedText(preset),
    hint: hintLine([kind.hint, isLeft ? undefined : leave, hint], asker.look),
    note: (line) => {
      if (line === '') return required ? { kind: 'fault', text: 'It needs a value.' } : undefined;
      const note = kind.read(line) === undefined ? undefined : kind.note?.(line);
      return note ?? takesNote(faultOf(line));
    },
  });
  if (given === undefined) return { give: 'back' };
  return { give: 'value', value: given === '' ? undefined : kind.read(given) };
}

function typedText(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

const mediumWords: Readonly<Record<LinkMedium, string>> = {
  image: 'a picture',
  video: 'a clip',
  audio: 'a sound',
};

/** Makes a line for a URL. `takesFiles`: or a local file, or a name of the cast. `takesSeveral`: that name may have several files. */
export function linkLine(
  medium: LinkMedium | undefined,
  takesFiles: boolean,
  cast: Cast,
  takesSeveral = false,
): LineKind {
  if (!takesFiles) return { read: (line) => line.trim(), hint: 'a URL' };
  const names = [...cast.keys()].map((name) => `@${name}`);
  const sourceOf = (line: string): string => {
    const [file = line, ...others] = cast.get(memberNamed(line) ?? '') ?? [];
    return others.length > 0 ? line : droppedPath(file);
  };
  return {
    hint:
      names.length === 0
        ? 'a URL, or a file: Tab completes'
        : `a URL, a file, or ${names.slice(0, 3).join(' ')}: Tab completes`,
    complete: (line) => (line.startsWith('@') ? completed(line, names) : completePath(line)),
    read(line) {
      const source = droppedPath(line.trim());
      return isLocal(source) ? fullPath(source) : source;
    },
    note(line) {
      const source = sourceOf(line.trim());
      const files = cast.get(memberNamed(source) ?? '');
      if (files !== undefined) {
        const names = files
          .map((file) => (takesSeveral || !isLocal(file) ? basename(file) : file))
          .join(', ');
        return takesSeveral
          ? { kind: 'fact', text: `${files.length} files: ${names}` }
          : { kind: 'fault', text: `${source} has ${files.length} files; give one: ${names}` };
      }
      if (!isLocal(source)) return undefined;
      const said = fileNote(fullPath(source), medium);
      if (said.kind !== 'fault' || said.mayStay === true) return said;
      const isName = memberNamed(source) !== undefined;
      const text = isName ? `${castWords(cast)} A file of that name is ./${source}.` : said.text;
      return { kind: 'fault', text };
    },
  };
}

function fileNote(path: string, medium: LinkMedium | undefined): LineNote {
  const found = lookAtFile(path);
  if (found === undefined)
    return { kind: 'fault', text: 'There is no such file; a URL begins with https://.' };
  if (!found.isFile) return { kind: 'fault', text: 'It is a folder: Tab completes what is in it.' };
  if (medium !== undefined && found.medium !== undefined && found.medium !== medium)
    return {
      kind: 'fault',
      text: `It is ${found.words}; the question asks for ${mediumWords[medium]}.`,
      mayStay: true,
    };
  return { kind: 'fact', text: found.words };
}

/** The path of a file that was dropped on the terminal, which puts it in quotes or backslashes before its spaces. */
function droppedPath(line: string): string {
  const [, , inner = line.replaceAll(/\\(.)/g, '$1')] = /^(['"])(.*)\1$/.exec(line) ?? [];
  return inner !== line && lookAtFile(fullPath(line)) === undefined && lookAtFile(inner) !== undefined
    ? inner
    : line;
}

/** At most so many possible names are shown. */
const othersMost = 12;

/** The path that a line names, with `~` for the user's home folder. */
export function fullPath(line: string): string {
  return line === '~' || line.startsWith('~/') ? join(homedir(), line.slice(1)) : line;
}

/** Completes a path as a shell does: as far as all possible names agree. A link stays as it is. */
export function completePath(line: string): Completion {
  if (!isLocal(line)) return { line, others: [] };
  const cut = line.lastIndexOf('/') + 1;
  const [folder, begun] = [line.slice(0, cut), line.slice(cut)];
  const names = namesIn(fullPath(folder) || '.').filter(
    (name) => name.startsWith(begun) && (begun.startsWith('.') || !name.startsWith('.')),
  );
  const [only] = names;
  if (names.length === 1) {
    const path = `${folder}${only}`;
    return { line: isFolder(fullPath(path)) ? `${path}/` : path, others: [] };
  }
  const { line: begin, others } = completed(begun, names);
  return { line: `${folder}${begin}`, others };
}

/** Completes a word as far as all names that it begins agree. */
function completed(begun: string, known: readonly string[]): Completion {
  const names = known.filter((name) => name.startsWith(begun));
  if (names.length === 0) return { line: begun, others: [] };
  const others = names.length === 1 ? [] : names.slice(0, othersMost).map(safeLine);
  const more = names.length > othersMost ? [`and ${names.length - othersMost} more`] : [];
  return { line: sharedStart(names), others: [...others, ...more] };
}

function sharedStart(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  let length = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A description of a file. */
interface FileLook {
  /** Such as `png, 1.2 MB`. */
  words: string;
  /** Its medium, where its first bytes tell. */
  medium: LinkMedium | undefined;
  /** True if it can be read as a file, as a folder can't. */
  isFile: boolean;
}

const mediumOfForm = { picture: 'image', clip: 'video', sound: 'audio' } as const satisfies Record<
  MediaForm,
  LinkMedium
>;

/** Says what a file is, by its first bytes; undefined where it can't be read. */
export function lookAtFile(path: string): FileLook | undefined {
  try {
    if (!statSync(path).isFile()) return { words: 'a folder', medium: undefined, isFile: false };
    const { kind, size } = readBySpans(path, (read, bytes) => ({
      kind: mediaKindOf(read(0, headBytes)),
      size: formatBytes(bytes),
    }));
    if (kind === undefined) return { words: `of an unknown kind, ${size}`, medium: undefined, isFile: true };
    return { words: `${kind}, ${size}`, medium: mediumOfForm[mediaKinds[kind].form], isFile: true };
  } catch {
    return undefined;
  }
}
