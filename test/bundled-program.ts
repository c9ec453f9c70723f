import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';

const bundled = new Map<string, Promise<string>>();
let folder: string | undefined;

/**
 * A program of the tests for Node alone, so that each of its processes starts as quickly as genctl does: bundled once by whoever runs tests,
 * and gone with them. Takes and resolves with an absolute path.
 */
export function bundledProgram(source: string): Promise<string> {
  const known = bundled.get(source) ?? bundle(source);
  bundled.set(source, known);
  return known;
}

async function bundle(input: string): Promise<string> {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'genctl-programs-'));
    folder = made;
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  const dir = mkdtempSync(join(folder, 'program-'));
  await build({
    input,
    platform: 'node',
    logLevel: 'silent',
    output: { dir, format: 'esm', entryFileNames: 'program.mjs', chunkFileNames: '[name].mjs' },
  });
  return join(dir, 'program.mjs');
}
