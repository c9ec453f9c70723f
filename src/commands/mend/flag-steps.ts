import { nearestName } from '../../rules/nearest-name.ts';
import { type AnyFlag, longName } from '../line/flag.ts';
import { globalFlags } from '../line/global-flags.ts';
import type { FlagSynonym, LineFacts } from './flag-synonym.ts';
import { flagMeanings } from './flag-synonyms.ts';
import { isHere, type LineStep, partsOf } from './line-step.ts';
import { switchStep } from './switch-step.ts';
import {
  type LinePart,
  type LocatedLine,
  lineWords,
  type TypedLine,
  typedValueOf,
  withCommand,
  withoutFlag,
  withPart,
} from './typed-line.ts';
import { isUnknown } from './unmended-line.ts';

/** A flag of a line that its command does not have. */
export function flagStep(located: LocatedLine): LineStep | undefined {
  // One that stays unknown does not keep the others from being told.
  for (const part of located.line) {
    const step = isUnknown(part) ? flagPartStep(located, part) : switchStep(located, part);
    if (step !== undefined) return step;
  }
  return undefined;
}

function flagPartStep({ flags, line, path }: LocatedLine, unknown: LinePart): LineStep | undefined {
  const { name = '' } = unknown;
  const declared: AnyFlag[] = [...Object.values(flags), ...Object.values(globalFlags)];
  const facts = {
    model: typedValueOf(line, '--model'),
    other: (other: string) => typedValueOf(line, other),
  };
  for (const meant of flagMeanings(name, unknown.value !== undefined, path.join(' '))) {
    const words = wordsOf(meant, unknown, facts);
    if (words === undefined || !isDeclared(words, declared)) continue;
    const said =
      words.length === 0
        ? (meant.without?.(facts) ?? `${name} is how it works without a flag.`)
        : isHere(unknown.words, words);
    const mended = withPart(line, unknown, isThere(line, words) ? [] : partsOf(words));
    return { argv: lineWords(meant.with === undefined ? mended : withoutFlag(mended, meant.with)), said };
  }
  return followStep(path, line, unknown) ?? nearestStep(line, unknown, namesOf(declared));
}

/** Whether a line has that flag already, with the same value where it has one. */
function isThere(line: TypedLine, [flag = '', value, ...others]: readonly string[]): boolean {
  return (
    flag !== '' && others.length === 0 && line.some((part) => part.name === flag && part.value === value)
  );
}

/** A look at a job that goes on until it is over is a wait. */
function followStep(path: readonly string[], line: TypedLine, unknown: LinePart): LineStep | undefined {
  const { name = '', words } = unknown;
  if (!/^(-w|-f|--watch|--follow|--wait|--live)$/.test(name) || !/^(show|status)$/.test(path.join(' ')))
    return undefined;
  const argv = lineWords(withCommand(withPart(line, unknown, []), ['wait']));
  return { argv, said: isHere([...path, ...words], ['wait']) };
}

function nearestStep(line: TypedLine, unknown: LinePart, names: readonly string[]): LineStep | undefined {
  const nearest = nearestName(unknown.name ?? '', names);
  return nearest === undefined
    ? undefined
    : { argv: respelled(line, unknown, nearest), said: `The nearest is ${nearest}.` };
}

function wordsOf(meant: FlagSynonym, { value }: LinePart, facts: LineFacts): readonly string[] | undefined {
  return meant.takes && value === undefined ? undefined : meant.words(value ?? '', facts);
}

/** Whether each flag among words is one of the command's. */
function isDeclared(words: readonly string[], declared: readonly AnyFlag[]): boolean {
  const names = [...namesOf(declared), ...declared.flatMap(({ syntax }) => syntax.split(/[ ,]+/))];
  return words.filter((word) => /^--?[a-z]/i.test(word)).every((word) => names.includes(word));
}

function namesOf(declared: readonly AnyFlag[]): string[] {
  return declared.flatMap(({ kind, syntax }) => {
    const name = longName(syntax);
    return kind === 'pair' ? [name, name.replace('--', '--no-')] : [name];
  });
}

/** The line with a flag by its right name. */
function respelled(line: TypedLine, unknown: LinePart, nearest: string): string[] {
  const [typed = '', ...rest] = unknown.words;
  return lineWords(withPart(line, unknown, partsOf([typed.replace(/^[^=]+/, nearest), ...rest])));
}
