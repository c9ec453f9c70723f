import type { Finding } from '../rules/finding.ts';
import { inputSchemaFindings } from '../rules/input-schema.ts';
import { ownValue } from '../rules/json-object.ts';
import type { CatalogueModel } from './catalogue/index.ts';
import { parsePictureSize } from './picture-size.ts';

/**
 * Whether the generator refuses an input: by a rule of the document, or because its own schema says otherwise.
 * Fields that the schema does not name are ignored.
 *
 * @see service document §2.5, §2.6, §3
 */
export function generatorRefuses(
  model: CatalogueModel,
  input: Record<string, unknown>,
  findings: readonly Finding[],
): boolean {
  return (
    findings.some(({ enforcedBy }) => enforcedBy === 'generator') ||
    inputSchemaFindings(asTheSchemaWrites(input), model.inputSchema).some(
      ({ rule }) => rule !== 'schema-unknown-field',
    ) ||
    (model.medium === 'image' &&
      Object.hasOwn(input, 'size') &&
      parsePictureSize(ownValue(input, 'size')) === undefined)
  );
}

/** The document writes the tier 4K, the schema 4k: both are taken. */
function asTheSchemaWrites(input: Record<string, unknown>): Record<string, unknown> {
  return ownValue(input, 'resolution') === '4K' ? { ...input, resolution: '4k' } : input;
}
