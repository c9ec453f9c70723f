import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelEntry } from '../../../src/contract/model.ts';

/** A model with a schema as they are met in the wild, and words that fit what only its author knows. */
export interface SchemaCase {
  name: string;
  entry: ModelEntry;
  samples: readonly string[];
}

const folder = join(import.meta.dirname, 'schemas');

export const schemaCases: readonly SchemaCase[] = readdirSync(folder)
  .sort()
  .map((file) => {
    const { model, schema, samples } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      model: string;
      schema: Record<string, unknown>;
      samples: Record<string, string>;
    };
    const entry = {
      id: model,
      medium: 'video',
      runtimeSeconds: 600,
      maxOutputCount: 4,
      inputSchema: schema,
    };
    return { name: file.replace('.json', ''), entry, samples: Object.values(samples) };
  });

export function schemaCase(name: string): SchemaCase {
  const found = schemaCases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no schema ${name}`);
  return found;
}
