/**
 * Loads the program by compiled code that is kept in the home: by Node itself since 22.8, and by this for older versions. It changes
 * nothing but the time that a start takes.
 */
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import platformPlaces from 'env-paths';
import { version } from '../package.json';
import { codeIn, type KeptCode } from './code-file.ts';
import { errorCode } from './errors/error-code.ts';
import { isOwnFolder } from './files/folder.ts';
import type * as KeepCode from './keep-code.ts';
import type { MadeCode } from './keep-code.ts';
import { homePlaces, namedHome, usualHome } from './store/home.ts';

/** What is smaller is compiled as quickly as it is looked for. Unit: bytes. */
const leastBytes = 8_000;
/** A named pipe in the place of a file would have the start wait for a writer. Windows knows no such flag. */
const unwaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Where V8 notes in compiled code for which flags it was made. */
const flagsAt = 12;
/** What Node wraps a CommonJS file in. */
const [head, tail] = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];
/** The first word of the line. More names than there are commands are those of slips. */
const command = /^[a-z_]{1,16}$/.exec(process.argv[2] ?? '')?.[0] ?? '-';
const commandsMost = 48;

/** What this needs of `bin/`. */
type Require = (asked: string) => unknown;

/** Loads the program, and so runs it. `require` is that of `bin/`. */
export function load(require: Require): void {
  const { enableCompileCache } = require('node:module') as { enableCompileCache?: (folder: string) => void };
  const home = homeOfCode(enableCompileCache !== undefined);
  if (home !== undefined && enableCompileCache === undefined) {
    loadFrom(home, require);
    return;
  }
  if (home !== undefined && enableCompileCache !== undefined)
    haveNodeKeep(home, { enableCompileCache, require });
  require('../dist/main.js');
}

/** The home, if code is to be kept there by us, or by Node where it can. */
function homeOfCode(canNode: boolean): string | undefined {
  const { GENCTL_HOME: genctlHome = '', NODE_COMPILE_CACHE: elsewhere } = process.env;
  if (process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return undefined;
  // Where somebody names a place for all programs, Node keeps the code there by itself.
  if (canNode && elsewhere !== undefined) return undefined;
  try {
    const home = genctlHome === '' ? usualHome(platformPlaces) : namedHome(genctlHome);
    // As root with the home of somebody else: what stands there may be that one's.
    return isOwnFolder(home, { othersMayWrite: true }) ? home : undefined;
  } catch {
    // What needs a home says what is wrong with it.
    return undefined;
  }
}

/**
 * Has Node keep the code, in a folder of this version. The place that Node takes by itself is in the folder for temporary files, where
 * whoever makes it first decides what other users run.
 */
function haveNodeKeep(
  home: string,
  { enableCompileCache, require }: { enableCompileCache(folder: string): void; require: Require },
): void {
  const folder = join(homePlaces(home).code, version);
  if (isOwnFolder(folder)) enableCompileCache(folder);
  else atEnd(() => keeperBy(require).makeRoom(folder));
}

/** For what has time until the run has ended. */
function atEnd(work: () => void): void {
  process.once('beforeExit', () => {
    try {
      work();
    } catch {
      // The program is being replaced by another version.
    }
  });
}

function keeperBy(require: Require): typeof KeepCode {
  return require('../dist/keep-code.js') as typeof KeepCode;
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

  atEnd(() => {
    if (made.length > 0) keeperBy(requireByNode).keepCode(home, made);
  });
  loadFile('main.js');
}

/** Scripts of our files by the code that is kept of them. What is to be kept is added to `made`. */
function cachedScripts(home: string, made: MadeCode[]): (name: string, path: string) => Script {
  const folder = homePlaces(home).code;
  // Nobody else can have put code there.
  const isTrusted = isOwnFolder(folder);
  const suffix = `${process.version}-${process.arch}-${flagsNow().toString(16)}`;
  return (name, path) => {
    const source = readFileSync(path);
    // The build writes ASCII alone: its bytes are its characters.
    const text = head + source.toString('latin1') + tail;
    const options = { filename: path, columnOffset: -head.length };
    if (source.length < leastBytes) return new Script(text, options);
    const keptName = `${name}.${suffix}`;
    const kept = isTrusted ? keptCode(join(folder, keptName), source) : undefined;
    const script = new Script(text, { ...options, cachedData: kept?.code });
    const before = script.cachedDataRejected === true ? undefined : kept;
    const commands = before?.commands ?? [];
    if (!commands.includes(command) && commands.length < commandsMost)
      made.push({ name: keptName, script, source, command, before });
    return script;
  };
}

function keptCode(path: string, source: Buffer): KeptCode | undefined {
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
  if (kept === undefined || kept.code.length < flagsAt + 4) return undefined;
  // Some flags are set once the first request is near. They are about WebAssembly, so that what was compiled before is good after it.
  kept.code.writeUInt32LE(flagsNow(), flagsAt);
  return kept;
}

/** A number that stands for the flags of V8. */
function flagsNow(): number {
  return new Script('').createCachedData().readUInt32LE(flagsAt);
}
