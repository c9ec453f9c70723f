import type { ExpectedCost } from '../../money/expected-cost.ts';
import type { TerminalStream } from '../../terminal/terminal.ts';
import { textLines } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';
import { wrapText } from '../../text/text-width.ts';
import { plannedMoney } from '../money/open-money.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { dryRunDocument } from '../report/batch-document.ts';
import { type LineBook, newJobs } from '../rules/line-book.ts';
import type { LineGraph } from '../rules/line-graph.ts';
import { isUnpicked } from '../rules/parents.ts';
import type { CheckedLine } from './check-pass.ts';

/** A manifest that was read, as far as it is told. */
interface ReadManifest {
  book: LineBook;
  cost: ExpectedCost | undefined;
  warnings: readonly string[];
  /** How many lines wait to be picked. */
  unpicked: number;
  /** The document of a dry run, or its tree; undefined where it answers otherwise. */
  document: ReturnType<typeof dryRunDocument> | undefined;
  tree: ChainTree | undefined;
}

/** Tells what the lines of a batch are before it begins: on standard error, and for a dry run as its answer. */
export async function tellCheck(batch: OpenBatch, read: ReadManifest): Promise<void> {
  const { context, input, money } = batch;
  const { book, cost, document, tree, warnings } = read;
  const { err, out } = context.terminal;
  const planned = input.dryRun && money !== undefined ? await plannedMoney(context, money) : undefined;
  if (cost !== undefined) document?.end(book, { warnings, cost, money: planned?.fields });
  for (const message of warnings) context.listen({ kind: 'warning', message });
  const head = headLine(batch, book, read.unpicked);
  if (tree === undefined) return err.lines(textLines({ text: head }, err));
  // The counts are the answer of a dry run.
  const lines = [head, ...costLines(book, cost), ...(planned?.lines ?? [])];
  out.lines([...lines.flatMap((text) => textLines({ text }, out)), ...tree.lines()]);
}

export function tellDimly(lines: readonly string[], err: TerminalStream): void {
  for (const text of lines) err.lines(textLines({ text, paint: err.colors.dim }, err));
}

type ChainTree = ReturnType<typeof chainTree>;

/** Gathers what the lines are that wait for others, or are waited for, for the tree that a dry run shows. */
export function chainTree({ chains: { graph }, context }: OpenBatch) {
  const words = new Map<string, string>();
  return {
    take({ held, shot, word }: CheckedLine): void {
      const isChained = shot !== undefined && (graph.isParent(shot) || graph.parentsOf(shot).length > 0);
      if (isChained && word !== 'waiting')
        words.set(
          shot,
          held !== undefined && isUnpicked(held) ? 'to be picked' : word === 'unchosen' ? 'not chosen' : word,
        );
    },
    lines: () =>
      chainLines({ graph, roots: graph.beginnings(), says: (id) => words.get(id) }, context.terminal.out),
  };
}

/** The line about the cost of sending; empty where nothing is to be sent. */
function costLines(book: LineBook, cost: ExpectedCost | undefined): string[] {
  return cost === undefined || newJobs(book) === 0 ? [] : [`expected: ${cost.words.whole}`];
}

const words = [
  ['new', 'new'],
  ['waiting', 'waiting for others'],
  ['held', 'waiting for failed or missing shots'],
  ['retry', 'to be sent again after a failure'],
  ['open', 'without an answer yet'],
  ['running', 'running'],
  ['fetch', 'to be'],
  ['done', 'done'],
  ['failed', 'failed'],
  ['uncertain', 'uncertain'],
  ['changed', 'changed'],
  ['invalid', 'invalid'],
  ['elsewhere', 'of other shards'],
  ['unchosen', 'not chosen'],
] as const;

/** The first line: what the batch is called, and what its lines are. */
function headLine({ journey, name }: OpenBatch, book: LineBook, unpicked: number): string {
  const counts = words.flatMap(([word, says]) => {
    const ofHeld = word === 'held' && unpicked > 0 ? [`${unpicked} to be picked`] : [];
    const others = book.count(word) - (word === 'held' ? unpicked : 0);
    const whole = word === 'fetch' ? `${says} ${deedsLeft(journey).join(' or ')}` : says;
    return [...ofHeld, ...(others === 0 ? [] : [`${others} ${whole}`])];
  });
  return `batch ${name}: ${[counted(book.size, 'line'), ...counts].join(', ')}`;
}

/** The deeds that are left for jobs that have ended: their files may all be here. */
function deedsLeft({ download, exec, verify }: OpenBatch['journey']): string[] {
  return [
    ...(download ? ['fetched'] : []),
    ...(download && verify !== 'no' ? ['verified'] : []),
    ...(exec === undefined ? [] : ['passed to --exec']),
  ];
}

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
