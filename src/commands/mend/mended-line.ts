import { CliError } from '../../errors/cli-error.ts';
import { gapOfFlag, gaps } from '../../rules/gaps.ts';
import { nearestName } from '../../rules/nearest-name.ts';
import { commandTable } from '../index.ts';
import type { Command } from '../line/define-command.ts';
import { type AnyFlag, longName } from '../line/flag.ts';
import { beginsWithFlag, globalFlags, placeOfCommand } from '../line/global-flags.ts';
import { commandMeant, subcommandMeant } from './command-synonyms.ts';
import { flagMeant } from './flag-synonyms.ts';
import { errorOfLine, locate } from './located.ts';
import {
  isValued,
  type LinePart,
  type LocatedLine,
  lineWords,
  type TypedLine,
  typedValueOf,
  withoutFlag,
  withPart,
} from './typed-line.ts';
import { isUnknown, type UnmendedLine, unmendedLine } from './unmended-line.ts';

/** A line that can be read, made of one that could not. */
export interface MendedLine {
  /** Without the program's name. */
  argv: readonly string[];
  /** What was changed, a sentence each. */
  said: readonly string[];
  /** Whether a word of it is still to be filled in. */
  hasGap: boolean;
}

interface Step {
  argv: readonly string[];
  said: string;
  hasGap?: boolean;
  /** Whether the line was written for another program, whose flags may mean nothing here. */
  isForeign?: boolean;
}

/** A line with more slips than that was not meant for this program. */
const stepsMost = 12;

/** Mends the names in a line, one after another: its command, its flags. Undefined where nothing can be told of it. */
export async function mendLine(argv: readonly string[]): Promise<MendedLine | UnmendedLine | undefined> {
  const said: string[] = [];
  let mended = argv;
  let hasGap = false;
  let isForeign = false;
  while (said.length < stepsMost) {
    const step = await nextStep(mended, isForeign);
    if (step === undefined) break;
    mended = step.argv;
    said.push(step.said);
    hasGap ||= step.hasGap === true;
    isForeign ||= step.isForeign === true;
  }
  const unmended = await unmendedLine(mended, said);
  if (unmended !== undefined) return unmended;
  if (said.length === 0 || (!hasGap && !(await isReadable(mended)))) return undefined;
  return { argv: mended, said: said.filter((one) => one !== ''), hasGap };
}

/** Other errors than those of names are told once the names are right. */
async function isReadable(argv: readonly string[]): Promise<boolean> {
  const error = await errorOfLine(argv);
  if (!(error instanceof CliError)) return error === undefined;
  return !nameErrors.has(error.code);
}

/** The errors of a line that has a name which is not there, or a word too many. */
export const nameErrors: ReadonlySet<string> = new Set([
  'unknown_option',
  'unknown_command',
  'excess_arguments',
]);

async function nextStep(argv: readonly string[], isForeign: boolean): Promise<Step | undefined> {
  if (argv[0] === '--version') return undefined;
  const place = await locate(argv);
  if (place.kind === 'found') return flagStep(place.located) ?? wordStep(place.located, isForeign);
  if (place.kind === 'nowhere') return commandStep(argv, place.word);
  const { path, rows, word } = place;
  if (word === undefined || Object.hasOwn(rows, word)) return undefined;
  const names = Object.keys(rows);
  const meant = subcommandMeant(word, names) ?? nearestName(word, names);
  if (meant === undefined) return undefined;
  return { argv: replaced(argv, word, [meant]), said: isHere([...path, word], [...path, meant]) };
}

function commandStep(argv: readonly string[], word: string | undefined): Step | undefined {
  if (word === undefined) return beginsWithFlag(argv) ? withSubmit(argv) : undefined;
  const hasId = argv.slice(argv.indexOf(word) + 1).some((one) => !one.startsWith('-'));
  const synonym = commandMeant(word, hasId);
  if (synonym !== undefined) {
    const isVersion = synonym[0] === '--version';
    return {
      argv: isVersion ? synonym : replaced(withoutYes(argv, synonym), word, synonym),
      said: isHere([word], synonym),
      isForeign: true,
    };
  }
  const nearest = nearestName(word, Object.keys(commandTable));
  if (nearest !== undefined)
    return { argv: replaced(argv, word, [nearest]), said: `The nearest is ${nearest}.` };
  // A sentence in the place of a command is a prompt.
  return /\s/.test(word)
    ? { argv: replaced(argv, word, ['submit', word]), said: 'A prompt comes after submit.' }
    : undefined;
}

