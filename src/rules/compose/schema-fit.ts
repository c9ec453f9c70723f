import { objectOf, ownValue } from '../json-object.ts';
import { isInRange, isSameJson, listedValues, numberRange } from '../schema-limits.ts';
import { referredNode, type SchemaNode, type SchemaWalk, startWalk, takeStep } from '../schema-node.ts';
import { anyOfWords, shownValue } from '../shown-value.ts';
import { here, type Judge, listOf, type SchemaFault, typesOf } from './schema-fault.ts';
import { listFault, memberFault } from './schema-fit-inside.ts';
import { rangeText } from './schema-words.ts';
import { textFault } from './text-fit.ts';

const depthMost = 48;

/**
 * The first thing in a value that its schema does not allow, read as a validator reads it; undefined where it fits.
 * Knows what schemas in the wild use of drafts 4 to 2020-12, and OpenAPI's `nullable`; other keywords say nothing.
 */
export function schemaFault(value: unknown, schema: unknown, root: SchemaNode): SchemaFault | undefined {
  return faultOf(value, schema, startWalk(root));
}

function faultOf(value: unknown, schema: unknown, walk: SchemaWalk): SchemaFault | undefined {
  if (schema === false) return here('nothing: leave it out');
  const node = objectOf(schema);
  // A schema that is too large or goes in circles is the generator's to judge.
  if (node === undefined || walk.depth >= depthMost || !takeStep(walk)) return undefined;
  walk.depth += 1;
  try {
    const judge: Judge = (inner, innerSchema, step) => {
      const fault = faultOf(inner, innerSchema, walk);
      return fault === undefined || step === undefined ? fault : { ...fault, place: [step, ...fault.place] };
    };
    return (
      ownFault(value, node) ??
      judge(value, referredNode(node, walk)) ??
      combinedFault(value, node, judge) ??
      memberFault(value, node, judge) ??
      listFault(value, node, judge)
    );
  } finally {
    walk.depth -= 1;
  }
}

function ownFault(value: unknown, node: SchemaNode): SchemaFault | undefined {
  const types = typesOf(node);
  const isNull = value === null && ownValue(node, 'nullable') === true;
  if (types.length > 0 && !isNull && !types.some((type) => hasType(value, type)))
    return here(anyOfWords(types.map((type) => typeWords[type] ?? type)));
  const listed = listedValues(node);
  if (listed !== undefined && !listed.some((one) => isSameJson(one, value)))
    return here(anyOfWords(listed.slice(0, 12).map(shownValue)));
  if (typeof value === 'number') return numberFault(value, node);
  return typeof value === 'string' ? textFault(value, node) : undefined;
}

function numberFault(value: number, node: SchemaNode): SchemaFault | undefined {
  const range = numberRange(node);
  if (!isInRange(value, range)) return here(rangeText(node));
  const step = ownValue(node, 'multipleOf');
  if (typeof step !== 'number' || step <= 0) return undefined;
  const count = value / step;
  return Math.abs(count - Math.round(count)) < 1e-9 ? undefined : here(`multiples of ${step}`);
}

function combinedFault(value: unknown, node: SchemaNode, judge: Judge): SchemaFault | undefined {
  for (const one of listOf(node, 'allOf')) {
    const fault = judge(value, one);
    if (fault !== undefined) return fault;
  }
  if (Object.hasOwn(node, 'not') && judge(value, node.not) === undefined) return here('something else');
  if (Object.hasOwn(node, 'if')) {
    const branch = judge(value, node.if) === undefined ? 'then' : 'else';
    const fault = judge(value, ownValue(node, branch));
    if (fault !== undefined) return fault;
  }
  return (
    alternativeFault(value, listOf(node, 'anyOf'), judge, false) ??
    alternativeFault(value, listOf(node, 'oneOf'), judge, true)
  );
}

/** Of alternatives one must fit, of `oneOf` no second one; where none does, the one that came furthest speaks. */
function alternativeFault(
  value: unknown,
  alternatives: readonly unknown[],
  judge: Judge,
  oneOnly: boolean,
): SchemaFault | undefined {
  if (alternatives.length === 0) return undefined;
  const faults = alternatives.map((one) => judge(value, one));
  const fitting = faults.filter((fault) => fault === undefined).length;
  if (fitting === 1 || (fitting > 1 && !oneOnly)) return undefined;
  if (fitting > 1) return here(`one of ${alternatives.length} kinds, and it fits ${fitting} of them`);
  const found = faults.filter((fault) => fault !== undefined);
  const deepest = found.reduce((most, fault) => (fault.place.length > most.place.length ? fault : most));
  return deepest.place.length > 0
    ? deepest
    : here([...new Set(found.map(({ takes }) => takes))].join(', or '));
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** A type with a name of its own fits anything. */
function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return objectOf(value) !== undefined;
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
