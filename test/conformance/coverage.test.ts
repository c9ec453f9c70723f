import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { conformanceCases } from './cases.ts';
import { conformanceFiles } from './document/case-files.ts';

const root = resolve(import.meta.dirname, '../..');

/** A statement of the service document: what it says, and where that is held to if no case does it. */
const clausesSchema = z.array(
  z.strictObject({
    id: z.string().regex(/^§\d\S+$/),
    says: z.string().min(1),
    /** Why nothing can hold to it. */
    reason: z.string().min(1).optional(),
    /** A test that names it, or its section. */
    covered_by: z.string().startsWith('test/').optional(),
  }),
);

const clauses = clausesSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'clauses.json'), 'utf8')),
);
const cases = [...conformanceCases(), ...conformanceFiles().flatMap((file) => file.cases)];
const named = new Set(cases.flatMap(({ clause }) => clause));

/** `§2.7` of `§2.7.18b`. */
function sectionOf(id: string): string {
  return /^§\d(\.\d+)?/.exec(id)?.[0] ?? id;
}

describe('the clauses of the service document', () => {
  it('are all there, once each, and so are the cases', () => {
    expect(clauses.length).toBeGreaterThan(300);
    expect(cases.length).toBeGreaterThan(1_200);
    const ids = clauses.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('come from every section', () => {
    const sections = new Set(clauses.map(({ id }) => sectionOf(id)));
    const parts = { 1: 6, 2: 8, 4: 10, 5: 5, 6: 3, 7: 4, 8: 14, 9: 5 };
    for (const [chapter, last] of Object.entries(parts)) {
      for (let part = 1; part <= last; part++) expect([...sections]).toContain(`§${chapter}.${part}`);
    }
  });

  it('are each held to by a case, by a test that names it, or say why nothing can', () => {
    const bare = clauses.filter(
      ({ id, reason, covered_by: elsewhere }) =>
        !named.has(id) && reason === undefined && elsewhere === undefined,
    );
    expect(bare.map(({ id, says }) => `${id} ${says}`)).toEqual([]);
  });

  it('give no reason where there is a case', () => {
    const both = clauses.filter(({ id, reason }) => named.has(id) && reason !== undefined);
    expect(both.map(({ id }) => id)).toEqual([]);
  });

  it('name only tests that are there and mention them', () => {
    const astray = clauses.filter(({ id, covered_by: path }) => {
      if (path === undefined) return false;
      const file = join(root, path);
      if (!existsSync(file)) return true;
      const text = readFileSync(file, 'utf8');
      return !text.includes(sectionOf(id)) && !text.includes(id);
    });
    expect(astray.map(({ id, covered_by: path }) => `${id} ${path}`)).toEqual([]);
  });

  it('are the only ones that a case names', () => {
    const ids = new Set(clauses.map(({ id }) => id));
    const lost = cases.flatMap(({ name, clause }) =>
      clause.filter((id) => !ids.has(id)).map((id) => `${name}: ${id}`),
    );
    expect(lost).toEqual([]);
  });
});
