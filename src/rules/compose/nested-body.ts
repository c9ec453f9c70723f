import { objectOf } from '../json/json-object.ts';

/**
 * The body of a v1 request, whose parameters are flat, as one of v2; a v2 body as it is. The closing still is left out: v2
 * has none. @see service document §2.4, §2.5, §2.7
 */
export function nestedBody(body: Record<string, unknown>): Record<string, unknown> {
  if (objectOf(body.input) !== undefined) return body;
  const { model, n, return_last_frame: _, ...input } = body;
  const output = typeof n === 'number' ? { output: { count: n } } : {};
  return { model, input, ...output };
}
