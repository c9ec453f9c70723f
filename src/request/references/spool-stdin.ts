import { join } from 'node:path';
import { homePlaces } from '../../account/home.ts';
import { assertStdinPiped } from '../../cli/texts/text-source.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { readWhole } from '../../files/read-whole.ts';
import { writeTempBeside } from '../../files/temp-file.ts';
import { inlineBytesMost } from '../../media/local-file.ts';

/**
 * Puts the bytes of stdin into a private file of the home, since media are measured and uploaded by their path. Its user removes it.
 * Throws UsageError where stdin is a terminal or has more than 64 MiB; native errors.
 */
export function spoolStdin(home: string): string {
  assertStdinPiped();
  const bytes = readWhole('-', { bytesMost: inlineBytesMost, what: 'picture' });
  const { spool } = homePlaces(home);
  ensurePrivateFolder(spool);
  return writeTempBeside(join(spool, 'stdin'), bytes, { mode: 0o600, durable: false });
}
