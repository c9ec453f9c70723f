import { type AnyFlag, invalidFlag, longName, type Placed } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { readLocalFile, readSetting } from '../cli/texts/text-source.ts';
import { gapLeft, UsageError } from '../errors/endings.ts';
import { type Hint, typedWith } from '../errors/hint.ts';
import {
  noRequestFlags,
  type RequestFlags,
  readRequestWords,
  requestFlags,
} from '../request/request-flags.ts';
import { readExactJson } from '../schema/json/json-flaw.ts';
import type { RequestWords } from '../service/request-words.ts';
import { gaps, isGap } from '../text/gaps.ts';
import { defined } from '../text/json-object.ts';
import { nearestName } from '../text/nearest-name.ts';

/** One request of a product: what sets it apart, as `model=a,seed=1`, and the words for that. */
interface Variant {
  label: string;
  words: RequestWords;
}

/** The product of all `--vary` flags. */
export interface Variants {
  /** As typed: `model=a,b × seed=1..8`. */
  product: string;
  each: readonly Variant[];
}

/** The most requests that `--vary` makes. */
const variantsMost = 500;

/** Flags whose values are a document or no part of the picture. */
const unvaried: readonly string[] = ['body', 'input', 'set', 'callbackUrl'];

/** The flags that may be varied, by the names that `--vary` has for them. */
const variedFlags = new Map(
  Object.entries(requestFlags as Record<string, AnyFlag>)
    .filter(([key, { kind }]) => !unvaried.includes(key) && kind !== 'switch')
    .map(([key, flag]) => [longName(flag.syntax).slice(2), { key: key as keyof RequestFlags, flag }]),
);

/** An axis of the product: a flag, or a field as `--set` has it. */
interface Axis {
  name: string;
  /** As typed. */
  spec: string;
  values: readonly string[];
}

/**
 * The requests that `--vary` makes, in the order of its values; the last flag varies first. Undefined without the flag. Throws
 * UsageError, also where a flag is given beside its variation.
 */
export function readVariants(
  command: string,
  typed: readonly Placed<string>[],
  flags: RequestFlags,
): Variants | undefined {
  if (typed.length === 0) return undefined;
  const axes = typed.map(({ value }) => readAxis(value));
  assertOnce(axes, flags);
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > variantsMost) throw tooMany(count);
  const each = productOf(axes).map((pairs) => ({
    label: pairs.map(([name, value]) => `${name}=${value}`).join(','),
    words: variantWords(command, pairs),
  }));
  return {
    product: axes.map(({ spec }) => spec).join(' × '),
    each,
  };
}

/** The words of a request with those of a variant in their place. References and fields are added to those that are there. */
export function variedWords(words: RequestWords, own: RequestWords): RequestWords {
  return {
    ...words,
    ...defined({
      model: own.model,
      prompt: own.prompt,
      count: own.count,
      promptEnhance: own.promptEnhance,
    }),
    options: { ...words.options, ...defined(own.options) },
    media: [...words.media, ...own.media],
    set: [...words.set, ...own.set],
    typed: own.typed,
  };
}

function readAxis(text: string): Axis {
  const equals = text.indexOf('=');
  const name = text.slice(0, Math.max(equals, 0)).replaceAll('_', '-');
  const isField = /^set\../.test(text.slice(0, equals));
  if (equals < 1)
    throw refused(text, 'It has no name before an equals sign.', typedWith('--vary', 'seed=1..4'));
  if (!isField && !variedFlags.has(name)) {
    const nearest = nearestName(name, [...variedFlags.keys()]);
    const why = `It varies ${variedFlags.size} flags by their long names, and any field as set.NAME.${nearest === undefined ? '' : ` The nearest is ${nearest}.`}`;
    throw refused(text, why, typedWith('--vary', `${nearest ?? `set.${name}`}=${text.slice(equals + 1)}`));
  }
  const values = readValues(text, text.slice(equals + 1));
  const read = values.map((value) =>
    JSON.stringify(readOne(isField ? text.slice(0, equals) : name, value, text)),
  );
  const repeated = values.find((_, place) => read.indexOf(read[place] ?? '') !== place);
  if (repeated !== undefined)
    throw refused(
      text,
      `${repeated} is given twice, and you would pay for it twice.`,
      '--takes 2, for another seed',
    );
  return { name: isField ? text.slice(0, equals) : name, spec: text, values };
}

/** The values of an axis: `1..8`, a JSON array for values with commas in them, or words between commas. */
function readValues(spec: string, text: string): readonly string[] {
  const range = /^(\d{1,15})\.\.(\d{1,15})$/.exec(text);
  if (range !== null) return numbersBetween(Number(range[1]), Number(range[2]));
  const values = text.startsWith('[') ? readArray(spec, text) : text.split(',').map((value) => value.trim());
  if (values.every((value) => value !== '')) return values;
  throw refused(spec, 'A value between its commas is empty.', arrayOfPrompts);
}

