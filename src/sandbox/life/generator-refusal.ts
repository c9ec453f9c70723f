import { spelledTier } from '../../contract/video-values.ts';
import type { Finding } from '../../rules/checks/finding.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import { jsonPath } from '../../rules/json/json-path.ts';
import { type SchemaProblem, schemaProblems } from '../../rules/schema/judge.ts';
import { shownValue } from '../../rules/shown-value.ts';
import type { CatalogueModel } from '../catalogue/index.ts';
import { pictureSidePixels } from '../catalogue/prompt-input-schema.ts';
import { pictureAreas } from '../catalogue/vendor-b-picture-schema.ts';
import { parsePictureSize } from '../picture-size.ts';

/**
 * What the generator has against an input, in words that v1 shows and v2 keeps to itself; empty where it takes it. A rule
 * of the document speaks first, then the model's own schema. Fields that the schema does not name are ignored.
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

/** A size is written as the schema's pattern says, and has sides that the model draws. */
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

/** The tier that the document and the schema write 4K is taken as 4k, too. */
function asTheSchemaWrites(input: Record<string, unknown>): Record<string, unknown> {
  const resolution = ownValue(input, 'resolution');
  return resolution === undefined ? input : { ...input, resolution: spelledTier(resolution) };
}
