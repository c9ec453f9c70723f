import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Composition } from '../../../src/rules/compose/composition.ts';
import { compositionFindings } from '../../../src/rules/compose/findings.ts';
import { requestLine } from '../../../src/rules/compose/request-flags.ts';
import { tools } from '../schema/tools.ts';
import { type SchemaCase, schemaCases } from './schema-cases.ts';
import { compose, hurried, thorough, wandering } from './scripted-answerer.ts';

/** What an independent validator says of a composed input; nothing where it is valid. */
function complaints({ entry }: SchemaCase, { body }: Composition): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // The dialect of one schema is its author's own.
  const { $schema: _, ...schema } = entry.inputSchema ?? {};
  // The word for a tuple before 2020-12.
  const validate = ajv.compile(
    JSON.parse(
      JSON.stringify(schema)
        .replaceAll(/"items":(\[[^[\]]*\])/g, '"prefixItems":$1')
        .replaceAll('"additionalItems":false', '"items":false'),
    ) as object,
  );
  return validate(body.input) ? [] : validate.errors;
}

it('sees the schemas', () => expect(schemaCases.length).toBeGreaterThanOrEqual(20));

describe.each(schemaCases)('$name', (one) => {
  it('Enter gets through to an input that is valid', () => {
    const composition = compose(one, hurried);
    expect(complaints(one, composition)).toEqual([]);
    expect(composition.body.model).toBe(one.entry.id);
  });

  it('everything that can be given makes an input that is valid', () => {
    const composition = compose(one, thorough());
    expect(complaints(one, composition)).toEqual([]);
  });

  it('going back and forth and changing things makes an input that is valid, or one that is found fault with', () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const composition = compose(one, wandering(seed));
      const found = compositionFindings(composition, { tools, models: [one.entry] }, {});
      if (found.length === 0)
        expect(complaints(one, composition), `seed ${seed}: ${JSON.stringify(composition.body)}`).toEqual([]);
    }
  });

  it('what was composed can be said on a command line', () => {
    const { body } = compose(one, thorough());
    expect(requestLine(body, one.entry)).toBeDefined();
  });
});
