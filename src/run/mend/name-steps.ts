import { type AnyFlag, isValued, longName } from '../../cli/flag.ts';
import { beginsWithFlag, globalFlags, placeOfCommand } from '../../cli/global-flags.ts';
import { namedPath } from '../../cli/line-words.ts';
import {
  type LinePart,
  type LocatedLine,
  lineWords,
  readTypedLine,
  type TypedLine,
  typedValueOf,
  withCommand,
  withoutFlag,
  withPart,
} from '../../cli/typed-line.ts';
import { commandTable } from '../../commands/index.ts';
import {
  commandMeant,
  flagMeanings,
  subcommandMeant,
  takesValueElsewhere,
} from '../../request/mends/other-meanings.ts';
import type { LineFacts } from '../../request/mends/other-values.ts';
import type { FlagSynonym } from '../../request/mends/other-words.ts';
import { nameSlipped } from '../../text/nearest-name.ts';
import { isHere, isUnknown, type LineStep, type Location, partsOf } from './located.ts';
import { isJobName } from './word-steps.ts';

/** The command of a line whose first word is none of ours. */
export function commandStep(argv: readonly string[]): LineStep | undefined {
  if (beginsWithFlag(argv)) return versionStep(argv) ?? withSubmit(argv);
  const [first] = namedPath(argv);
  if (first === undefined) return undefined;
  const line = readCommandWords(argv, 1);
  const meant = commandMeant(first, line.some(isJobPart));
  if (meant !== undefined) return meantStep(line, meant);
  const nearest = nameSlipped(first, Object.keys(commandTable));
  if (nearest !== undefined)
    return { argv: lineWords(withCommand(line, [nearest])), said: `The nearest is ${nearest}.` };
  // A sentence in the place of a command is a prompt.
  return /\s/.test(first)
    ? { argv: lineWords(withCommand(line, ['submit', first])), said: 'A prompt comes after submit.' }
    : undefined;
}

/** The subcommand of a group of ours. */
export function groupStep(
  argv: readonly string[],
  { path, rows, word }: Extract<Location, { kind: 'group' }>,
): LineStep | undefined {
  if (word === undefined || Object.hasOwn(rows, word)) return undefined;
  const names = Object.keys(rows);
  const near = subcommandMeant(word, names) ?? nameSlipped(word, names);
  if (near === undefined) return undefined;
  const meant = [...path, near];
  const line = readCommandWords(argv, path.length + 1);
  return { argv: lineWords(withCommand(line, meant)), said: isHere([...path, word], meant) };
}

/** A line whose command declares no more than what is given, so that other flags are read as other programs have them. */
function readCommandWords(argv: readonly string[], pathLength: number): TypedLine {
  return readTypedLine(argv, { flags: {}, pathLength }, (name) => takesValueElsewhere(name, ''));
}

function meantStep(line: TypedLine, words: readonly string[]): LineStep {
  const typed = line.flatMap((part) => (part.kind === 'command' ? part.words : []));
  const argv = lineWords(withCommand(line, words));
  return { argv: words[0] === '--version' ? words : argv, said: isHere(typed, words) };
}

function isJobPart({ kind, words: [word = ''] }: LinePart): boolean {
  return kind === 'word' && isJobName(word);
}

/** A flag alone that is nearly the one for the version. */
function versionStep(argv: readonly string[]): LineStep | undefined {
  const [flag = '', ...others] = argv.slice(placeOfCommand(argv));
  const nearest = nameSlipped(flag, ['--version']);
  return nearest === undefined || placeOfCommand(others) < others.length
    ? undefined
    : { argv: [nearest], said: `The nearest is ${nearest}.` };
}

/** A request without its command. */
function withSubmit(argv: readonly string[]): LineStep {
  const at = placeOfCommand(argv);
  return {
    argv: [...argv.slice(0, at), 'submit', ...argv.slice(at)],
    said: 'Put the flags of a request after its command.',
  };
}

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

/** Respells an unknown flag as the nearest one, where both or neither take a value: no word becomes a value, or stops being one. */
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
