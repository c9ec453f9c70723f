/**
 * Compiled code, kept in the home: for Node below 22.8, which keeps none by itself. It is loaded before anything of `main.ts`, and
 * changes nothing but the time that a start takes.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import platformPlaces from 'env-paths';
import { errorCode } from './errors/error-code.ts';
import type { KeptCode } from './keep-code.ts';
import { homePlaces, namedHome, usualHome } from './store/home.ts';

/** What is smaller is compiled as quickly as it is looked for. Unit: characters. */
const leastCharacters = 8_000;
/** Before the code stands its length; so many bytes keep the code aligned as V8 wants it. */
const headBytes = 16;
/** Where V8 notes in compiled code for which flags it was made. */
const flagsAt = 12;

/** How Node compiles a CommonJS file: nothing public stands in this place. */
interface Compiler {
  _compile(this: NodeModule, source: string, path: string, ...more: unknown[]): unknown;
}

function cacheCode(home: string): void {
  const folder = homePlaces(home).code;
  const made: KeptCode[] = [];
  // The cast is safe: every version of Node that has no cache of its own has this method.
  const compiler = Module.prototype as unknown as Compiler;
  const compile = compiler._compile;
  compiler._compile = function compileFromCache(source, path, ...more) {
    if (source.length < leastCharacters || dirname(path) !== import.meta.dirname)
      return compile.call(this, source, path, ...more);
    const script = scriptOf(source, path, folder, made);
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

/** The file as V8 compiled it before; where it did not, or takes that no more, it is noted as `made`. */
function scriptOf(source: string, path: string, folder: string, made: KeptCode[]): Script {
  const text = Module.wrap(source);
  const bytes = Buffer.from(source);
  // What Node wraps a file in stands before its first line.
  const options = { filename: path, columnOffset: -text.indexOf(source) };
  const name = `${basename(path)}.${process.version}-${process.arch}-${flagsAtStart.toString(16)}`;
  const cachedData = codeIn(join(folder, name), bytes);
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
    whole = readFileSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  if (whole.length <= headBytes + flagsAt) return undefined;
  const end = headBytes + whole.readUInt32LE(0);
  const code = whole.subarray(headBytes, end);
  const isWhole = code.equals(whole.subarray(end, end + code.length));
  return isWhole && source.equals(whole.subarray(end + code.length)) ? code : undefined;
}

const flagsAtStart = flagsNow();
const { GENCTL_HOME: genctlHome = '', NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
if (isOff === undefined) cacheCode(genctlHome === '' ? usualHome(platformPlaces) : namedHome(genctlHome));
