import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { markedFile } from './marked-file.ts';

const leftover = /\.(tmp|lock|takeover|part)$|\.torn-\d+$/;

/** Every file below a folder, by its whole path, with a mark that any change of it changes. */
export function filesBelow(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { ctimeMs, ino, size } = statSync(path);
    files.set(path, `${ino} ${size} ${ctimeMs}`);
  }
  return files;
}

/** What a run may have left while it worked, or set aside because it was torn. */
export function leftoversAmong(paths: readonly string[]): string[] {
  return paths.filter((path) => leftover.test(path));
}

/** What is wrong with finished files: each is whole as the service renders it, and is what its sidecar says. */
export function spoiltAmong(paths: readonly string[]): string[] {
  const spoilt = paths
    .filter((path) => /\.(png|mp4|mov)$/.test(path))
    .filter((path) => {
      const bytes = readFileSync(path);
      const [mark = ''] = /job_[0-9a-f]{32}-(?:\d+|last)\./.exec(bytes.toString('latin1')) ?? [];
      return (['png', 'mp4', 'mov'] as const).every((kind) => !markedFile(kind, mark).equals(bytes));
    });
  const sidecars = new Set(paths.map((path) => (path.endsWith('.json') ? path : `${path}.json`)));
  const wrong = [...sidecars].filter((path) => existsSync(path) && !isRight(path));
  return [
    ...spoilt.map((path) => `a finished file is not what the service has: ${path}`),
    ...wrong.map((path) => `a sidecar does not tell its file: ${path}`),
  ];
}

/** The job of a file, or of a sidecar, by the sidecar; empty where there is none. */
export function jobBeside(path: string): string {
  const sidecar = path.endsWith('.json') ? path : `${path}.json`;
  return existsSync(sidecar) ? (JSON.parse(readFileSync(sidecar, 'utf8')) as { job_id: string }).job_id : '';
}

function isRight(sidecar: string): boolean {
  const { job_id, sha256 } = JSON.parse(readFileSync(sidecar, 'utf8')) as { job_id: string; sha256: string };
  const file = sidecar.slice(0, -'.json'.length);
  if (!existsSync(file)) return false;
  const bytes = readFileSync(file);
  const digits = job_id.replace(/^[a-z]+[-_]/, '');
  return createHash('sha256').update(bytes).digest('hex') === sha256 && bytes.includes(digits, 0, 'latin1');
}
