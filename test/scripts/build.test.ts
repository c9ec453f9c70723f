import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'rolldown';
import { afterAll, describe, expect, it } from 'vitest';
import { asciiCode } from '../../scripts/ascii-code.ts';
import { installedImports } from '../../scripts/installed-imports.ts';
import { plainExports } from '../../scripts/plain-exports.ts';
import { standIns } from '../../scripts/stand-ins.ts';
import { checkSteps } from '../../scripts/steps.ts';
import { licenseDocument, readLicense } from '../../scripts/third-party-licenses.ts';

const folder = mkdtempSync(join(tmpdir(), 'genctl-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function bundle(...plugins: Plugin[]): Promise<string> {
  return (await chunks(plugins)).join('\n');
}

async function chunks(plugins: Plugin[]): Promise<string[]> {
  const { output } = await build({
    input: join(folder, 'main.js'),
    platform: 'node',
    plugins,
    write: false,
    output: { format: 'cjs', minify: true },
  });
  return output.map((file) => (file.type === 'chunk' ? file.code : ''));
}

describe('a stand-in', () => {
  const row = { of: 'heavy', asks: 'node:child_process', gets: "exports.spawn = () => 'stand-in';" };

  it('is what the package gets', async () => {
    write('main.js', "import heavy from 'heavy'; console.log(heavy);");
    write('node_modules/heavy/package.json', '{ "name": "heavy", "main": "index.js" }');
    write('node_modules/heavy/index.js', "module.exports = require('node:child_process').spawn;");
    const code = await bundle(standIns([row]));
    expect(code).toContain('stand-in');
    expect(code).not.toMatch(/require\(["']node:child_process/);
  });

  it('is an ES module where it exports, of which no copy is made', async () => {
    write('main.js', "import heavy from 'heavy'; console.log(heavy);");
    write('node_modules/heavy/package.json', '{ "type": "module", "name": "heavy", "main": "index.js" }');
    write('node_modules/heavy/index.js', "import os from 'node:os'; export default os.homedir();");
    const gets = "import { homedir } from 'node:os'; export default { homedir };";
    const whole = await bundle(standIns([{ of: 'heavy', asks: 'node:os', gets: 'module.exports = {};' }]));
    expect(whole).toContain('getOwnPropertyNames');
    const code = await bundle(standIns([{ of: 'heavy', asks: 'node:os', gets }]));
    expect(code).toContain('homedir');
    expect(code).not.toContain('getOwnPropertyNames');
  });

  it('fails the build once the package asks in another way, or not at all', async () => {
    write('node_modules/heavy/index.js', "module.exports = require('child_process').spawn;");
    await expect(bundle(standIns([row]))).rejects.toThrow(
      'heavy does not ask for node:child_process any more: its stand-in is to go',
    );
  });
});

describe('an import', () => {
  it('fails the build where its package is not installed, before a stand-in of that package does', async () => {
    write('main.js', "import { absent } from 'absent'; import('node:fs'); console.log(absent);");
    const row = { of: 'absent', asks: 'node:http', gets: '' };
    await expect(bundle(installedImports(folder), standIns([row]))).rejects.toThrow(
      'main.js imports absent, which is not installed: npm ci',
    );
  });

  it('may be of a part of a package, of a name of our own, or of what users install', async () => {
    write('main.js', "import 'light/part'; import '#inner'; import('optional');");
    write('package.json', '{ "imports": { "#inner": "./inner.js" } }');
    write('inner.js', 'console.log("inner");');
    write('node_modules/light/package.json', '{ "name": "light" }');
    write('node_modules/light/part.js', 'console.log("part");');
    expect(await bundle(installedImports(folder, ['optional']))).toMatch(/part[\s\S]*inner/);
  });
});

describe('a step of a run', () => {
  it('fails the build where its file is gone, or nothing imports it', async () => {
    write('main.js', "import './early.js'; import('./late.js');");
    write('early.js', 'console.log(1);');
    write('late.js', 'console.log(2);');
    write('idle.js', 'console.log(3);');
    expect(await bundle(checkSteps({ word: ['late.js', 'early.js'] }, folder))).toContain('console.log(2)');
    for (const path of ['gone.js', 'idle.js'])
      await expect(bundle(checkSteps({ word: [path] }, folder))).rejects.toThrow(
        `The step word begins with ${path}, which nothing imports`,
      );
  });
});

describe('an export of a chunk', () => {
  it('is a plain property, but for what changes after the chunk was run', async () => {
    write('main.js', "import('./late.js'); import('./later.js');");
    for (const name of ['late.js', 'later.js'])
      write(name, "import { count, next, Shape } from './both.js'; next(); console.log(count, Shape);");
    write('both.js', 'export let count = 0; export function next() { count += 1; } export class Shape {}');
    const code = await bundle(plainExports());
    expect(code.match(/exports\.\w+=/g)).toHaveLength(2);
    expect(code.match(/Object\.defineProperty\(exports/g)).toHaveLength(1);
  });

  it('fails the build where none is found any more', async () => {
    write('main.js', 'console.log(1);');
    await expect(bundle(plainExports())).rejects.toThrow('The bundler exports in another way');
  });
});

describe('the licences of packages', () => {
  it('stand once each, below every package and every holder', () => {
    const mit = 'Permission is hereby granted, free of charge.\nThe above copyright notice is kept.\n';
    const document = licenseDocument([
      readLicense('one 1.0.0', `MIT License\n\nCopyright (c) 2020 One\nCopyright 2021 Two\n\n${mit}`),
      readLicense('other 2.0.0', 'BSD\n\nAll rights reserved.\nCopyright (c) below is no holder.\n'),
      readLicense('three 3.0.0', `(The MIT License)\n\n(c) Three\n\n${mit.replace(' free', '\nfree')}`),
    ]);
    expect(document.split(`\n${'-'.repeat(80)}\n\n`)).toEqual([
      `one 1.0.0\nCopyright (c) 2020 One\nCopyright 2021 Two\n\nthree 3.0.0\n(c) Three\n\n${mit}`,
      'other 2.0.0\n\nBSD\n\nAll rights reserved.\nCopyright (c) below is no holder.\n',
    ]);
  });
});

describe('code in ASCII', () => {
  it('means the same', async () => {
    write('said.js', "export const said = [`’ 🦊`, 'é', /…/u.test('…')].join();");
    const read = async (plugins: Plugin[]) => {
      const { output } = await build({
        ...{ input: join(folder, 'said.js'), plugins, write: false, output: { format: 'esm' } },
      });
      return output[0].code;
    };
    const code = await read([asciiCode()]);
    expect(code).toMatch(/^\p{ASCII}+$/u);
    expect(await read([])).not.toMatch(/^\p{ASCII}+$/u);
    const { said } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { said: string };
    expect(said).toBe('’ 🦊,é,true');
  });
});
