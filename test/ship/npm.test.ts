import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { temporaryFolder } from '../temporary-folder.ts';
import { doMainJob } from './main-job.ts';
import { run } from './roots.ts';

/** The schemas of CycloneDX, in the package of who maintains them. */
const cyclonedx = '@cyclonedx/cyclonedx-library@10.3.0';

describe('npm’s package, in an empty prefix', () => {
  const folder = temporaryFolder('genctl-npm-');
  const release = join(folder, 'release');
  const prefix = join(folder, 'prefix');
  const nodes = process.env.NODES ?? join(folder, 'nodes');
  const script = join(prefix, 'lib/node_modules/genctl/bin/genctl.js');

  beforeAll(() => {
    const packed = run('npx', 'tsx', 'scripts/ship/npm.ts', release).trim();
    run('npm', 'install', '--silent', '--offline', '--global', '--prefix', prefix, packed);
  });

  it.each(['20', '22', '24', '26'])('does the main job on Node %s', async (major) => {
    const node = run(
      'env',
      `NODES=${nodes}`,
      'test/on-node.sh',
      major,
      'node',
      '-p',
      'process.execPath',
    ).trim();
    const root = temporaryFolder('genctl-work-');
    await doMainJob({ genctl: [node, script], root: '/', work: root, env: { PATH: '/nonexistent' } });
  });

  it('the bills of materials are what CycloneDX says', () => {
    run('npm', 'install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, cyclonedx);
    const schemas = join(folder, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const schema = read(join(schemas, 'bom-1.5.SNAPSHOT.schema.json'));
    const ajv = addFormats.default(new Ajv({ strict: false, logger: false }));
    for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
      ajv.addSchema(read(join(schemas, name)), new URL(name, schema.$id).href);
    const fits = ajv.compile(schema);
    for (const form of ['', '-linux-x64'])
      expect(
        fits(read(join(release, `genctl-${version}${form}.cdx.json`))),
        JSON.stringify(fits.errors),
      ).toBe(true);
  });

  it('the digests are those of the files', () => {
    run('npx', 'tsx', 'scripts/ship/finish.ts', release);
    expect(existsSync(join(release, 'SHA256SUMS'))).toBe(true);
    run('sh', '-c', 'cd "$0" && sha256sum --check --strict SHA256SUMS', release);
  });
});