/** What is only listed is agreed to when it has been seen. */
function withoutYes(argv: readonly string[], command: readonly string[]): readonly string[] {
  const isListed = command.includes('--dry-run');
  return isListed ? argv.filter((word) => !/^(-y|-f|--yes|--force|--assume-yes)$/.test(word)) : argv;
}

/** What was typed, and what it is called here. */
function isHere(typed: readonly string[], words: readonly string[]): string {
  return `"${typed.join(' ')}" is "${words.join(' ')}" here.`;
}

/** A request without its command; without its words, too, where it has none. */
function withSubmit(argv: readonly string[]): Step {
  const at = placeOfCommand(argv);
  const flags = argv.slice(at);
  const isWorded = flags.some((word) => /^(-p|--prompt|--body|--input)\b/.test(word));
  return {
    argv: [...argv.slice(0, at), 'submit', ...(isWorded ? [] : [gaps.prompt]), ...flags],
    said: 'Flags of a request come after its command.',
    hasGap: !isWorded,
  };
}

function replaced(argv: readonly string[], word: string, by: readonly string[]): string[] {
  const at = argv.indexOf(word);
  return argv.flatMap((one, place) => (place === at ? by : [one]));
}

function flagStep(located: LocatedLine): Step | undefined {
  // One that stays unknown does not keep the others from being told.
  for (const part of located.line) {
    const step = isUnknown(part) ? flagPartStep(located, part) : undefined;
    if (step !== undefined) return step;
  }
  return undefined;
}

function flagPartStep({ flags, line, path }: LocatedLine, unknown: LinePart): Step | undefined {
  const { name = '' } = unknown;
  const declared: AnyFlag[] = [...Object.values(flags), ...Object.values(globalFlags)];
  const words = meantWords(unknown, {
    command: path.join(' '),
    model: typedValueOf(line, '--model'),
    other: (other) => typedValueOf(line, other),
  });
  if (words !== undefined && isDeclared(words, declared)) {
    const said =
      words.length === 0 ? `${name} is how it works without a flag.` : isHere(unknown.words, words);
    const other = flagMeant(name, unknown.value !== undefined)?.with;
    const mended = withPart(line, unknown, partsOf(words));
    return { argv: lineWords(other === undefined ? mended : withoutFlag(mended, other)), said };
  }
  const nearest = nearestName(name, namesOf(declared));
  return nearest === undefined
    ? undefined
    : { argv: respelled(line, unknown, nearest), said: `The nearest is ${nearest}.` };
}

/** A word for which the command has no place, or a flag whose value the line lacks. */
function wordStep(
  { command, line, path }: LocatedLine & { command: Command },
  isForeign: boolean,
): Step | undefined {
  const open = line.find(
    ({ declared, kind, value }) =>
      kind === 'flag' && declared !== undefined && isValued(declared) && value === undefined,
  );
  if (open !== undefined) return gapStep(line, open);
  const word = line.find(({ kind }) => kind === 'word');
  // A word behind `auth` may be a key.
  if (word === undefined || command.arguments.length > 0 || path[0] === 'auth') return undefined;
  const [typed = ''] = word.words;
  const flag = Object.values(command.flags).find(({ choices }) => choices?.includes(typed));
  const words = flag === undefined ? [] : [longName(flag.syntax), typed];
  if (words.length === 0 && !isForeign) return undefined;
  const said = words.length === 0 ? '' : isHere(word.words, words);
  return { argv: lineWords(withPart(line, word, partsOf(words))), said };
}

function gapStep(line: TypedLine, open: LinePart): Step {
  const gap = gapOfFlag(open.declared?.syntax ?? '') ?? gaps.value;
  const part: LinePart = { kind: 'flag', words: [...open.words, gap] };
  return { argv: lineWords(withPart(line, open, [part])), said: '', hasGap: true };
}

function meantWords(
  { name = '', value }: LinePart,
  facts: Parameters<NonNullable<ReturnType<typeof flagMeant>>['words']>[1],
): readonly string[] | undefined {
  const meant = flagMeant(name, value !== undefined);
  if (meant === undefined || (meant.takes && value === undefined)) return undefined;
  return meant.words(value ?? '', facts);
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

function partsOf(words: readonly string[]): LinePart[] {
  return words.length === 0 ? [] : [{ kind: 'flag', words }];
}

/** The line with a flag by its right name. */
function respelled(line: TypedLine, unknown: LinePart, nearest: string): string[] {
  const [typed = '', ...rest] = unknown.words;
  return lineWords(
    withPart(line, unknown, [{ kind: 'flag', words: [typed.replace(/^[^=]+/, nearest), ...rest] }]),
  );
}
