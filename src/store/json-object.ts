/** The value as a JSON object, or undefined for anything else; a list is not an object. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** An object's own value: a name such as `constructor`, which every object inherits, is not there. */
export function ownValue<Value>(object: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
