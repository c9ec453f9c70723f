import { jsonPath } from '../../schema/json/json-place.ts';
import { schemaProblems } from '../../schema/judge.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { spelledTier } from '../../service/video-values.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import type { CatalogueModel } from '../catalogue/index.ts';
import { pictureSidePixels } from '../catalogue/prompt-input-schema.ts';
import { pictureAreas } from '../catalogue/vendor-b-picture-schema.ts';
import { parsePictureSize } from '../picture-size.ts';

/**
 * The generator's objections to an input; empty where it takes the input. v1 shows their wording, v2 does not. They come from
 * the document's rules, or where those find nothing, from the model's own schema. Fields that the schema does not name are
 * ignored.
 *
 * @see service document §2.5, §2.6, §3, §7.3
 */
export function generatorObjections(
  model: CatalogueModel,
  input: Record<string, unknown>,
  findings: readonly Finding[],
): string[] {
  const documented = findings.filter(({ enforcedBy }) => enforcedBy === 'generator');
  if (documented.length > 0) return documented.map(({ message }) => message);
  const { inputSchema: root } = model;
  const problems = schemaProblems(asTheSchemaWrites(input), root, { root });
  return [...problems.map((problem) => objectionTo(problem, model)), ...sizeObjections(model, input)];
}

function objectionTo({ place, rule, takes, value }: SchemaProblem, { id }: CatalogueModel): string {
  const where = jsonPath(place);
  if (rule === 'schema-required') return `${where} is missing; ${id} needs it`;
  return `${where} is ${shownValue(value)}; ${id} takes ${takes}`;
}

/** A size must match the schema's pattern, and the model must be able to draw its sides. */
function sizeObjections(
  { id, inputSchema, medium }: CatalogueModel,
  input: Record<string, unknown>,
): string[] {
  const size = ownValue(input, 'size');
  if (medium !== 'image' || typeof size !== 'string') return [];
  const pattern = ownValue(
    objectOf(ownValue(objectOf(ownValue(inputSchema, 'properties')), 'size')),
    'pattern',
  );
  const isWritten = typeof pattern !== 'string' || new RegExp(pattern).test(size);
  if (isWritten && (parsePictureSize(size) !== undefined || pictureAreas.has(size))) return [];
  const { least, most } = pictureSidePixels;
  return [`size is ${shownValue(size)}; ${id} takes ${pattern}, each side ${least} to ${most} px`];
}

/** The input with `4k` spelled `4K`, as the schema lists it. The generator takes both spellings. */
function asTheSchemaWrites(input: Record<string, unknown>): Record<string, unknown> {
  const resolution = ownValue(input, 'resolution');
  return resolution === undefined ? input : { ...input, resolution: spelledTier(resolution) };
}
