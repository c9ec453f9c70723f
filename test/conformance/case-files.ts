import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type ConformanceCase, caseSchema } from './case-schema.ts';

type Row = Record<string, unknown>;

/** Values of one word, or of several that go together. */
const dimensionSchema = z.union([
  z.record(z.string(), z.array(z.unknown())),
  z.array(z.record(z.string(), z.unknown())),
]);

/**
 * A file of cases. `rows` and `bodies` are written once and used by name: a case with `each` stands for one case a
 * combination of its dimensions, in which `{word}` is the value of that word, and `{"$with": ["clip", {"seed": 1}]}` is
 * the body `clip` with that field.
 */
const fileSchema = z.strictObject({
  part: z.string(),
  rows: z.record(z.string(), dimensionSchema).optional(),
  bodies: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  cases: z.array(z.looseObject({ each: z.array(z.union([z.string(), dimensionSchema])).optional() })).min(1),
});

type CaseFile = z.infer<typeof fileSchema>;

/** The files of cases, by name, with each case written out. */
export function conformanceFiles(): { file: string; part: string; cases: ConformanceCase[] }[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((name) => /^v\d-.*\.json$/.test(name))
    .map((name) => {
      const file = fileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      return { file: name, part: file.part, cases: file.cases.flatMap((one) => written(one, file)) };
    });
}

function written({ each = [], ...template }: CaseFile['cases'][number], file: CaseFile): ConformanceCase[] {
  const dimensions = each.map((dimension) => rowsOf(dimension, file));
  const rows = dimensions.reduce<Row[]>(
    (before, dimension) => before.flatMap((row) => dimension.map((more) => ({ ...row, ...more }))),
    [{}],
  );
  return rows.map((row) => caseSchema.parse(filled(withBodies(filled(template, row), file), row)));
}

function rowsOf(dimension: NonNullable<CaseFile['cases'][number]['each']>[number], file: CaseFile): Row[] {
  if (typeof dimension === 'string') {
    const named = file.rows?.[dimension];
    if (named === undefined) throw new Error(`${file.part} has no rows called ${dimension}`);
    return rowsOf(named, file);
  }
  if (Array.isArray(dimension)) return dimension;
  return Object.entries(dimension).flatMap(([word, values]) => values.map((value) => ({ [word]: value })));
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A template with the values of a row; one that is a word alone becomes the value itself, whatever it is. */
function filled(template: unknown, row: Row): unknown {
  if (typeof template === 'string') {
    const whole = /^\{(\w+)\}$/.exec(template)?.[1];
    if (whole !== undefined && whole in row) return row[whole];
    return template.replaceAll(/\{(\w+)\}/g, (macro, word: string) =>
      word in row ? shown(row[word]) : macro,
    );
  }
  if (Array.isArray(template)) return template.map((element: unknown) => filled(element, row));
  if (!isRecord(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, inner]) => [shown(filled(name, row)), filled(inner, row)]),
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function withBodies(value: unknown, file: CaseFile): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => withBodies(element, file));
  if (!isRecord(value)) return value;
  if (!('$with' in value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBodies(inner, file)]));
  const [name, fields = {}] = value.$with as [string, Row?];
  const body = file.bodies?.[name];
  if (body === undefined) throw new Error(`${file.part} has no body called ${name}`);
  return withBodies({ ...body, ...fields }, file);
}
