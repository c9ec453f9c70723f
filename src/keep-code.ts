import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { codeContent, flagsNow, type KeptCode, noteFlags } from './code-file.ts';
import { writeFileAtomic } from './files/atomic-write.ts';
import { ensurePrivateFolder, isOwnFolder, namesIn } from './files/folder.ts';
import { homePlaces } from './store/home.ts';

/** A file of ours, once a run of a command has compiled what it calls. */
export interface MadeCode {
  /** Of the file that is to keep it. */
  name: string;
  script: Script;
  source: Buffer;
  /** Those that the run began with. */
  flags: number;
  command: string;
  /** What was kept of it before. */
  before: KeptCode | undefined;
}

/** Code that was made before is of an older version, or made again. Unit: ms. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps compiled code in a home, a file for each file of ours; what is old goes. Never throws: without it the next start takes as long
 * as this one.
 */
export function keepCode(home: string, made: readonly MadeCode[]): void {
  try {
    const { code: folder } = homePlaces(home);
    makePrivate(folder);
    for (const one of made) writeFileAtomic(join(folder, one.name), contentOf(one), { durable: false });
    removeOld(folder);
  } catch {
    // A full or a read-only disk.
  }
}

/** V8 has what was kept and what the run called, less what it has dropped because nothing called it for long. */
function contentOf({ script, source, flags, command, before }: MadeCode): Buffer {
  const made = script.createCachedData();
  const code = before !== undefined && before.code.length > made.length ? before.code : made;
  if (flagsNow() !== flags) noteFlags(code, flags);
  return codeContent({ code, commands: [...(before?.commands ?? []), command] }, source);
}

/** Makes a folder that nobody else may write to. What stood in one to which others could is theirs, perhaps. */
function makePrivate(folder: string): void {
  if (existsSync(folder) && !isOwnFolder(folder)) rmSync(folder, { recursive: true });
  ensurePrivateFolder(folder);
}

function removeOld(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
}
