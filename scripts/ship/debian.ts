/**
 * Makes Debian's package, `genctl_VERSION_all.deb` in a folder, of what npm's has. `dist/` is built. The same commit gives the same bytes.
 *
 *     DEBFULLNAME='…' DEBEMAIL=… npx tsx scripts/ship/debian.ts [FOLDER]
 *
 * SOURCE_DATE_EPOCH is the time of the package, in seconds; that of the commit unless it is set.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { version } from '../../package.json';
import { debianChangelog, debianControl, debianCopyright } from './debian-texts.ts';
import { run, workFolder } from './run.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(process.argv[2] ?? 'release');
const { DEBEMAIL: email, DEBFULLNAME: name, SOURCE_DATE_EPOCH: epoch } = process.env;
if (!email || !name) throw new Error('Who maintains the package? Set DEBFULLNAME and DEBEMAIL');
const seconds = epoch ?? run('git', ['log', '-1', '--format=%ct'], { cwd: root }).trim();
const work = workFolder('debian');
const tree = join(work, 'tree');
const home = 'usr/share/genctl';
const documents = 'usr/share/doc/genctl';

const packed = run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', work], {
  cwd: root,
});
run('tar', ['-xzf', packed.trim()], { cwd: work });
for (const part of ['bin', 'dist', 'completions', 'schemas', 'package.json'])
  cpSync(join(work, 'package', part), join(tree, home, part), { recursive: true });
const command = join(tree, home, 'bin/genctl.js');
// Debian's programs run by Debian's Node, whatever else a user has.
write(`${home}/bin/genctl.js`, readFileSync(command, 'utf8').replace(/^#!.*/, '#!/usr/bin/node'));
link('usr/bin/genctl', `${home}/bin/genctl.js`);
link('usr/share/bash-completion/completions/genctl', `${home}/completions/genctl.bash`);
link('usr/share/zsh/vendor-completions/_genctl', `${home}/completions/_genctl`);
link('usr/share/fish/vendor_completions.d/genctl.fish', `${home}/completions/genctl.fish`);
writeZipped('usr/share/man/man1/genctl.1.gz', readFileSync(join(root, 'man/genctl.1')));
const maintainer = `${name} <${email}>`;
const licenses = readFileSync(join(root, 'dist/third-party-licenses.txt'), 'utf8');
write(`${documents}/copyright`, debianCopyright(readFileSync(join(root, 'LICENSE'), 'utf8'), licenses));
writeZipped(`${documents}/CHANGELOG.md.gz`, readFileSync(join(root, 'CHANGELOG.md')));
writeZipped(`${documents}/changelog.gz`, debianChangelog(version, maintainer, Number(seconds)));
// The licences are in the copyright file.
rmSync(join(tree, home, 'dist/third-party-licenses.txt'));

const paths = files(tree);
const sums = paths.map(
  (path) =>
    `${createHash('md5')
      .update(readFileSync(join(tree, path)))
      .digest('hex')}  ${path}\n`,
);
const bytes = paths.reduce((sum, path) => sum + statSync(join(tree, path)).size, 0);
write('DEBIAN/md5sums', sums.join(''));
write('DEBIAN/control', debianControl(version, maintainer, Math.ceil(bytes / 1024)));
run('chmod', ['-R', 'u=rwX,go=rX', tree]);
chmodSync(command, 0o755);
mkdirSync(folder, { recursive: true });
const made = join(folder, `genctl_${version}_all.deb`);
const how = ['--root-owner-group', '-Zxz', '--threads-max=1'];
run('dpkg-deb', [...how, '--build', tree, made], { env: { ...process.env, SOURCE_DATE_EPOCH: seconds } });
process.stdout.write(`${made}\n`);

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), content);
}

function writeZipped(path: string, content: string | Buffer): void {
  write(path, gzipSync(content, { level: 9 }));
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  symlinkSync(relative(dirname(path), target), join(tree, path));
}

/** The files below a folder, without links, in order. */
function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
