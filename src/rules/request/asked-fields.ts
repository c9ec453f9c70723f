import { objectOf, ownValue } from '../json/json-object.ts';

/**
 * The fields that a request gives its model: `input` on v2, the body itself on v1. Empty where the body is not known.
 * @see service document §2.4, §4.5
 */
export function askedFields(request: unknown): Record<string, unknown> {
  const body = objectOf(request);
  return objectOf(ownValue(body, 'input')) ?? body ?? {};
}
