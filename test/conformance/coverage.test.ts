import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformanceFiles } from './case-files.ts';
import { type Clause, clauseSchema, sectionOf, troubles, unknownIds } from './evidence.ts';
import { type NamedTest, testsIn } from './test-titles.ts';

const root = resolve(import.meta.dirname, '../..');

const clauses = clauseSchema
  .array()
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'clauses.json'), 'utf8')));
const cases = conformanceFiles().flatMap((file) => file.cases);

/** Every file of either suite. */
const testFile = /^test\/(?!bench\/).*\.test\.ts$/;

function testsOf(file: string): NamedTest[] | undefined {
  const path = join(root, file);
  return testFile.test(file) && existsSync(path) ? testsIn(readFileSync(path, 'utf8')) : undefined;
}

describe('the clauses of the service document', () => {
  it('are all there, once each, and so are the cases', () => {
    expect(clauses.length).toBeGreaterThan(300);
    expect(cases.length).toBeGreaterThan(1_100);
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

  it('are each held to by cases, or by tests that are there and run, or say why nothing can', () => {
    expect(troubles(clauses, { cases, testsOf })).toEqual([]);
  });

  it('are the only ones that a test names', () => {
    const sources = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ name, text: readFileSync(join(root, 'test', name), 'utf8') }))
      .filter(({ text }) => text.includes('§'));
    expect(sources.length).toBeGreaterThan(20);
    expect(
      sources.flatMap(({ name, text }) => unknownIds(text, clauses).map((id) => `${name}: ${id}`)),
    ).toEqual([]);
  });
});

describe('a clause that nothing holds to', () => {
  const clause: Clause = { id: '§2.7.18b', says: 'ten clips' };
  const held = { name: 'ten clips', clause: ['§2.7.18b'] };
  const test = 'test/clips.test.ts > a clip > is counted';
  const there = (source: string) => ({
    cases: [],
    testsOf: (file: string) => (file === 'test/clips.test.ts' ? testsIn(source) : undefined),
  });

  it('is told: it has no case, a case has no clause, or a reason stands beside a case', () => {
    const nothing = { cases: [], testsOf: () => undefined };
    expect(troubles([clause], nothing)).toEqual(['§2.7.18b has no case: ten clips']);
    expect(troubles([clause], { ...nothing, cases: [held] })).toEqual([]);
    expect(troubles([], { ...nothing, cases: [held] })).toEqual([
      'the case "ten clips" names §2.7.18b, which is no clause',
    ]);
    expect(troubles([{ ...clause, evidence: { reason: 'a plan' } }], { ...nothing, cases: [held] })).toEqual([
      '§2.7.18b gives a reason and has a case',
    ]);
  });

  it.each([
    ["describe('a clip', () => { it('is counted', () => {}); });", []],
    ["describe.each([1])('a clip', () => { it.each([2])('is counted', () => {}); });", []],
    ["describe('a clip', () => { it('is counted, too', () => {}); });", ['not there']],
    ["// describe('a clip', () => { it('is counted') })", ['not there']],
    ["describe('a clip', () => { it.skip('is counted', () => {}); });", ['does not run']],
    ["describe.skipIf(true)('a clip', () => { it('is counted', () => {}); });", ['does not run']],
  ])('is told of the test that it names: %s', (source, told) => {
    const found = troubles([{ ...clause, evidence: { tests: [test] } }], there(source));
    expect(found.map((trouble) => /not there|does not run/.exec(trouble)?.[0])).toEqual(told);
  });

  it('is told of a file that is not there, and of one that no suite runs', () => {
    const evidence = { tests: ['test/none.test.ts > a clip > is counted'] };
    expect(troubles([{ ...clause, evidence }], there(''))).toHaveLength(1);
    expect(testsOf('test/bench/run.ts')).toBeUndefined();
  });

  it('is known by its id and by its section', () => {
    expect(unknownIds('counts ten (§2.7.18b), as §2.7 says', [clause])).toEqual([]);
    expect(unknownIds('counts ten (§2.7.18c), as §2.8 says', [clause])).toEqual(['§2.7.18c', '§2.8']);
  });
});
