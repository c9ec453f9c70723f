import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readBySpans } from '../../files/read-span.ts';
import { headBytes, type MediaForm, mediaKindOf, mediaKinds } from '../../media/rules/media-kind.ts';
import type { LinkMedium } from '../../schema/link-shape.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import type { Completion } from './line-prompt.ts';

/** The path of a file that was dropped on the terminal, which puts it in quotes or backslashes before its spaces. */
export function droppedPath(line: string): string {
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
export function completed(begun: string, known: readonly string[]): Completion {
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
