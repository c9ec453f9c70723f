/**
 * Compiled code, kept in the home: by Node itself since 22.8, and by this for older versions. It is loaded before anything of `main.ts`,
 * and changes nothing but the time that a start takes.
 */
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import platformPlaces from 'env-paths';
import { version } from '../package.json';
import { errorCode } from './errors/error-code.ts';
import { isOwnFolder } from './files/folder.ts';
import type { KeptCode } from './keep-code.ts';
import { homePlaces, namedHome, usualHome } from './store/home.ts';

/** What is smaller is compiled as quickly as it is looked for. Unit: characters. */
const leastCharacters = 8_000;
/** Before the code stands its length; so many bytes keep the code aligned as V8 wants it. */
const headBytes = 16;
/** A named pipe in the place of a file would have the start wait for a writer. Windows knows no such flag. */
const unwaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Where V8 notes in compiled code for which flags it was made. */
const flagsAt = 12;

/** What Node has since 22.8. */
const { enableCompileCache } = Module as { enableCompileCache?: (folder: string) => unknown };

/** How Node compiles a CommonJS file: nothing public stands in this place. */
interface Compiler {
  _compile(this: NodeModule, source: string, path: string, ...more: unknown[]): unknown;
}

function cacheCode(home: string): void {
  const folder = homePlaces(home).code;
  const isTrusted = isOwnFolder(folder);
  const flagsAtStart = flagsNow();
  const made: KeptCode[] = [];
  // The cast is safe: every version of Node that has no cache of its own has this method.
  const compiler = Module.prototype as unknown as Compiler;
  const compile = compiler._compile;
  compiler._compile = function compileFromCache(source, path, ...more) {
    if (source.length < leastCharacters || dirname(path) !== import.meta.dirname)
      return compile.call(this, source, path, ...more);
    const script = scriptOf(source, path, { folder, flagsAtStart, isTrusted, made });
    const run: (...words: unknown[]) => unknown = script.runInThisContext();
    return run.call(this.exports, this.exports, createRequire(path), this, path, dirname(path));
  };
  process.once('beforeExit', async () => {
    if (made.length === 0) return;
    try {
      const { keepCode } = await import('./keep-code.ts');
      keepCode(home, made);
    } catch {
      // The program is being replaced by another version.
    }
  });
}

interface KeptPlace {
  folder: string;
  /** Whether nobody else can have put code there. */
  isTrusted: boolean;
  /** A number that stands for the flags of V8 as the program starts. */
  flagsAtStart: number;
  made: KeptCode[];
}

/** The file as V8 compiled it before; where it did not, or takes that no more, it is noted as `made`. */
function scriptOf(
  source: string,
  path: string,
  { folder, flagsAtStart, isTrusted, made }: KeptPlace,
): Script {
  const text = Module.wrap(source);
  const bytes = Buffer.from(source);
  // What Node wraps a file in stands before its first line.
  const options = { filename: path, columnOffset: -text.indexOf(source) };
  const name = `${basename(path)}.${process.version}-${process.arch}-${flagsAtStart.toString(16)}`;
  const cachedData = isTrusted ? codeIn(join(folder, name), bytes) : undefined;
  // Some flags are set once the first request is near. They are about WebAssembly, so that what was compiled before is good after it.
  cachedData?.writeUInt32LE(flagsNow(), flagsAt);
  const script = new Script(text, { ...options, cachedData });
  if (cachedData === undefined || script.cachedDataRejected === true)
    // What the run has called by then is compiled, too.
    made.push({ name, content: () => contentOf(script.createCachedData(), bytes) });
  return script;
}

/** A number that stands for the flags of V8. */
function flagsNow(): number {
  return new Script('').createCachedData().readUInt32LE(flagsAt);
}

function contentOf(code: Buffer, source: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(code.length);
  return Buffer.concat([head, code, code, source]);
}

/**
 * The code that a file keeps for this very source; undefined where it keeps none, or not whole. V8 looks at the length of a source and
 * of its code, and at neither's bytes: so the code stands there twice, which is compared quicker than it is summed up.
 */
function codeIn(path: string, source: Buffer): Buffer | undefined {
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
  if (whole.length <= headBytes) return undefined;
  const end = headBytes + whole.readUInt32LE(0);
  const code = whole.subarray(headBytes, end);
  const isWhole = code.length > flagsAt + 4 && code.equals(whole.subarray(end, end + code.length));
  return isWhole && source.equals(whole.subarray(end + code.length)) ? code : undefined;
}

/**
 * Has Node keep the code, in a folder of this version. The place that Node takes by itself is in the folder for temporary files, where
 * whoever makes it first decides what other users run.
 */
function haveNodeKeep(home: string, keepIn: (folder: string) => unknown): void {
  const folder = join(homePlaces(home).code, version);
  if (isOwnFolder(folder)) keepIn(folder);
  else
    process.once('beforeExit', async () => {
      try {
        const { makeRoom } = await import('./keep-code.ts');
        makeRoom(folder);
      } catch {
        // The program is being replaced by another version.
      }
    });
}

function keepCodeIn(home: string): void {
  // As root with the home of somebody else: what stands there may be that one's.
  if (!isOwnFolder(home, { othersMayWrite: true })) return;
  if (enableCompileCache === undefined) cacheCode(home);
  else haveNodeKeep(home, enableCompileCache);
}

const {
  GENCTL_HOME: genctlHome = '',
  NODE_COMPILE_CACHE: elsewhere,
  NODE_DISABLE_COMPILE_CACHE: isOff,
} = process.env;
/** Where somebody names a place for all programs, Node keeps the code there by itself. */
const isKeptElsewhere = elsewhere !== undefined && enableCompileCache !== undefined;
if (isOff === undefined && !isKeptElsewhere)
  keepCodeIn(genctlHome === '' ? usualHome(platformPlaces) : namedHome(genctlHome));