/** Both ends are included; the first may be the larger one. */
function numbersBetween(first: number, last: number): string[] {
  const count = Math.abs(last - first) + 1;
  if (count > variantsMost) throw tooMany(count);
  const step = last < first ? -1 : 1;
  return Array.from({ length: count }, (_, place) => String(first + step * place));
}

const arrayOfPrompts = typedWith('--vary', 'prompt=["one, two", "three"]');

function readArray(spec: string, text: string): string[] {
  let array: unknown;
  try {
    array = readExactJson('--vary', text);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw refused(spec, 'It begins like a JSON array, and is not one.', arrayOfPrompts);
  }
  if (!Array.isArray(array) || array.length === 0)
    throw refused(spec, 'It is not a JSON array with values in it.', arrayOfPrompts);
  return array.map((value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function productOf(axes: readonly Axis[]): (readonly [name: string, value: string])[][] {
  return axes.reduce<(readonly [string, string])[][]>(
    (rows, { name, values }) =>
      rows.flatMap((row) => values.map((value) => [...row, [name, value] as const])),
    [[]],
  );
}

/** The words for the values of a variant, read as the flags themselves read them. */
function variantWords(
  command: string,
  pairs: readonly (readonly [name: string, value: string])[],
): RequestWords {
  const flags: Record<string, unknown> = {};
  const set: Placed<string>[] = [];
  for (const [name, text] of pairs) {
    const varied = variedFlags.get(name);
    if (varied === undefined) set.push({ value: `${name.slice('set.'.length)}=${text}`, place: 0 });
    else flags[varied.key] = readValue(name, varied.flag, text);
  }
  // The cast is safe: each value was read by the flag of its name.
  const given = { ...noRequestFlags, ...flags, set } as RequestFlags;
  const words = readRequestWords(command, given, { arguments: [], readable: 0 }, readLocalFile);
  return { ...words, typed: Object.fromEntries(pairs.map(([name]) => [flagOf(name), `--vary ${name}`])) };
}

/** The flag that says a value by itself: `--set seed` for `set.seed`. */
function flagOf(name: string): string {
  return name.startsWith('set.') ? `--set ${name.slice('set.'.length)}` : `--${name}`;
}

/** The error for a value of `--vary`. */
function refused(spec: string, why: string, hint: Hint): UsageError {
  return invalidFlag('--vary', spec, why, hint);
}

/** A value as its flag, or `--set`, reads it. Throws UsageError. */
function readOne(name: string, value: string, spec: string): unknown {
  if (isGap(value)) throw gapLeft(value);
  const varied = variedFlags.get(name);
  if (varied === undefined) return readSetting(`${name.slice('set.'.length)}=${value}`);
  try {
    return readValue(name, varied.flag, value);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const at = spec.indexOf('=') + 1;
    const range = /^(\d{1,15})\s*(?:-|\u2013|\u2026|\.{3})\s*(\d{1,15})$/.exec(spec.slice(at));
    const meant = range === null ? spec.slice(at).replace(value, gaps.value) : `${range[1]}..${range[2]}`;
    throw refused(
      `${name}=${value}`,
      error.why ?? error.message,
      typedWith('--vary', spec.slice(0, at) + meant),
    );
  }
}

function readValue(name: string, { kind, read }: AnyFlag, text: string): unknown {
  if (kind === 'pair') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw refused(`${name}=${text}`, 'It takes true and false.', typedWith('--vary', `${name}=true,false`));
  }
  const value = read?.(text);
  return kind === 'list' ? [{ value, place: 0 }] : value;
}

/** Refuses a name that is varied twice, or given beside its variation: one of the two would have no effect. */
function assertOnce(axes: readonly Axis[], flags: RequestFlags): void {
  const twice = axes.find(({ name }, place) => axes.findIndex((axis) => axis.name === name) !== place);
  if (twice !== undefined) {
    const specs = axes.filter(({ name }) => name === twice.name).map(({ values }) => values.join(','));
    throw refused(
      twice.spec,
      `${twice.name} is varied twice.`,
      typedWith('--vary', `${twice.name}=${specs.join(',')}`),
    );
  }
  for (const { name } of axes) {
    const varied = variedFlags.get(name);
    if (varied === undefined || varied.flag.kind === 'list' || flags[varied.key] === undefined) continue;
    const why = '--vary sets it for each request.';
    const hint = 'leave one of them out';
    throw flagConflict(`--${name} and --vary ${name}`, why, hint);
  }
}

function tooMany(count: number): UsageError {
  return new UsageError({
    code: 'too_many_variants',
    message: `--vary would make ${count} requests`,
    why: `It makes at most ${variantsMost}.`,
    hint: '--vary with fewer values',
  });
}
