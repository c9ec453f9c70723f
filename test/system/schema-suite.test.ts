import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeTools } from '../../src/request/models/judge-tools.ts';
import { schemaProblems } from '../../src/schema/judge.ts';
import { objectOf } from '../../src/text/json-object.ts';
import { isKnown, leftOut, letPass, refused } from './fixtures/suite-claims.ts';

/** A checkout of the official JSON Schema Test Suite, which no package brings whole. */
const suite = process.env.JSON_SCHEMA_TEST_SUITE;
const drafts = ['draft4', 'draft6', 'draft7', 'draft2019-09', 'draft2020-12'];

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

interface Judged {
  file: string;
  group: string;
  test: string;
  valid: boolean;
  fits: boolean;
}

const { hasFormat } = judgeTools();

/** The suite's patterns are harmless: what is judged here does not hang on a clock. */
function matches(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

function filesOf(folder: string, inside = ''): string[] {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = `${inside}${entry.name}`;
    if (entry.isDirectory()) return filesOf(folder, `${path}/`);
    return path.endsWith('.json') ? [path] : [];
  });
}

function judgedOf(folder: string): Judged[] {
  const judged: Judged[] = [];
  for (const file of filesOf(folder)) {
    const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Group[];
    for (const { description: group, schema, tests } of groups) {
      const document = { root: objectOf(schema) ?? {}, tools: { hasFormat, matches } };
      for (const { description: test, data, valid } of tests)
        judged.push({ file, group, test, valid, fits: schemaProblems(data, schema, document).length === 0 });
    }
  }
  return judged;
}

const atHand = suite === undefined ? [] : drafts;

it(
  suite === undefined
    ? 'waits for JSON_SCHEMA_TEST_SUITE, a checkout of the official suite'
    : 'sees the suite',
  () => {
    const folders = atHand.filter((draft) => filesOf(join(suite ?? '', 'tests', draft)).length > 30);
    expect(folders).toEqual(atHand);
  },
);

const judgedIn = new Map<string, Judged[]>();
for (const draft of atHand) judgedIn.set(draft, judgedOf(join(suite ?? '', 'tests', draft)));

describe.each(atHand)('the official suite, %s', (draft) => {
  const judged = judgedIn.get(draft) ?? [];
  const isLeftOut = (file: string) => Object.keys(leftOut).some((name) => file.startsWith(name));

  it('nothing valid is refused, but for what is written down', () => {
    const wrong = judged.filter(({ valid, fits }) => valid && !fits);
    expect(wrong.filter(({ file, group, test }) => !isKnown(refused, file, group, test))).toEqual([]);
  });

  it('everything invalid is found, but for what is written down', () => {
    const missed = judged.filter(({ valid, fits, file }) => !valid && fits && !isLeftOut(file));
    expect(missed.filter(({ file, group, test }) => !isKnown(letPass, file, group, test))).toEqual([]);
    expect(judged.length).toBeGreaterThan(900);
  });
});

it.each(atHand.length === 0 ? [] : [...refused, ...letPass])('it is still so of $file: $why', (known) => {
  const judged = [...judgedIn.values()].flat();
  const wrong = judged.filter(({ valid, fits }) => valid !== fits);
  expect(wrong.some(({ file, group, test }) => isKnown([known], file, group, test))).toBe(true);
});
