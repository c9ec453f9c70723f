import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';

const folder = resolve(import.meta.dirname, '../../../examples');

export const kubernetesFiles = ['account.yaml', 'shards.yaml', 'queue.yaml'] as const;

export function exampleText(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** An object of Kubernetes, as far as the examples are looked at. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  [field: string]: unknown;
}

export function kubernetesObjects(name: (typeof kubernetesFiles)[number]): KubernetesObject[] {
  return parseAllDocuments(exampleText(`kubernetes/${name}`)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as KubernetesObject;
  });
}

export function composeFile(name = 'compose.yaml'): unknown {
  return parse(exampleText(name));
}

/** A run of genctl in an example: its words, and the variables that it has besides those of the account. */
export interface ExampleRun {
  from: string;
  words: string[];
  env: Record<string, string>;
}

const container = z.object({
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
});
const workload = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(container) }) }) }),
});
const compose = z.object({
  services: z.record(
    z.string(),
    z.object({ command: z.array(z.string()), environment: z.record(z.string(), z.string()).optional() }),
  ),
});

/** Every run of genctl in the examples. */
export function exampleRuns(): ExampleRun[] {
  return [...kubernetesFiles.flatMap(runsOfKubernetes), ...runsOfCompose(), runOfUnit(), runOfPipeline()];
}

function runsOfKubernetes(name: (typeof kubernetesFiles)[number]): ExampleRun[] {
  return kubernetesObjects(name)
    .map((object) => workload.safeParse(object))
    .flatMap(({ data }) => data?.spec.template.spec.containers ?? [])
    .map(({ args, env }) => {
      const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      return { from: name, words: args, env: variables };
    });
}

function runsOfCompose(): ExampleRun[] {
  return Object.entries(compose.parse(composeFile()).services)
    .filter(([, { environment }]) => environment !== undefined)
    .map(([, { command, environment = {} }]) => ({ from: 'compose.yaml', words: command, env: environment }));
}

function runOfUnit(): ExampleRun {
  const text = exampleText('systemd/genctl-worker.service');
  const [, line = ''] = /^ExecStart=\S+ (.*)$/m.exec(text) ?? [];
  const [, name = '', value = ''] = /^Environment=(\w+)=(.*)$/m.exec(text) ?? [];
  return { from: 'genctl-worker.service', words: line.split(' '), env: { [name]: value } };
}

function runOfPipeline(): ExampleRun {
  const { render } = z
    .object({ render: z.object({ script: z.array(z.string()) }) })
    .parse(parse(exampleText('gitlab-ci.yml')));
  const [line = ''] = render.script;
  return { from: 'gitlab-ci.yml', words: line.split(' ').slice(1), env: {} };
}
