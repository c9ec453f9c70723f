import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { jobErrorSchema, jobSchema, outputSchema } from '../../../src/service/job.ts';
import { modelEntryWireSchema } from '../../../src/service/model.ts';
import { submissionSchema } from '../../../src/service/wire/submission.ts';

const schemas = {
  jobSchema,
  jobErrorSchema,
  outputSchema,
  modelEntryWireSchema,
  submissionSchema,
};

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  description?: string;
  'x-section'?: string;
  const?: unknown;
}

/** Every field below a schema, by its path, with what the contract says of it. */
function fieldsOf(schema: JsonSchema, path = ''): [path: string, field: JsonSchema][] {
  const inner = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, JsonSchema][] => [
      [`${path}.${name}`, field],
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...inner.flatMap((one) => fieldsOf(one, path)),
  ];
}

/** A container says what it is through its fields, and a literal through its value. */
function speaksForItself(field: JsonSchema): boolean {
  return field.const !== undefined || fieldsOf(field).length > 0;
}

describe('the contract', () => {
  it.each(Object.entries(schemas))('%s says of every field what it is and where that stands', (_, schema) => {
    const fields = fieldsOf(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
    expect(fields.length).toBeGreaterThan(0);
    const silent = fields.filter(
      ([, field]) => !speaksForItself(field) && !/^§\d/.test(field['x-section'] ?? ''),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });
});

describe('receiving', () => {
  it('keeps a job whose other fields are odd, absent or new', () => {
    const job = jobSchema.parse({
      id: 'job_1',
      status: 'paused',
      cost_usd: 'free',
      outputs: null,
      brand_new: 1,
    });
    expect(job).toMatchObject({ id: 'job_1', status: 'paused', brand_new: 1 });
    expect(job.cost_usd).toBeUndefined();
    expect(job.outputs).toBeUndefined();
  });

  it('takes no job without an id or a state', () => {
    expect(jobSchema.safeParse({ status: 'queued' }).success).toBe(false);
    expect(jobSchema.safeParse({ id: '', status: 'queued' }).success).toBe(false);
    expect(jobSchema.safeParse({ id: 'job_1' }).success).toBe(false);
  });
});

describe('sending', () => {
  it('takes no field that the document does not have', () => {
    expect(submissionSchema.safeParse({ model: 'm', input: {}, n: 2 }).success).toBe(false);
    expect(
      submissionSchema.safeParse({ model: 'm', input: { n: 2 }, output: { count: 1, format: 'url' } })
        .success,
    ).toBe(true);
  });
});
