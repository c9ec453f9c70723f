import * as z from 'zod/mini';

/** One field of an `input_schema`. */
export type FieldSchema = Record<string, unknown>;

/** Adds the contract's description of a field, so that the model list says the same as the contract. */
export function described(schema: z.ZodMiniType, parts: FieldSchema): FieldSchema {
  const inner = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  return { ...parts, description: z.globalRegistry.get(inner as z.ZodMiniType)?.description ?? '' };
}

/** An `input_schema`: descriptive, and open to fields it does not name. @see service document §2.5 */
export function inputSchemaOf(
  required: readonly string[],
  properties: Record<string, FieldSchema>,
): Record<string, unknown> {
  return { type: 'object', required, properties, additionalProperties: true };
}
