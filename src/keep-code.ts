import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from './files/atomic-write.ts';
import { ensurePrivateFolder, namesIn } from './files/folder.ts';
import { discard } from './files/temp-file.ts';
import { homePlaces } from './store/home.ts';

/** A file whose code is to be kept, once the run has compiled what it calls. */
export interface KeptCode {
  name: string;
  content(): Buffer;
}

/** Code that was made before is of an older version, or made again. Unit: ms. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps compiled code in the home, a file for each file of ours; what is old goes. Only where there is a home already: to ask for help leaves nothing behind. Never throws: without it the next start takes as long as this one.
 */
export function keepCode(home: string, made: readonly KeptCode[]): void {
  try {
    if (!existsSync(home)) return;
    const folder = homePlaces(home).code;
    ensurePrivateFolder(folder);
    for (const { content, name } of made) writeFileAtomic(join(folder, name), content(), { durable: false });
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (Date.now() - statSync(path).mtimeMs > keptMs) discard(path);
    }
  } catch {
    // A full or a read-only disk.
  }
}
