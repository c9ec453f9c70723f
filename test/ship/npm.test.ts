import { spawnSync } from 'node:child_process';
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

  const nodeOf = (version: string): string =>
    run('env', `NODES=${nodes}`, 'test/on-node.sh', version, 'node', '-p', 'process.execPath').trim();

  // The oldest and the newest of each line.
  it.each(['20.19.0', '20', '22.13.0', '22', '24.0.0', '24', '26'])(
    'does the main job on Node %s',
    async (version) => {
      const node = nodeOf(version);
      const root = temporaryFolder('genctl-work-');
      await doMainJob({ genctl: [node, script], root: '/', work: root, env: { PATH: '/nonexistent' } });
    },
  );

  it.each(['0.12.18', '18', '22.2.0', '23'])('says on Node %s which Node it needs', (version) => {
    const { status, stderr } = spawnSync(nodeOf(version), [script, 'jobs'], { encoding: 'utf8' });
    expect(status).toBe(14);
    expect(stderr).toMatch(
      /^✗ genctl needs Node 20\.19 or later, 22\.13 or later, or 24 and newer; this is Node [\d.]+\n$/,
    );
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
