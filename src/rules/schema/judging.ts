import type { SchemaDocument, SchemaNode } from './document.ts';
import { type SchemaWalk, startWalk, takeStep } from './nodes.ts';
import type { SchemaProblem } from './problem.ts';

/** What of a value does not fit a schema. */
type JudgeValue = (value: unknown, schema: unknown, judging: Judging) => SchemaProblem[];

/** A value that is being judged. */
export interface Judging {
  document: SchemaDocument;
  walk: SchemaWalk;
  /** How many values and alternatives we are inside of. */
  depth: number;
  /** How often something could not be judged; where it rose, that a value fits is not known. */
  unsure: number;
  judge: JudgeValue;
  /** What was found of the value at hand. */
  ofValue?: Findings | undefined;
}

/** What nodes that lead to others found of one value; `open` while that is not over. */
interface Findings {
  value: unknown;
  byNode: Map<SchemaNode, { problems: SchemaProblem[]; unsure: number } | 'open'>;
}

/** Values and alternatives nest no deeper than this in any input we look into. */
const depthMost = 64;
/** Some 20 ms of work; what a larger schema says of a larger value is the generator's to judge. */
const stepsMost = 30_000;
/** A pattern is tried in a place of its own, which takes as long as so many steps. */
const patternSteps = 20;

export function startJudging(document: SchemaDocument, judge: JudgeValue): Judging {
  return { document, walk: startWalk(document.root, stepsMost), depth: 0, unsure: 0, judge };
}

/** Judges one level further in; too far in, or after too many steps, nothing more is said. */
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
 * Holds a value against a node once: kinds within kinds lead to the same node in more ways than can be counted, and a node
 * that leads to itself says nothing that it does not say already.
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

/** Judges what stands inside the value at a step. */
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

/** Whether a text matches a pattern; undefined where nobody can tell. */
export function matchesPattern(pattern: string, text: string, judging: Judging): boolean | undefined {
  judging.walk.stepsLeft -= patternSteps;
  const isMatch = judging.walk.stepsLeft < 0 ? undefined : judging.document.tools?.matches(pattern, text);
  if (isMatch === undefined) judging.unsure += 1;
  return isMatch;
}
