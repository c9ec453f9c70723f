/** The value as a JSON object, or undefined for anything else; a list is not an object. */
export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The value of an object's own key. Inherited ones, such as `constructor`, are not part of its JSON. */
export function ownValue(object: Record<string, unknown> | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}
