import { hasField } from '../../schema/input-field.ts';
import { familyOf } from '../families/index.ts';
import type { InputDescription, ModelEntry } from '../model.ts';
import { type PromptShape, type RequestRoute, requestRoutes } from '../request-route.ts';

/** Facts of a model's live entry that those know who word a request for it. */
export type KnownEntry = Pick<ModelEntry, 'inputSchema' | 'medium'>;

/** The recipient of a request, as far as it is known. */
export interface Recipient {
  model: string;
  entry: KnownEntry | undefined;
  route: RequestRoute;
}

/** The medium that is rendered: the live entry's word, else the family's, else that of the route. */
export function mediumOf({ model, entry, route }: Recipient): string | undefined {
  return entry?.medium ?? familyOf(model)?.medium ?? requestRoutes[route].medium;
}

/** Tells whether the request carries a content array instead of a prompt string. */
export function takesContent({ entry, model, route }: Recipient): boolean {
  return promptShapeOf(model, entry?.inputSchema, route) === 'content';
}

/** The shape of a model's prompt, a string or a content array: a route of v1 says, else its family, else its schema. §2.6 */
export function promptShapeOf(
  model: string,
  schema: InputDescription | undefined,
  route: RequestRoute = 'jobs',
): PromptShape {
  const known = requestRoutes[route].promptShape ?? familyOf(model)?.promptShape;
  if (known !== undefined || schema === undefined) return known ?? 'prompt';
  return hasField(schema, 'content') && !hasField(schema, 'prompt') ? 'content' : 'prompt';
}
