/** Loads the program by compiled code that is kept in the home. It changes nothing but the time that a start takes. */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Script, type ScriptOptions } from 'node:vm';
import platformPlaces from 'env-paths';
import { version } from '../../package.json';
import { homePlaces, namedHome, usualHome } from '../account/home.ts';
import { isOwnFolder } from '../files/folder.ts';
import { isOneFile } from '../files/program-file.ts';
import { flagsNow, isGood, noteFlags, readCode } from './code-file.ts';
import type * as KeepCode from './keep-code.ts';
import type { MadeCode, MadeScript } from './keep-code.ts';

/** The least size of kept code: a smaller file is compiled as quickly as its code is looked for. Unit: bytes. */
const leastBytes = 8_000;
/** The texts that Node wraps a CommonJS file in. */
const [head, tail] = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];
/** The first word of the line. */
const command = /^[a-z_]{1,16}$/.exec(process.argv[2] ?? '')?.[0] ?? '-';

/** The part of `bin/` that this file needs. */
export type Require = (asked: string) => unknown;

/** Loads the program, and so runs it. `require` is that of `bin/`. */
export function load(require: Require): void {
  const home = homeOfCode();
  if (home === undefined) require('../dist/main.js');
  else loadFrom(home, require);
}

/** The home, if code is kept there. */
function homeOfCode(): string | undefined {
  const { GENCTL_HOME: genctlHome = '', NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  // A single executable has compiled code within itself.
  if (isOff !== undefined || isOneFile) return undefined;
  try {
    const home = genctlHome === '' ? usualHome(platformPlaces) : namedHome(genctlHome);
    // As root with the home of somebody else: what stands there may be that one's.
    return isAbsolute(home) && isOwnFolder(home, { othersMayWrite: true }) ? home : undefined;
  } catch {
    // Code that needs a home reports its fault.
    return undefined;
  }
}

/** The program's own files are found and read here: Node takes twice the time for it. */
function loadFrom(home: string, requireByNode: Require): void {
  const loaded = new Map<string, { exports: object }>();
  const scripts = cachedScripts(home);

  function loadFile(name: string): object {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    const path = join(import.meta.dirname, name);
    loaded.set(name, module);
    try {
      const run: (...words: unknown[]) => unknown = scripts.of(name, path).runInThisContext();
      run.call(module.exports, module.exports, require, module, path, import.meta.dirname);
    } catch (error) {
      loaded.delete(name);
      // The program is being replaced by another version: that is told in one way, Node's.
      if (!existsSync(path)) return requireByNode(`../dist/${name}`) as object;
      throw error;
    }
    return module.exports;
  }

  function require(asked: string): unknown {
    return asked.startsWith('./') ? loadFile(asked.slice(2)) : requireByNode(asked);
  }

  process.once('beforeExit', (exitCode) => {
    // A run that failed has called little of what others call, and its command may be a slip.
    if (scripts.made.length === 0 || (exitCode !== 0 && !scripts.hasFile)) return;
    try {
      const { keepCode } = requireByNode('../dist/keep-code.js') as typeof KeepCode;
      keepCode(home, scripts);
    } catch {
      // The program is being replaced by another version.
    }
  });
  loadFile('main.js');
}

interface CachedScripts extends MadeCode {
  hasFile: boolean;
  of(name: string, path: string): Script;
}

/** Scripts of our files, by the code that is kept of them for this command. */
function cachedScripts(home: string): CachedScripts {
  const folder = homePlaces(home).code;
  const file = [command, version, process.version, process.arch, ...givenFlags()].join('-');
  // Nobody else can have put code there.
  const kept = isOwnFolder(folder) ? readCode(join(folder, file)) : undefined;
  const made: MadeScript[] = [];
  return {
    ...{ file, made, hasFile: kept !== undefined },
    of(name, path) {
      const source = readFileSync(path);
      // The build writes ASCII alone: its bytes are its characters.
      const text = head + source.toString('latin1') + tail;
      const options = { filename: path, columnOffset: -head.length };
      if (source.length < leastBytes) return new Script(text, options);
      const known = kept?.get(name);
      const taken =
        known !== undefined && isGood(known, source) ? takenScript(text, options, known.code) : undefined;
      if (taken !== undefined) return taken;
      const script = new Script(text, options);
      made.push({ name, script, source, flags: flagsNow() });
      return script;
    },
  };
}

/** The script by the code that is kept of it; undefined where V8 rejects that. */
function takenScript(text: string, options: ScriptOptions, cachedData: Buffer): Script | undefined {
  const first = new Script(text, { ...options, cachedData });
  if (first.cachedDataRejected !== true) return first;
  // The program has set flags of its own, earlier than in the run before or later.
  noteFlags(cachedData, flagsNow());
  const second = new Script(text, { ...options, cachedData });
  return second.cachedDataRejected === true ? undefined : second;
}

/** A number that stands for the flags that somebody gave to V8; nothing where nobody gave any. */
function givenFlags(): string[] {
  const { execArgv, env } = process;
  return execArgv.length === 0 && (env.NODE_OPTIONS ?? '') === '' ? [] : [flagsNow().toString(16)];
}
