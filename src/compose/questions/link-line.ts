import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { readBySpans } from '../../files/read-span.ts';
import { unreadableReason } from '../../media/local-file.ts';
import { headBytes, type MediaForm, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';
import { castWords, memberNamed } from '../../request/references/cast.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { Completion, LineConfig, LineNote } from '../../terminal/lines/line-config.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import type { LineQuestion } from '../rules/question.ts';

/** How the line of a link is read. */
interface LinkLine extends Pick<LineConfig, 'complete' | 'note'> {
  hint: string;
  /** The link or the path that a line stands for. */
  read(line: string): string;
}

const mediumWords: Readonly<Record<LinkMedium, string>> = {
  image: 'a picture',
  video: 'a clip',
  audio: 'a sound',
};

/** Gives the folder that relative paths are of. It is read late: where it was removed, only a relative path is the worse for it. */
export type FolderOfPaths = () => string;

const ownFolder: FolderOfPaths = () => process.cwd();

export function linkLine(
  { cast, medium, takesSeveral = false, uploads = true }: NonNullable<LineQuestion['link']>,
  folder: FolderOfPaths = ownFolder,
): LinkLine {
  if (cast === undefined)
    return {
      read: (line) => line.trim(),
      hint: 'a URL',
      note: (line) => (isLocal(line.trim()) ? notSent : undefined),
    };
  const names = [...cast.keys()].map((name) => `@${name}`);
  const some = names.length === 0 ? 'or a file' : `a file, or ${names.slice(0, 3).join(' ')}`;
  return {
    hint: uploads ? `a URL, ${some}: Tab completes` : 'a URL; a file needs an upload_command',
    complete: (line) => (line.startsWith('@') ? completed(line, names) : completePath(line, folder)),
    read(line) {
      const source = droppedPath(line.trim(), folder);
      return isLocal(source) ? fullPath(source) : source;
    },
    note(line) {
      const typed = line.trim();
      const files = cast.get(memberNamed(typed) ?? '') ?? [];
      const called = files.map((file) => (takesSeveral || !isLocal(file) ? basename(file) : file)).join(', ');
      if (files.length > 1)
        return takesSeveral
          ? { kind: 'fact', text: `${files.length} files: ${called}` }
          : { kind: 'fault', text: `${typed} has ${files.length} files; give one: ${called}` };
      const source = droppedPath(files[0] ?? typed, folder);
      if (!isLocal(source)) return undefined;
      const said = fileNote(wholePath(source, folder), medium);
      if (said.kind !== 'fault' || said.mayStay === true || memberNamed(source) === undefined) return said;
      return { kind: 'fault', text: `${castWords(cast)} A file of that name is ./${source}.` };
    },
  };
}

/** A field that no media flag fills takes its words as they are. */
const notSent: LineNote = {
  kind: 'fault',
  text: 'It is no URL, and no flag sends a file in this field; a URL begins with https://.',
  mayStay: true,
};

const mediumOfForm = { picture: 'image', clip: 'video', sound: 'audio' } as const satisfies Record<
  MediaForm,
  LinkMedium
>;

/** Says what a file is, by its first bytes. */
export function fileNote(path: string, medium: LinkMedium | undefined): LineNote {
  try {
    if (!statSync(path).isFile())
      return { kind: 'fault', text: 'It is a folder: Tab completes what is in it.' };
    const { kind, size } = readBySpans(path, (read, bytes) => ({
      kind: mediaKindOf(read(0, headBytes)),
      size: formatBytes(bytes),
    }));
    const words = `${kind ?? 'of an unknown kind'}, ${size}`;
    if (kind === undefined || medium === undefined || mediumOfForm[mediaKinds[kind].form] === medium)
      return { kind: 'fact', text: words };
    const text = `It is ${words}; the question asks for ${mediumWords[medium]}.`;
    return { kind: 'fault', text, mayStay: true };
  } catch (error) {
    const reason = unreadableReason(error) ?? 'It can’t be read.';
    return { kind: 'fault', text: `${reason.replace(/\.$/, '')}; a URL begins with https://.` };
  }
}

/** The path of a file that was dropped on the terminal, which puts it in quotes or backslashes before its spaces. */
function droppedPath(line: string, folder: FolderOfPaths): string {
  const [, , inner = line.replaceAll(/\\(.)/g, '$1')] = /^(['"])(.*)\1$/.exec(line) ?? [];
  const isThere = (path: string): boolean => existsSync(wholePath(path, folder));
  return inner !== line && !isThere(line) && isThere(inner) ? inner : line;
}

function wholePath(line: string, folder: FolderOfPaths): string {
  const path = fullPath(line);
  return isAbsolute(path) ? path : resolve(folder(), path);
}

/** The path that a line names, with `~` for the user's home folder. */
export function fullPath(line: string): string {
  return line === '~' || line.startsWith('~/') ? join(homedir(), line.slice(1)) : line;
}

/** Completes a path as a shell does: as far as all possible names agree. A link stays as it is. */
export function completePath(line: string, folder: FolderOfPaths = ownFolder): Completion {
  if (!isLocal(line)) return { line, others: [] };
  const cut = line.lastIndexOf('/') + 1;
  const [way, begun] = [line.slice(0, cut), line.slice(cut)];
  const names = namesIn(wholePath(way, folder)).filter(
    (name) => begun.startsWith('.') || !name.startsWith('.'),
  );
  const to = completed(begun, names);
  const isFolder =
    to.others.length === 0 &&
    statSync(wholePath(way + to.line, folder), { throwIfNoEntry: false })?.isDirectory();
  return { ...to, line: `${way}${to.line}${isFolder === true && names.includes(to.line) ? '/' : ''}` };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** At most so many possible names are shown. */
const othersMost = 12;

/** Completes a word as far as all names that it begins agree. */
function completed(begun: string, known: readonly string[]): Completion {
  const names = known.filter((name) => name.startsWith(begun));
  const [first = begun] = names;
  let { length } = first;
  for (const name of names) while (!name.startsWith(first.slice(0, length))) length -= 1;
  const others = names.length < 2 ? [] : names.slice(0, othersMost).map(safeLine);
  const more = names.length > othersMost ? [`and ${names.length - othersMost} more`] : [];
  return { line: first.slice(0, length), others: [...others, ...more] };
}
