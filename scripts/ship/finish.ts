/**
 * Makes what is published of a folder of forms: each folder in it becomes an archive, and `SHA256SUMS` has the digest of each file.
 *
 *     npx tsx scripts/ship/finish.ts [FOLDER]
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './run.ts';

const folder = resolve(process.argv[2] ?? 'release');
const entries = readdirSync(folder, { withFileTypes: true });
for (const { name } of entries.filter((entry) => entry.isDirectory())) {
  const tidy = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  run('tar', ['-C', folder, ...tidy, '-cJf', join(folder, `${name}.tar.xz`), name]);
  rmSync(join(folder, name), { recursive: true });
}
const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
const digest = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${digest(name)}  ${name}\n`).join(''));
