import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { Script } from 'node:vm';

/** Variables of all that a start may have of its own. */
const timers = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
] as const;

/** By its name, what a start's code sees in place of a variable of all. */
export type OwnGlobals = Readonly<Record<(typeof timers)[number], unknown>>;

type Loaded = { exports: unknown };
type Wrapper = (
  exports: unknown,
  require: (name: string) => unknown,
  module: Loaded,
  path: string,
  folder: string,
  process: unknown,
  ...globals: unknown[]
) => void;

export const bundle = resolve(import.meta.dirname, '../../dist');
/** Compiled once; evaluated at each start. */
const scripts = new Map<string, Script>();

/**
 * Chunks that only reckon: the wire's schemas, pictures, clips and their containers. They keep nothing of a run and know no
 * process, so all starts share them, as quick as code gets that runs often.
 */
const reckoning = ['canvas', 'container', 'contract', 'lettering', 'render', 'soundtrack'].map(chunkOf);
let loadShared: ((path: string) => unknown) | undefined;

/** Modules as a start finds them: none is loaded but those that all of them share, which have a loader of their own. */
export function loader(
  own: NodeJS.Process,
  ownModules: Readonly<Record<string, unknown>>,
  globals: OwnGlobals = globalThis,
  isStart = true,
): (path: string) => unknown {
  const modules = new Map<string, Loaded>();
  const load = (path: string): unknown => {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    if (isStart && reckoning.includes(path)) {
      loadShared ??= loader(process, {}, globalThis, false);
      return loadShared(path);
    }
    const module: Loaded = { exports: {} };
    modules.set(path, module);
    const requireOutside = createRequire(path);
    const require = (name: string): unknown => {
      if (name === 'node:process' || name === 'process') return own;
      if (name in ownModules) return ownModules[name];
      if (name.startsWith('.') && name.endsWith('.js')) return load(resolve(dirname(path), name));
      return requireOutside(name);
    };
    const values = timers.map((name) => globals[name]);
    compiled(path)(module.exports, require, module, path, dirname(path), own, ...values);
    return module.exports;
  };
  return load;
}

/** The path of the one chunk that has a name. Throws where the build gives it another. */
function chunkOf(name: string): string {
  const chunk = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  const [file, ...others] = fs.readdirSync(bundle).filter((one) => chunk.test(one));
  if (file === undefined || others.length > 0) throw new Error(`dist/ has no one chunk named ${name}`);
  return resolve(bundle, file);
}

function compiled(path: string): Wrapper {
  let script = scripts.get(path);
  if (script === undefined) {
    const text = fs.readFileSync(path, 'utf8');
    const names = ['exports', 'require', 'module', '__filename', '__dirname', 'process', ...timers];
    script = new Script(`(function (${names}) {${text}\n})`, { filename: path });
    scripts.set(path, script);
  }
  return script.runInThisContext() as Wrapper;
}
