import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, type Hint, say } from '../../errors/hint.ts';
import { readWholeText } from '../../files/read-whole.ts';
import { isInside, isReallyInside } from '../../files/real-place.ts';
import { describeJsonFault } from '../../schema/json/json-fault.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { objectOf } from '../../text/json-object.ts';
import {
  isProjectField,
  type ProjectDefaults,
  projectFieldMeant,
  projectFields,
  projectMember,
  projectValueFault,
} from './project-fields.ts';

export interface ProjectFile {
  /** Absolute. */
  path: string;
  /** The file's defaults; `dir` and the files of its cast are absolute. */
  defaults: ProjectDefaults;
}

const fileName = '.genctl.json';
const hint = `a project file may hold ${Object.keys(projectFields).join(', ')}, cast`;
const limits = { bytesMost: 1024 * 1024, what: 'project file' };
const notFile = 'it is a pipe or a device';
const secret = /key|token|secret|password|credential/i;
const link = /url|host|endpoint/i;
const command = /command|exec|hook/i;

/**
 * Finds the project file of a folder. genctl looks for it in the folder and above it. The search ends at the root of its
 * repository, the user's own folder or the root of the file system, whichever comes first. The file comes with a cloned project, so
 * it is not trusted: it may give defaults for requests, but nothing that sends a key elsewhere, runs a program, or writes outside
 * its folder.
 *
 * @throws UsageError for a file that can't be read, and for a field that it may not hold.
 */
export function findProjectFile(from: {
  workingFolder: string;
  /** Undefined where the user has none. */
  userFolder: string | undefined;
}): ProjectFile | undefined {
  const last = from.userFolder === undefined ? undefined : resolve(from.userFolder);
  for (let folder = resolve(from.workingFolder); ; folder = dirname(folder)) {
    const path = join(folder, fileName);
    const text = readIfThere(path);
    if (text !== undefined) return { path, defaults: readDefaults(path, text) };
    if (folder === last || folder === dirname(folder) || existsSync(join(folder, '.git'))) return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    const stats = statSync(path);
    // A cloned project may hold a link to a device, and reading that could wait for ever.
    if (!stats.isFile() && !stats.isDirectory()) throw refused(`${path} can't be read`, notFile, hint);
    return readWholeText(path, limits);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (error instanceof UsageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw refused(`${path} can't be read`, why, 'make it readable, or remove it');
  }
}

function readDefaults(path: string, text: string): ProjectDefaults {
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    throw refused(`${path} is not JSON`, describeJsonFault(text) ?? 'it is not JSON', 'fix it');
  }
  const fields = objectOf(value);
  if (fields === undefined) throw refused(`${path} is not a JSON object`, 'it holds no fields', hint);
  const defaults: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(fields)) {
    if (name === 'cast') {
      Object.assign(defaults, readCast(path, given));
      continue;
    }
    if (!isProjectField(name)) throw notAField(path, name);
    const fault = projectValueFault(name, given);
    if (fault !== undefined) throw refused(`${path} has a ${name} that can't be used`, fault, hint);
    defaults[name] = name === 'dir' ? placeInside(path, 'dir', String(given), dirHint) : given;
  }
  return defaults as ProjectDefaults;
}

/** The cast of a project file, as settings hold it. Whoever cloned the project sends none of their own files by its names. */
function readCast(path: string, given: unknown): Record<string, string[]> {
  const members = objectOf(given);
  if (members === undefined)
    throw refused(`${path} has a cast that can't be used`, 'it takes {"NAME": "FILE"}', hint);
  const read = Object.entries(members).map(([name, value]) => {
    const member = projectMember(name, value);
    if ('fault' in member)
      throw refused(`${path} has a cast with a ${quoted(name)} that can't be used`, member.fault, hint);
    const { files, setting } = member;
    const own = say`name a file below the project file, or set one of your own: ${genctl`config set ${setting} FILE`}`;
    return [setting, files.map((file) => placeInside(path, setting, file, own))] as const;
  });
  return Object.fromEntries(read);
}

const dirHint = say`name a folder below the project file, or set one of your own: ${genctl`config set dir FOLDER`}`;

/** An absolute path. A relative one is relative to the file, wherever below it the command runs. */
function placeInside(path: string, field: string, given: string, mends: Hint): string {
  const folder = dirname(path);
  const target = resolve(folder, given);
  // A link that came with the project may lead anywhere.
  if (isInside(folder, target) && leadsInside(folder, target)) return target;
  throw refused(
    `${path} has a ${field} that can't be used`,
    `${quoted(given)} leads out of ${folder}`,
    mends,
  );
}

/** Tells whether a path really leads inside a folder; false where that can't be found out, so that no file goes there. */
function leadsInside(folder: string, target: string): boolean {
  try {
    return isReallyInside(folder, target);
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}

function notAField(path: string, name: string): UsageError {
  const message = `${path} can't hold ${quoted(name)}`;
  const forbidden = whyForbidden(name);
  const meant = forbidden === undefined ? projectFieldMeant(name) : undefined;
  return meant === undefined
    ? refused(message, forbidden ?? 'it is not a default of a request', hint)
    : refused(message, `the field is called ${meant}`, `rename ${quoted(name)} to ${quoted(meant)} in it`);
}

function whyForbidden(name: string): string | undefined {
  if (command.test(name)) return 'a file that comes with a project runs no command';
  if (secret.test(name)) return 'a file that comes with a project holds no key';
  return link.test(name) ? 'a file that comes with a project sends nothing elsewhere' : undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

function refused(message: string, why: string, mends: Hint): UsageError {
  return new UsageError({ code: 'project_file_invalid', message, why, hint: mends });
}
