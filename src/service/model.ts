import * as z from 'zod/mini';
import type { TaskRoute } from './request-route.ts';
import { fieldsOf, lenient } from './wire/field.ts';

const modelField = fieldsOf('§2.5');

/** A JSON-schema-style description of a model's input; descriptive, not enforced. @see service document §2.5 */
const inputDescriptionSchema = z.record(z.string(), z.unknown());

export type InputDescription = z.infer<typeof inputDescriptionSchema>;

/**
 * An entry of the model list as received. The document names two of its fields; the others are read under the
 * names that services of this kind use (see `api/ways/models.ts`).
 * @see service document §2.5
 */
export const modelEntryWireSchema = z.looseObject({
  max_output_count: modelField(lenient(z.number()), 'Most outputs of one job.'),
  input_schema: modelField(
    lenient(inputDescriptionSchema),
    "What the model's input may hold; descriptive, not enforced.",
  ),
});

/** A model as the rest of the program knows it. */
export interface ModelEntry {
  id: string;
  medium: string | undefined;
  /** Longest runtime of one of its jobs. Unit: s. */
  runtimeSeconds: number | undefined;
  maxOutputCount: number | undefined;
  inputSchema: InputDescription | undefined;
  /** The one v1 route that serves it; only for a model that v2 does not list. @see service document §4.5–4.8 */
  onlyRoute?: TaskRoute;
}
