import type { SchemaDocument, SchemaNode } from '../document.ts';
import { type SchemaWalk, startWalk, takeStep } from '../nodes/nodes.ts';
import type { SchemaProblem } from '../problem.ts';

type JudgeValue = (value: unknown, schema: unknown, judging: Judging) => SchemaProblem[];

/** The state of judging one value. */
export interface Judging {
  document: SchemaDocument;
  walk: SchemaWalk;
  /** The number of values and alternatives that enclose the current one. */
  depth: number;
  /** Counts what could not be judged. If it rose while a value was judged without problems, the value may still not fit. */
  unsure: number;
  judge: JudgeValue;
  /** The problems found so far of the current value. */
  ofValue?: Findings | undefined;
}

/** Findings of one value by the nodes that lead to other nodes; `open` while a node is still being judged. */
interface Findings {
  value: unknown;
  byNode: Map<SchemaNode, { problems: SchemaProblem[]; unsure: number } | 'open'>;
}

/** Values and alternatives that nest deeper than this are not judged. */
const depthMost = 64;
/** About 20 ms of work. Where more would be needed, the generator is left to judge. */
const stepsMost = 30_000;
/** Matching a pattern, which runs in a context of its own, takes as long as so many steps. */
const patternSteps = 20;

export function startJudging(document: SchemaDocument, judge: JudgeValue): Judging {
  return { document, walk: startWalk(document.root, stepsMost), depth: 0, unsure: 0, judge };
}

/** Judges one level deeper. Too deep, or after too many steps, nothing more is found. */
export function stepInto(judging: Judging, judge: () => SchemaProblem[]): SchemaProblem[] {
  if (judging.depth >= depthMost || !takeStep(judging.walk)) {
    judging.unsure += 1;
    return [];
  }
  judging.depth += 1;
  const found = judge();
  judging.depth -= 1;
  return found;
}

const leading = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/**
 * Judges a value by a node only once. Nested alternatives can lead to the same node in exponentially many ways, and a node that
 * leads back to itself adds nothing.
 */
export function judgeOnce(
  value: unknown,
  node: SchemaNode,
  judging: Judging,
  judge: () => SchemaProblem[],
): SchemaProblem[] {
  if (!leading.some((key) => Object.hasOwn(node, key))) return judge();
  const outer = judging.ofValue;
  const own = outer !== undefined && Object.is(outer.value, value) ? outer : { value, byNode: new Map() };
  const known = own.byNode.get(node);
  if (known === 'open') {
    judging.unsure += 1;
    return [];
  }
  if (known !== undefined) {
    judging.unsure += known.unsure;
    return known.problems;
  }
  own.byNode.set(node, 'open');
  judging.ofValue = own;
  const before = judging.unsure;
  const problems = judge();
  own.byNode.set(node, { problems, unsure: judging.unsure - before });
  judging.ofValue = outer;
  return problems;
}

/** Judges an inner value, and puts its step before the place of each problem. */
export function judgeInside(
  value: unknown,
  schema: unknown,
  step: string | number,
  judging: Judging,
): SchemaProblem[] {
  return judging
    .judge(value, schema, judging)
    .map((problem) => ({ ...problem, place: [step, ...problem.place] }));
}

/** Tells whether a text matches a pattern; undefined where that can't be found out. */
export function matchesPattern(pattern: string, text: string, judging: Judging): boolean | undefined {
  judging.walk.stepsLeft -= patternSteps;
  const isMatch = judging.walk.stepsLeft < 0 ? undefined : judging.document.tools?.matches(pattern, text);
  if (isMatch === undefined) judging.unsure += 1;
  return isMatch;
}
