import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { type Hint, typedWith } from '../errors/hint.ts';
import { nodeCrypto } from '../files/lazy-node.ts';
import { standInPlaces } from '../text/base-url.ts';
import { headBytes, type MediaKind, mediaKinds } from './rules/media-kind.ts';

/** A file of this machine that stands for media in a request. */
export interface LocalFile {
  /** The flag before the word; undefined for a word without one. */
  flag: string | undefined;
  /** As it was typed. */
  word: string;
  /** The name of the file in messages: the flag and the word, and the file's own name where the word is another's. */
  where: string;
  path: string;
  /** The last part of its path. */
  name: string;
  bytes: number;
  modifiedAtMs: number;
  /** Its first bytes. */
  head: Uint8Array;
}

/** The word that stands for stdin. */
const stdinWord = '-';

/** The place where the file of a word is looked for. */
interface WordPlace {
  /** The flag before the word; undefined for a word without one. */
  flag: string | undefined;
  /** The word that was typed in its place: a member of the cast. */
  typed?: string | undefined;
  /** Relative paths are resolved from here. */
  workingFolder: string;
  /** Gives the path of a file with the bytes of stdin; without it `-` is the name of a file. */
  stdinFile?: (() => Promise<string>) | undefined;
}

/**
 * Reads the facts of the file that a word names: a path, relative to the working folder, a `file:` URL, or `-` for stdin.
 *
 * @throws UsageError where the file can't be read, is empty, or is no regular file.
 */
export async function openLocalFile(
  given: string,
  { flag, stdinFile, typed, workingFolder }: WordPlace,
): Promise<LocalFile> {
  const ofStdin = given === stdinWord ? await stdinFile?.() : undefined;
  const path = ofStdin ?? resolve(workingFolder, pathOf(given, flag));
  const name = ofStdin === undefined ? basename(path) : 'stdin';
  const word = typed ?? given;
  try {
    // This check comes before opening, because opening a pipe waits until somebody writes to it.
    const { size, mtimeMs } = regular(await stat(path));
    const head = await readHead(path);
    const where = `${flag === undefined ? '' : `${flag} `}${word}${typed === undefined ? '' : ` (${name})`}`;
    return { flag, word, where, path, name, bytes: size, modifiedAtMs: mtimeMs, head };
  } catch (cause) {
    throw unreadable(flag, word, path, cause);
  }
}

/** Turns a system's error about a file that was opened into a UsageError; any other error comes back as it is. */
export function readingFailed({ flag, path, word }: LocalFile, cause: unknown): unknown {
  if (errorCode(cause) === undefined || cause instanceof CliError) return cause;
  return unreadable(flag, word, path, cause);
}

function pathOf(word: string, flag: string | undefined): string {
  if (word === '') throw unreadable(flag, "''", '.', new Unfit('It names no file.'));
  if (!/^file:\//i.test(word)) return word;
  try {
    return fileURLToPath(word);
  } catch (cause) {
    throw unreadable(flag, word, word, cause);
  }
}

/** The file exists but can't be used. */
class Unfit extends Error {}

function regular<Stats extends { isFile(): boolean; isDirectory(): boolean; size: number }>(
  stats: Stats,
): Stats {
  if (stats.isDirectory()) throw new Unfit('It is a folder.');
  if (!stats.isFile()) throw new Unfit('It is a pipe or a device, not a file.');
  if (stats.size === 0) throw new Unfit('It is empty: 0 bytes.');
  return stats;
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file.',
  EACCES: 'Reading it is not permitted.',
  EPERM: 'Reading it is not permitted.',
  ENAMETOOLONG: 'The name is too long for a file.',
};

/** Why the system does not let a file be read, as a sentence; undefined for another error. */
export function unreadableReason(cause: unknown): string | undefined {
  return reasons[errorCode(cause) ?? ''];
}

function unreadable(flag: string | undefined, word: string, path: string, cause: unknown): UsageError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new UsageError({
    code: 'file_unreadable',
    message: flag === undefined ? `${word} can't be used` : `${flag} can't use ${word}`,
    why: unreadableReason(cause) ?? said,
    hint: mendOf(flag, word, path),
    cause,
  });
}

function mendOf(flag: string | undefined, word: string, path: string): Hint {
  if (flag === undefined) return `ls -l ${path}`;
  if (word === stdinWord) return `pipe a file into it, or name one: ${flag} FILE`;
  // The word for another file says nothing of its path.
  return word.startsWith('@') && path.endsWith(word)
    ? typedWith(flag, word.slice(1))
    : `check the path: ls -l ${path}; or give ${flag} an https URL`;
}

/** SHA-256 of a file's bytes, in hex, read piece by piece. Throws native errors, and the signal's reason. */
export async function fileDigest(path: string, signal?: AbortSignal): Promise<string> {
  const hash = nodeCrypto().createHash('sha256');
  for await (const piece of createReadStream(path)) {
    signal?.throwIfAborted();
    hash.update(piece as Buffer);
  }
  return hash.digest('hex');
}

/**
 * Largest file that goes into a body: base64 text has to fit into one string, and V8's longest has about eight times as many
 * characters. Unit: bytes.
 */
export const inlineBytesMost = 64 * 1024 * 1024;

/**
 * Reads a file into a data URL.
 *
 * @throws UsageError for one above 64 MiB; native errors.
 * @see service document §4.7
 */
export async function dataUrl({ where, path, bytes }: LocalFile, kind: MediaKind): Promise<string> {
  if (bytes > inlineBytesMost) {
    throw new UsageError({
      code: 'file_too_large',
      message: `${where} is too large to be sent inside the request`,
      why: `It has ${bytes} bytes; the most is ${inlineBytesMost}.`,
      hint: 'make it smaller, or give an https URL',
    });
  }
  return `data:${mediaKinds[kind].contentType};base64,${(await readFile(path)).toString('base64')}`;
}

/** A link that stands for a file where it is not uploaded, or not yet. @param digest SHA-256 of what it stands for, in hex. */
export function standInLink(name: string, digest: string): string {
  return `${standInPlaces.files}${digest.slice(0, 12)}/${encodeURIComponent(name)}`;
}

/** A link that stands for the last frame of a job's clip, which the embedded sandbox can draw itself. */
export function frameStandIn(jobId: string): string {
  return `${standInPlaces.frames}${encodeURIComponent(jobId)}.png`;
}
