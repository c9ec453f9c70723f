import { parseAst } from 'rolldown/parseAst';

/** A test of a file: its title under those of the groups it is in, and whether it runs whenever its file does. */
export interface NamedTest {
  title: string;
  runs: boolean;
}

const groups = new Set(['describe', 'suite']);
const tests = new Set(['it', 'test']);
/** Modifiers under which a test runs all the same. */
const running = new Set(['each', 'for', 'concurrent', 'sequential', 'shuffle']);

interface Node {
  type: string;
  [field: string]: unknown;
}

/** The tests that a source file declares, each by `group > title`, as it is written: `%s` stands for what is tried. */
export function testsIn(source: string): NamedTest[] {
  const found: NamedTest[] = [];
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, { path: [], runs: true }, found);
  return found;
}

interface Place {
  path: readonly string[];
  runs: boolean;
}

function visit(node: Node, place: Place, found: NamedTest[]): void {
  const call = node.type === 'CallExpression' ? declaration(node) : undefined;
  if (call === undefined) {
    visitInside(node, place, found);
    return;
  }
  const inside = { path: [...place.path, call.title], runs: place.runs && call.runs };
  if (call.isGroup) visitInside(node, inside, found);
  else found.push({ title: inside.path.join(' > '), runs: inside.runs });
}

function visitInside(node: Node, place: Place, found: NamedTest[]): void {
  for (const value of Object.values(node).flat()) if (isNode(value)) visit(value, place, found);
}

/** What a call declares, if it is `it('…')`, `describe.each([…])('…')` or the like. */
function declaration(call: Node): { isGroup: boolean; title: string; runs: boolean } | undefined {
  const title = textOf((call.arguments as Node[])[0]);
  if (title === undefined) return undefined;
  const modifiers: string[] = [];
  let callee = call.callee as Node;
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') modifiers.push(String((callee.property as Node).name));
    const inner = callee.object ?? callee.callee ?? callee.tag;
    if (!isNode(inner)) return undefined;
    callee = inner;
  }
  const name = String(callee.name);
  if (!groups.has(name) && !tests.has(name)) return undefined;
  return { isGroup: groups.has(name), title, runs: modifiers.every((modifier) => running.has(modifier)) };
}

function textOf(argument: Node | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type !== 'TemplateLiteral') return undefined;
  const quasis = argument.quasis as { value: { cooked: string } }[];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the source.
  return quasis.map(({ value }) => value.cooked).join('${}');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
