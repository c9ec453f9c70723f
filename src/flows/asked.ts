import { objectOf, ownValue } from '../rules/json-object.ts';
import { readJson } from '../rules/read-json.ts';

/** What a request asked of its model: `input` on v2, the body itself on v1. Empty where the body is not known. */
export function askedOf(body: string | undefined): Record<string, unknown> {
  const fields = body === undefined ? undefined : objectOf(readJson(body));
  return objectOf(ownValue(fields, 'input')) ?? fields ?? {};
}

/** The seed that was asked for, where one was. */
export function seedOf(body: string | undefined): number | undefined {
  const { seed } = askedOf(body);
  return typeof seed === 'number' ? seed : undefined;
}
