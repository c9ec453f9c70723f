import * as z from 'zod/mini';

// A command checks a shape once: compiling a checker for it would cost more than the check.
z.config({ jitless: true });

/**
 * Attaches to the wire fields of a section (`§2.1`) what the generated OpenAPI and the reference pages say beside their types:
 * what a field holds, in our words, and the unit of a number or format of a string (`s`, `USD`, `ISO 8601`, `URL`).
 */
export function fieldsOf(section: string) {
  return <Schema extends z.ZodMiniType>(schema: Schema, says: string, unit?: string): Schema => {
    const note = { description: says, 'x-section': section };
    z.globalRegistry.add(schema, unit === undefined ? note : { ...note, 'x-unit': unit });
    return schema;
  };
}

/**
 * A field as we receive it: absent, null and ill-typed all read as undefined, so that one odd field never
 * hides a job that was paid for.
 */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}
