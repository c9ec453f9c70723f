import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { wrapText } from '../../text/text-width.ts';
import type { LineGraph } from '../rules/line-graph.ts';

/** So many lines of a tree are shown; of others nothing more is learned. */
const shownMost = 40;
const indent = '  ';

/** The names of the lines of a tree, and the words behind each. */
interface TreeWords {
  graph: Pick<LineGraph, 'childrenOf' | 'parentsOf'>;
  /** The lines that chains begin with, in their order. */
  roots: readonly string[];
  /** A word behind the id; undefined where nothing is to be said. */
  says(id: string): string | undefined;
}

/**
 * Which lines wait for which: a chain is one line of text, and where several lines wait for one, each of them is below it. A line that
 * waits for several stands below the first of them, with the names of the others.
 */
export function chainLines({ graph, roots, says }: TreeWords, look: Look): string[] {
  const lines: string[] = [];
  let more = 0;
  const open = roots.toReversed().map((id) => ({ id, depth: 0 }));
  const nameOf = (id: string): string => {
    const others = graph.parentsOf(id).slice(1);
    const facts = [says(id), others.length === 0 ? undefined : `with ${others.map(safeLine).join(', ')}`];
    const said = facts.filter((fact) => fact !== undefined).join(', ');
    return `${safeLine(id)}${said === '' ? '' : ` (${said})`}`;
  };
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const names = [nameOf(one.id)];
    let children = childrenBelow(one.id, graph);
    for (let [only] = children; only !== undefined && children.length === 1; [only] = children) {
      names.push(nameOf(only));
      children = childrenBelow(only, graph);
    }
    if (lines.length < shownMost)
      lines.push(...hanging(names.join(` ${look.symbols.arrow} `), one.depth + 1, look));
    else more += 1;
    const { depth } = one;
    open.push(...children.toReversed().map((id) => ({ id, depth: depth + 1 })));
  }
  return more === 0 ? lines : [...lines, `${indent}and ${more} more`];
}

/** A text so many steps in; its further lines are two steps further, so that they are not taken for lines that stand below it. */
function hanging(text: string, steps: number, look: Look): string[] {
  const start = indent.repeat(steps);
  const rest = `${start}${indent}${indent}`;
  const room = look.isTerminal ? look.columns - rest.length : Number.POSITIVE_INFINITY;
  return wrapText(text, room).map((line, place) => `${place === 0 ? start : rest}${line}`);
}

/** The lines that stand below a line: those that name it first. */
function childrenBelow(id: string, graph: TreeWords['graph']): string[] {
  return graph.childrenOf(id).filter((child) => graph.parentsOf(child)[0] === id);
}
