import * as z from 'zod/mini';

/** A field, and what its schema says of it. Each field needs a schema of its own: what is said is kept with that. */
export function said<Schema extends z.ZodMiniType>(schema: Schema, says: string): Schema {
  z.globalRegistry.add(schema, { description: says });
  return schema;
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** Objects of one shape. */
export const rows = <Fields extends Shape>(fields: Fields) => z.array(z.object(fields));
export const list = <Fields extends Shape>(says: string, fields: Fields) => said(rows(fields), says);
export const object = <Fields extends Shape>(says: string, fields: Fields) => said(z.object(fields), says);
export const maybe = <Fields extends Shape>(says: string, fields: Fields) =>
  said(z.nullable(z.object(fields)), says);
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema, says: string) =>
  said(z.nullable(schema), says);
export const texts = (says: string) => said(z.array(z.string()), says);
export const text = (says: string) => said(z.string(), says);
export const textOrNull = (says: string) => said(z.nullable(z.string()), says);
export const timeOrNull = (says: string) => said(z.nullable(z.string()), `${says} ISO 8601.`);
export const count = () => z.int().check(z.gte(0));
/** The words of `--tag`. */
export const tagsOrNull = (says: string) => said(z.nullable(z.record(z.string(), z.string())), says);
export const whole = (says: string) => said(count(), says);
export const wholeOrNull = (says: string) => said(z.nullable(count()), says);
export const dollars = (says: string) => said(z.number(), `${says} Unit: USD.`);
export const dollarsOrNull = (says: string) => said(z.nullable(z.number()), `${says} Unit: USD.`);
export const truth = (says: string) => said(z.boolean(), says);
export const anything = (says: string) => said(z.unknown(), says);
export const sha256OrNull = (says: string) => said(z.nullable(z.string()), `${says} SHA-256, 64 hex digits.`);

/** A document as what prints it may give it: nothing of it is changed there. */
export type Printed<Value> = Value extends readonly (infer Item)[]
  ? readonly Printed<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Printed<Value[Field]> }
    : Value;
