import { type AnyFlag, isValued, longName } from '../../cli/flag.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import {
  type LinePart,
  type LocatedLine,
  lineWords,
  type TypedLine,
  typedValueOf,
  withoutFlag,
  withPart,
} from '../../cli/typed-line.ts';
import { flagMeanings } from '../../request/mends/other-meanings.ts';
import type { LineFacts } from '../../request/mends/other-values.ts';
import type { FlagSynonym } from '../../request/mends/other-words.ts';
import { nameSlipped } from '../../text/nearest-name.ts';
import { isHere, type LineStep, partsOf } from './line-step.ts';
import { isUnknown } from './unmended-line.ts';

/** A flag of a line that its command does not have. */
export function flagStep(located: LocatedLine): LineStep | undefined {
  // One that stays unknown does not keep the others from being told.
  for (const part of located.line) {
    const step = isUnknown(part) ? flagPartStep(located, part) : undefined;
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
    // A word behind a switch may have been meant as its value.
    if (!meant.takes && isFollowed(line, unknown)) continue;
    const said =
      words.length === 0
        ? (meant.without?.(facts) ?? `${name} is the default.`)
        : isHere(unknown.words, words);
    const mended = withPart(line, unknown, partsOf(words));
    return { argv: lineWords(meant.with === undefined ? mended : withoutFlag(mended, meant.with)), said };
  }
  return nearestStep(line, unknown, declared);
}

/** The flag of which an unknown one is a slip, where a value follows just as that takes one: no word becomes a value, or none. */
function nearestStep(line: TypedLine, unknown: LinePart, declared: readonly AnyFlag[]): LineStep | undefined {
  const { name = '' } = unknown;
  const names = declared.flatMap(namesOf).map((one) => one.replace(/^-+/, ''));
  const slipped = name.startsWith('--') ? nameSlipped(name.slice(2), names) : undefined;
  const flag = declared.find((one) => slipped !== undefined && namesOf(one).includes(`--${slipped}`));
  if (flag === undefined || isValued(flag) !== isFollowed(line, unknown)) return undefined;
  return { argv: respelled(line, unknown, `--${slipped}`), said: `The nearest is --${slipped}.` };
}

/** Tells whether a word follows an unknown flag, or is joined to it. */
function isFollowed(line: TypedLine, unknown: LinePart): boolean {
  return unknown.value !== undefined || line[line.indexOf(unknown) + 1]?.kind === 'word';
}

function wordsOf(meant: FlagSynonym, { value }: LinePart, facts: LineFacts): readonly string[] | undefined {
  return meant.takes && value === undefined ? undefined : meant.words(value ?? '', facts);
}

/** Tells whether each flag among words is one of the command's. */
function isDeclared(words: readonly string[], declared: readonly AnyFlag[]): boolean {
  const names = [...declared.flatMap(namesOf), ...declared.flatMap(({ syntax }) => syntax.split(/[ ,]+/))];
  return words.filter((word) => /^--?[a-z]/i.test(word)).every((word) => names.includes(word));
}

function namesOf({ kind, syntax }: AnyFlag): string[] {
  const name = longName(syntax);
  return kind === 'pair' ? [name, name.replace('--', '--no-')] : [name];
}

/** The line with a flag by its right name. */
function respelled(line: TypedLine, unknown: LinePart, nearest: string): string[] {
  const [typed = '', ...rest] = unknown.words;
  return lineWords(withPart(line, unknown, partsOf([typed.replace(/^[^=]+/, nearest), ...rest])));
}
