/** Loads the program by compiled code that is kept in the home. It changes nothing but the time that a start takes. */
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import platformPlaces from 'env-paths';
import { codeIn, flagsNow, type KeptCode, noteFlags } from './code-file.ts';
import { errorCode } from './errors/error-code.ts';
import { isOwnFolder } from './files/folder.ts';
import type * as KeepCode from './keep-code.ts';
import type { MadeCode } from './keep-code.ts';
import { homePlaces, namedHome, usualHome } from './store/home.ts';

/** What is smaller is compiled as quickly as it is looked for. Unit: bytes. */
const leastBytes = 8_000;
/** A named pipe in the place of a file would have the start wait for a writer. Windows knows no such flag. */
const unwaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** What Node wraps a CommonJS file in. */
const [head, tail] = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];
/** The first word of the line. More names than there are commands are those of slips. */
const command = /^[a-z_]{1,16}$/.exec(process.argv[2] ?? '')?.[0] ?? '-';
const commandsMost = 48;

/** What this needs of `bin/`. */
type Require = (asked: string) => unknown;

/** Loads the program, and so runs it. `require` is that of `bin/`. */
export function load(require: Require): void {
  const home = homeOfCode();
  if (home === undefined) require('../dist/main.js');
  else loadFrom(home, require);
}

/** The home, if code is kept there. */
function homeOfCode(): string | undefined {
  const { GENCTL_HOME: genctlHome = '', NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  if (isOff !== undefined) return undefined;
  try {
    const home = genctlHome === '' ? usualHome(platformPlaces) : namedHome(genctlHome);
    // As root with the home of somebody else: what stands there may be that one's.
    return isOwnFolder(home, { othersMayWrite: true }) ? home : undefined;
  } catch {
    // What needs a home says what is wrong with it.
    return undefined;
  }
}

/** The program's own files are found and read here: Node takes twice the time for it. */
function loadFrom(home: string, requireByNode: Require): void {
  const loaded = new Map<string, { exports: object }>();
  const made: MadeCode[] = [];
  const scriptOf = cachedScripts(home, made);

  function loadFile(name: string): object {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    try {
      const path = join(import.meta.dirname, name);
      const run: (...words: unknown[]) => unknown = scriptOf(name, path).runInThisContext();
      run.call(module.exports, module.exports, require, module, path, import.meta.dirname);
    } catch (error) {
      loaded.delete(name);
      throw error;
    }
    return module.exports;
  }

  function require(asked: string): unknown {
    return asked.startsWith('./') ? loadFile(asked.slice(2)) : requireByNode(asked);
  }

  process.once('beforeExit', () => {
    if (made.length === 0) return;
    try {
      const { keepCode } = requireByNode('../dist/keep-code.js') as typeof KeepCode;
      keepCode(home, made);
    } catch {
      // The program is being replaced by another version.
    }
  });
  loadFile('main.js');
}

/** Scripts of our files by the code that is kept of them. What is to be kept is added to `made`. */
function cachedScripts(home: string, made: MadeCode[]): (name: string, path: string) => Script {
  const folder = homePlaces(home).code;
  // Nobody else can have put code there.
  const isTrusted = isOwnFolder(folder);
  const flags = flagsNow();
  const suffix = `${process.version}-${process.arch}-${flags.toString(16)}`;
  return (name, path) => {
    const source = readFileSync(path);
    // The build writes ASCII alone: its bytes are its characters.
    const text = head + source.toString('latin1') + tail;
    const options = { filename: path, columnOffset: -head.length };
    if (source.length < leastBytes) return new Script(text, options);
    const keptName = `${name}.${suffix}`;
    const kept = isTrusted ? keptCode(join(folder, keptName), { source, flags }) : undefined;
    const script = new Script(text, { ...options, cachedData: kept?.code });
    const before = script.cachedDataRejected === true ? undefined : kept;
    const commands = before?.commands ?? [];
    if (!commands.includes(command) && commands.length < commandsMost)
      made.push({ name: keptName, script, source, flags, command, before });
    return script;
  };
}

/** What a file keeps for this very source. `flags` are those that the program began with. */
function keptCode(path: string, { source, flags }: { source: Buffer; flags: number }): KeptCode | undefined {
  let whole: Buffer;
  try {
    const descriptor = openSync(path, unwaiting);
    try {
      whole = readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  const kept = codeIn(whole, source);
  const now = flagsNow();
  if (kept !== undefined && now !== flags) noteFlags(kept.code, now);
  return kept;
}
