import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../temporary-folder.ts';
import type { KubernetesObject } from './example-files.ts';

const require = createRequire(import.meta.url);
const types = dirname(require.resolve('kubernetes-types/package.json'));
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

/** What Kubernetes would refuse in objects, or drop without a word: as the compiler says it of literals of their types. */
export function kubernetesFaults(objects: readonly KubernetesObject[]): string[] {
  const file = join(temporaryFolder('genctl-kubernetes-'), 'objects.ts');
  writeFileSync(file, objects.map(declaration).join('\n'));
  const { stdout } = spawnSync(
    process.execPath,
    [compiler, '--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', file],
    { encoding: 'utf8' },
  );
  return stdout.split('\n').filter((line) => line.includes(': error '));
}

function declaration(object: KubernetesObject, place: number): string {
  const group = object.apiVersion === 'v1' ? 'core/v1' : object.apiVersion;
  const type = `import(${JSON.stringify(join(types, group))}).${object.kind}`;
  return `export const object${place}: ${type} = ${JSON.stringify(object, null, 2)};`;
}
