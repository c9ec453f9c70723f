import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A text of the sources, as it is written there. */
export interface SourceText {
  /** Below `src/`. */
  file: string;
  /** What it is part of, from the outside in: `.hint`, `=again`, `refused()`, `function theLinks`. */
  within: readonly string[];
  /** The code of the error, or the rule of the finding, that it belongs to; undefined where none stands beside it. */
  code: string | undefined;
  /** Its pieces: words as they stand, and expressions as they are written. */
  pieces: readonly Piece[];
}

type Piece = { words: string } | { expression: string };

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const sources = join(import.meta.dirname, '../src');

let known: readonly SourceText[] | undefined;

/** Every text of the program, in the order of its files: what a new one says is seen without being told of. Read once. */
export function sourceTexts(): readonly SourceText[] {
  known ??= textsOfSources();
  return known;
}

function textsOfSources(): SourceText[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .flatMap((name) => textsOf(join(sources, name)));
}

function textsOf(path: string): SourceText[] {
  const source = readFileSync(path, 'utf8');
  const file = relative(sources, path).replaceAll('\\', '/');
  const texts: SourceText[] = [];
  const visit = (value: unknown, within: readonly string[], code: string | undefined): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, within, code);
    if (!isNode(value)) return;
    const pieces = piecesOf(value, source);
    if (pieces !== undefined) texts.push({ file, within, code, pieces });
    if (isLine(value)) {
      visit((value.quasi as Node).expressions, within, code);
      return;
    }
    const inner = [...within, ...nameOf(value)];
    const ownCode = codeOf(value) ?? code;
    for (const [field, child] of Object.entries(value)) {
      if (field !== 'quasis') visit(child, inner, ownCode);
    }
  };
  visit(parseAst(source, { lang: 'ts' }), [], undefined);
  return texts;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Whether a node is a line of the program: genctl`jobs`. */
function isLine({ tag, type }: Node): boolean {
  return type === 'TaggedTemplateExpression' && isNode(tag) && tag.name === 'genctl';
}

/** The pieces of a text; undefined for what is none. */
function piecesOf(node: Node, source: string): Piece[] | undefined {
  if (isLine(node)) return [{ words: 'genctl ' }, ...(piecesOf(node.quasi as Node, source) ?? [])];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ words: node.value }] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node.quasis as { value: { cooked: string } }[];
  const expressions = node.expressions as Node[];
  return quasis.flatMap(({ value: { cooked } }, place): Piece[] => {
    const expression = expressions[place];
    const words = { words: cooked };
    return expression === undefined
      ? [words]
      : [words, { expression: source.slice(expression.start, expression.end) }];
  });
}

/** What of a node says what the texts within are for. */
function nameOf(node: Node): string[] {
  const name = (field: string): string | undefined => {
    const named = node[field];
    return isNode(named) && typeof named.name === 'string' ? named.name : undefined;
  };
  const key = name('key');
  const id = name('id');
  const callee = name('callee');
  if (node.type === 'Property' && key !== undefined) return [`.${key}`];
  if (node.type === 'VariableDeclarator' && id !== undefined) return [`=${id}`];
  if (node.type === 'FunctionDeclaration' && id !== undefined) return [`function ${id}`];
  return (node.type === 'CallExpression' || node.type === 'NewExpression') && callee !== undefined
    ? [`${callee}()`]
    : [];
}

/** `code` of the parts of an error, `rule` of those of a finding. */
function codeOf(node: Node): string | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties as Node[]) {
    const { key, value } = property;
    const isCode = isNode(key) && (key.name === 'code' || key.name === 'rule');
    if (isCode && isNode(value) && typeof value.value === 'string') return value.value;
  }
  return undefined;
}
