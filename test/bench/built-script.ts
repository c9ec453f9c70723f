import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundledProgram } from '../bundled-program.ts';
import { node, type Usage } from './measured.ts';

/** A script of fixtures/ as the program is built: what runs TypeScript as it is costs time of its own. */
export function built(script: string): Promise<string> {
  return bundledProgram(join(import.meta.dirname, 'fixtures', `${script}.ts`));
}

/** What a built script says of itself, once its process has ended. Rejects where that did not end with 0. */
export async function toldBy(path: string, ...words: readonly string[]): Promise<Usage> {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(node, [path, ...words], { env });
  return JSON.parse(stdout) as Usage;
}
