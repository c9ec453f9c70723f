import { lstatSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import type { Surroundings } from '../../cli/surroundings.ts';
import { isMediaName } from '../../cli/texts/word-files.ts';
import { MachineError, UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say, thenAgain } from '../../errors/hint.ts';
import { isLimit, systemTrouble } from '../../errors/system-trouble.ts';
import { fixedFolder } from '../../files/name-template.ts';
import { isReallyInside, lacksBytes } from '../../files/real-place.ts';
import { entryAt } from '../../files/same-file.ts';
import { discard, writeTempBeside } from '../../files/temp-file.ts';
import { shellQuote } from '../../text/shell-quote.ts';
import type { FilePlan } from '../journey.ts';
import { isObjectUri } from '../rules/place-address.ts';

/** The errors that come from the path itself, whatever the disk. */
const ofThePath = ['ENAMETOOLONG', 'ELOOP', 'EINVAL', 'ERR_INVALID_ARG_VALUE'];

/**
 * Checks that files can be written to their folder, before anything is paid for or waited for. `notYet` says what has not
 * happened, such as `nothing was sent`. Throws UsageError where the path can't be that of a folder, MachineError where this
 * machine can't write there.
 */
export function assertFileTarget(
  around: Pick<Surroundings, 'workingFolder'>,
  plan: Pick<FilePlan, 'dir' | 'template' | 'within'>,
  notYet: string,
): void {
  const folder = resolve(around.workingFolder, plan.dir, fixedFolder(plan.template));
  const message = `files can't go to ${folder}`;
  if (lacksBytes(folder))
    throw new UsageError({
      ...{ code: 'folder_not_utf8', message },
      why: `A part of its name is not UTF-8, so files would go to another folder; ${notYet}.`,
      hint: 'a folder for --dir whose name is UTF-8',
    });
  if (!staysWithin(around, plan, folder))
    throw new UsageError({ ...ledOut(folder, plan.within), hint: 'a folder of your own for --dir' });
  const trouble = tryFolder(folder);
  if (trouble === undefined) return;
  const { code, error, path } = trouble;
  if (code === 'ENOTDIR')
    throw new UsageError({
      ...{ code: 'not_a_folder', message },
      why: `${path === folder ? 'It' : path} is not a folder; ${notYet}.`,
      hint:
        path === folder && extname(path) !== ''
          ? `a folder for --dir; the name of a file is --name ${shellQuote(nameTemplate(path))}`
          : 'choose a folder for --dir',
    });
  const {
    mend,
    ofPlace = mend === undefined,
    why,
  } = systemTrouble(code) ?? {
    why: error instanceof Error ? error.message : code,
  };
  const parts = {
    code: 'folder_unusable',
    message,
    why: `${why} (${code} at ${path}); ${notYet}`,
    cause: error,
  };
  const another = 'choose another --dir';
  if (ofThePath.includes(code)) throw new UsageError({ ...parts, hint: another });
  const hint = isLimit(code) ? say`${mend}${thenAgain}` : say`${mend}, or ${another}${thenAgain}`;
  throw new MachineError({ ...parts, hint: ofPlace ? another : hint });
}

/** Throws UsageError for a `--dir` that is called as a file is, where no such folder is there. A slash at its end says that one is meant. */
export function assertNoFileName(dir: string, workingFolder: string): void {
  if (!isMediaName(dir)) return;
  if (!isObjectUri(dir) && entryAt(resolve(workingFolder, dir)) !== undefined) return;
  const [name, folder] = [basename(dir), dirname(dir)];
  throw new UsageError({
    code: 'not_a_folder',
    message: `files would go into a folder called ${name}`,
    why: `--dir names a folder, and ${dir} ends like a file. For a folder of that name, end it with a slash.`,
    hint: {
      change: [
        { set: '--dir', to: folder },
        { set: '--name', to: nameTemplate(name) },
      ],
    },
  });
}

/** A template that names a file so, and a second one apart. */
function nameTemplate(name: string): string {
  return `${basename(name, extname(name))}.{ext}`;
}

/**
 * Checks that a file whose place comes from a project file stays below the project's folder, now that its whole path is known.
 * Throws MachineError, not UsageError: the job exists, and its files can be fetched into another folder.
 */
export function assertStaysWithin(
  around: Pick<Surroundings, 'workingFolder'>,
  plan: Pick<FilePlan, 'within'>,
  folder: string,
): void {
  if (staysWithin(around, plan, folder)) return;
  throw new MachineError({
    ...ledOut(folder, plan.within),
    hint: say`${genctl`download ID --dir FOLDER`}, a folder of your own`,
  });
}

/**
 * Tells whether a folder is below the project's, where that bounds the files. It compares real paths, because a symbolic link of a cloned
 * project may lead anywhere. A folder that can't be looked at counts as outside.
 */
export function staysWithin(
  { workingFolder }: Pick<Surroundings, 'workingFolder'>,
  { within }: Pick<FilePlan, 'within'>,
  folder: string,
): boolean {
  try {
    return within === undefined || isReallyInside(resolve(workingFolder, within), folder);
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}

function ledOut(folder: string, within = '') {
  return {
    code: 'folder_elsewhere',
    message: `files can't go to ${folder}`,
    why: `A project file names it, and a link leads it out of ${within}.`,
  };
}

/** Why files can't be written into a folder, and at which path: ENOTDIR where something else stands there. */
interface FolderTrouble {
  path: string;
  code: string;
  error?: unknown;
}

/** The size of a small picture: a disk without room for this has room for none. Unit: bytes. */
const triedBytes = 64 * 1024;

/**
 * Tries whether files can be written into a folder, by writing a hidden file of 64 KiB and removing it. Where the folder does
 * not exist yet, the nearest existing one above it is tried instead, and no folder is created. Undefined where nothing is in
 * the way.
 */
export function tryFolder(path: string): FolderTrouble | undefined {
  let at = path;
  try {
    for (let found: Stats | undefined; found === undefined; ) {
      found = standsAt(at);
      if (found === undefined) at = dirname(at);
      else if (!found.isDirectory()) return { path: at, code: 'ENOTDIR' };
    }
    discard(writeTempBeside(`${at}/_`, Buffer.alloc(triedBytes), { mode: 0o600, durable: false }));
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { path: at, code, error };
  }
}

/** A link that leads nowhere is in the way as much as a file is. */
function standsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A part of the path before it is a file, which is found on the way up.
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
