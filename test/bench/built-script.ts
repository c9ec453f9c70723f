import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { node, type Usage } from './measured.ts';

/** Builds a script of fixtures/ into a folder, as the program is built: what runs TypeScript as it is costs time of its own. */
export async function built(script: string, folder: string): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'fixtures', `${script}.ts`),
    platform: 'node',
    logLevel: 'silent',
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await build.close();
  return join(folder, `${script}.mjs`);
}

/** What a built script says of itself, once its process has ended. Rejects where that did not end with 0. */
export async function toldBy(path: string, ...words: readonly string[]): Promise<Usage> {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(node, [path, ...words], { env });
  return JSON.parse(stdout) as Usage;
}
