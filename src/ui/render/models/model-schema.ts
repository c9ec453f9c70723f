import type { ModelEntry } from '../../../contract/model.ts';
import { safeLine } from '../../../rules/safe-text.ts';
import type { Look } from '../../look.ts';
import { alignRows, type Row } from '../aligned.ts';
import { textWidth, wrapText } from '../text-width.ts';
import { formatRuntime } from '../time.ts';
import { type SchemaRow, schemaTable } from './schema-fields.ts';

/**
 * One model and the parameters of its input: name, type, allowed values, default and the service's description. Off a terminal
 * each parameter is one tab-separated line (path, type, required or optional, default, values, description).
 */
export function renderModel(model: ModelEntry, look: Look): string[] {
  const { fields, notes } = schemaTable(model.inputSchema);
  if (!look.isTerminal) return fields.map(plainLine);
  const { colors } = look;
  const facts = [
    model.medium,
    model.onlyRoute === undefined ? undefined : `v1 only: --route ${model.onlyRoute}`,
    model.runtimeSeconds === undefined ? undefined : `at most ${formatRuntime(model.runtimeSeconds)}`,
    model.maxOutputCount === undefined ? undefined : outputsText(model.maxOutputCount),
  ].filter((fact) => fact !== undefined);
  const headline = headlineOf(safeLine(model.id), facts.map(safeLine).join(` ${look.symbols.dot} `), look);
  if (fields.length === 0) return [...headline, '', 'The service lists no parameters of this model.'];
  const isStacked = isNarrow(fields, look);
  const rows = fields.flatMap((field) => fieldRows(field, look, isStacked));
  return [
    ...headline,
    '',
    ...alignRows(rows, look, 2),
    ...legend(fields, notes)
      .flatMap((line) => wrapText(line, look.columns - 2))
      .map((line) => (line === '' ? '' : colors.dim(`  ${line}`))),
  ];
}

/** Explains what the rows leave open. */
function legend(fields: readonly SchemaRow[], notes: readonly string[]): string[] {
  const lines = [...(fields.some(({ required }) => required) ? ['* required'] : []), ...notes.map(safeLine)];
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Notes about a model's parameters that no row holds, for the output that a program reads. */
export function modelNotes(model: ModelEntry): string[] {
  return schemaTable(model.inputSchema).notes.map(safeLine);
}

/** The id and the facts about a model, on one line where they fit. */
function headlineOf(id: string, facts: string, { colors, columns }: Look): string[] {
  if (facts === '') return [colors.bold(id)];
  if (textWidth(id) + 2 + textWidth(facts) <= columns) return [`${colors.bold(id)}  ${colors.dim(facts)}`];
  return [colors.bold(id), ...wrapText(facts, columns - 2).map((line) => `  ${colors.dim(line)}`)];
}

/** Whether the window is too narrow for a name and its type on one line. */
function isNarrow(fields: readonly SchemaRow[], { columns }: Look): boolean {
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(textWidth));
  const types = fields.map(({ type }) => safeLine(type));
  return 2 + widest(fields.map(nameText)) + 2 + widest(types) > columns;
}

function nameText(field: SchemaRow): string {
  return `${'  '.repeat(field.depth)}${safeLine(field.name)}${field.required ? ' *' : ''}`;
}

function fieldRows(field: SchemaRow, { colors }: Look, isStacked: boolean): Row[] {
  const name = nameText(field);
  const preset = field.default === '' ? '' : `default ${safeLine(field.default)}`;
  const values = [safeLine(field.values), preset].filter((text) => text !== '').join('; ');
  const description = { text: safeLine(field.description), paint: colors.dim };
  const named = { text: name, paint: colors.accent };
  if (isStacked) {
    const told = [safeLine(field.type), values].filter((text) => text !== '').join(', ');
    return [[named, told], ...(field.description === '' ? [] : [['  '.repeat(field.depth), description]])];
  }
  const first = [named, safeLine(field.type)];
  if (values === '') return [[...first, description]];
  const below = field.description === '' ? [] : [['  '.repeat(field.depth), '', description]];
  return [[...first, values], ...below];
}

function plainLine(field: SchemaRow): string {
  const need = field.required ? 'required' : 'optional';
  return [field.path, field.type, need, field.default, field.values, field.description]
    .map(safeLine)
    .join('\t');
}

function outputsText(count: number): string {
  return count === 1 ? '1 output a job' : `up to ${count} outputs a job`;
}
