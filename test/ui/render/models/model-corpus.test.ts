import { describe, expect, it } from 'vitest';
import { renderModel } from '../../../../src/ui/render/models/model-schema.ts';
import { corpus } from '../../../rules/schema/fixtures/corpus.ts';
import { propertyNamesIn } from '../../../rules/schema/fixtures/property-names.ts';
import { look, piped } from '../../looks.ts';

describe.each(corpus)('$name', ({ entry }) => {
  it('is shown with every name that an input may hold', () => {
    const names = propertyNamesIn(entry.inputSchema);
    const paths = renderModel(entry, piped)
      .map((line) => line.split('\t')[0] ?? '')
      .flatMap((path) => path.split(/[.[\]]+/));
    expect(names.filter((name) => !name.some((word) => paths.includes(word)))).toEqual([]);
    const screen = renderModel(entry, look(200)).join('\n');
    expect(names.filter((name) => !name.some((word) => screen.includes(word)))).toEqual([]);
  });
});
