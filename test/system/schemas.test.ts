import { generateSync, type JsonSchema } from 'json-schema-faker';
import { describe, expect, it } from 'vitest';
import { judgeTools } from '../../src/request/models/judge-tools.ts';
import { schemaProblems } from '../../src/schema/judge.ts';
import { reach } from '../sample.ts';
import { corpus } from '../schema/fixtures/corpus.ts';
import { inOneDialect, refereeOf } from '../schema/fixtures/referee.ts';
import { mutationsOf } from './fixtures/mutations.ts';

/** Another run looks at other inputs; what it finds is found again under its seed. */
const seed = Number(process.env.SCHEMA_SEED ?? Math.floor(Math.random() * 1e9));
const madePerSchema = reach(2, 40);

/** Inputs that an independent validator accepts: those of the corpus, and what chance makes of the schema. */
function validInputs(one: (typeof corpus)[number]): unknown[] {
  const referee = refereeOf(one.entry.inputSchema);
  const dialect = inOneDialect(one.entry.inputSchema) as JsonSchema;
  const made = Array.from({ length: madePerSchema }, (_, index) => {
    try {
      return generateSync(dialect, { seed: seed + index, optionalsProbability: (index % 5) / 4 });
    } catch {
      // The maker gives up on some.
      return undefined;
    }
  });
  return [...one.valid, ...made].filter((value) => value !== undefined && referee(value).length === 0);
}

describe(`what is made with SCHEMA_SEED=${seed}`, async () => {
  const tools = judgeTools();
  const counts = { valid: 0, mutated: 0 };

  it.each(corpus)('of $name: valid inputs pass, mutated ones are found', (one) => {
    const schema = one.entry.inputSchema;
    const document = { root: schema, tools };
    const referee = refereeOf(schema);
    const faults: unknown[] = [];
    for (const value of validInputs(one)) {
      counts.valid += 1;
      const problems = schemaProblems(value, schema, document);
      if (problems.length > 0) faults.push({ refused: value, problems });
      for (const mutated of mutationsOf(value)) {
        const isRefused = referee(mutated).length > 0;
        counts.mutated += Number(isRefused);
        const isFound = schemaProblems(mutated, schema, document).length > 0;
        if (isRefused !== isFound) faults.push({ [isFound ? 'refused' : 'missed']: mutated });
      }
    }
    expect(faults.slice(0, 3)).toEqual([]);
  });

  it('is thousands of each', () => {
    expect(counts.valid).toBeGreaterThan(50 * madePerSchema);
    expect(counts.mutated).toBeGreaterThan(1_000 * madePerSchema);
  });
});
