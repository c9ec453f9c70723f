import * as z from 'zod/mini';

// A command checks a shape once: compiling a checker for it would cost more than the check.
z.config({ jitless: true });

/** What the generated OpenAPI and the reference pages say beside a field's type. */
export interface FieldNote {
  /** Section of the service document, such as `§2.1`. */
  section: string;
  /** What the field holds, in our words. */
  says: string;
  /** Unit of a number or format of a string: `s`, `USD`, `ISO 8601`, `URL`. */
  unit?: string;
}

/** Attaches meaning, section and unit to a wire field, where JSON Schema generation finds them. */
export function field<Schema extends z.ZodMiniType>(schema: Schema, note: FieldNote): Schema {
  z.globalRegistry.add(schema, {
    description: note.says,
    'x-section': note.section,
    ...(note.unit === undefined ? {} : { 'x-unit': note.unit }),
  });
  return schema;
}

/**
 * A field as we receive it: absent, null and ill-typed all read as undefined, so that one odd field never
 * hides a job that was paid for.
 */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}
