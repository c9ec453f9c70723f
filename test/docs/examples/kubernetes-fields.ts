import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const models = dirname(require.resolve('kubernetes-models/package.json'));

/** The fields of an object of Kubernetes, and where the type of each is described; undefined for what has no fields of its own. */
function fieldsIn(file: string): Map<string, string | undefined> {
  const text = readFileSync(file, 'utf8');
  const imported = new Map(
    [...text.matchAll(/import \{ (\w+) \} from "([^"]+)"/g)].map(([, name = '', from = '']) => [name, from]),
  );
  return new Map(
    [...text.matchAll(/^ {4}"(\w+)"\??: ([^\n]*)$/gm)].map(([, name = '', type = '']) => {
      const from = imported.get(/\bI\w+/.exec(type)?.[0] ?? '');
      return [name, from === undefined ? undefined : pathOf(from, file)];
    }),
  );
}

function pathOf(from: string, file: string): string | undefined {
  const stem = from.startsWith('.') ? join(dirname(file), from) : join(dirname(models), from);
  return [`${stem.replace(/\.js$/, '')}.d.ts`].find((path) => existsSync(path));
}

/** Fields that Kubernetes does not know, by their paths: it would drop them without a word. `type` is like `apps/v1/Deployment`. */
export function unknownFields(type: string, value: unknown): string[] {
  return unknownIn(value, join(models, `${type}.d.ts`), '');
}

function unknownIn(value: unknown, file: string | undefined, at: string): string[] {
  if (file === undefined || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => unknownIn(one, file, at));
  const fields = fieldsIn(file);
  // What is a text or a number to Kubernetes has none.
  if (fields.size === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    fields.has(name) ? unknownIn(inner, fields.get(name), `${at}.${name}`) : [`${at}.${name}`],
  );
}
