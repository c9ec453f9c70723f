import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { homePlaces } from '../account/home.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ensurePrivateFolder, isOwnFolder, namesIn } from '../files/folder.ts';
import { sweepTempFiles } from '../files/sweep-temp-files.ts';
import { discard } from '../files/temp-file.ts';
import { type CompiledFile, codeContent, isGood, noteFlags, readCode } from './code-file.ts';

/** A file of ours, once a run has compiled what it calls. */
export interface MadeScript {
  /** The name of the file. */
  name: string;
  script: Script;
  source: Buffer;
  /** Those that it was loaded under. */
  flags: number;
}

/** The code that a run has to keep. */
export interface MadeCode {
  /** The name of the file that is to keep it. */
  file: string;
  made: readonly MadeScript[];
}

/** Code that was made before is of an older version, or made again. Unit: ms. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
/** Files of any version, and what a killed run of another machine left half written. The folder may be a link to one that holds more. */
const ownName = /-v\d+\.\d+\.\d+|^\..+\.tmp$/;

/**
 * Keeps compiled code in a home, a file for each command; what is old goes. Never throws: without it the next start takes as long as
 * this one.
 */
export function keepCode(home: string, { file, made }: MadeCode): void {
  try {
    const { code: folder } = homePlaces(home);
    makePrivate(folder);
    const path = join(folder, file);
    const anew = made.map(({ name, source, ...one }) => ({ name, source, code: codeOf(one) }));
    const content = codeContent([...stillGood(path, anew), ...anew]);
    writeFileAtomic(path, content, { durable: false });
    removeOld(folder);
    // A file that goes too early is kept by the next run.
    sweepTempFiles(folder, { nowMs: Date.now(), isPrivate: true, marginMs: 0 });
  } catch {
    // A full or a read-only disk.
  }
}

/** V8 has what the run called, less what it has dropped because nothing called it for long. */
function codeOf({ script, flags }: Pick<MadeScript, 'flags' | 'script'>): Buffer {
  const code = script.createCachedData();
  noteFlags(code, flags);
  return code;
}

/** The kept code of other files than these, which this run may not have loaded. Code of a file that the build has no more goes. */
function stillGood(path: string, anew: readonly CompiledFile[]): CompiledFile[] {
  return [...(readCode(path)?.values() ?? [])].filter((one) => {
    if (anew.some(({ name }) => name === one.name)) return false;
    const source = join(import.meta.dirname, one.name);
    return existsSync(source) && isGood(one, readFileSync(source));
  });
}

/** Makes a folder that nobody else may write to. What stood in one to which others could is theirs, perhaps. */
function makePrivate(folder: string): void {
  if (existsSync(folder) && !isOwnFolder(folder)) rmSync(folder, { recursive: true });
  ensurePrivateFolder(folder);
}

function removeOld(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const found = ownName.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    if (found !== undefined && Date.now() - found.mtimeMs > keptMs) discard(path);
  }
}
