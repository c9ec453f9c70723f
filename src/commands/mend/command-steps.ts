import { gaps } from '../../rules/gaps.ts';
import { nearestName } from '../../rules/nearest-name.ts';
import { commandTable } from '../index.ts';
import type { Argument, Command } from '../line/define-command.ts';
import { beginsWithFlag, placeOfCommand } from '../line/global-flags.ts';
import { namedPath } from '../line/program.ts';
import { type CommandMeaning, commandMeant, subcommandMeant } from './command-synonyms.ts';
import { takesValueElsewhere } from './flag-synonyms.ts';
import { isHere, type LineStep } from './line-step.ts';
import { type Location, locate } from './located.ts';
import { commandOfGroup, phraseMeant } from './phrases.ts';
import { type LocatedLine, lineWords, readTypedLine, type TypedLine, withCommand } from './typed-line.ts';

/** The command of a line whose first word is none of ours. */
export async function commandStep(argv: readonly string[]): Promise<LineStep | undefined> {
  if (beginsWithFlag(argv)) return versionStep(argv) ?? withSubmit(argv);
  const [first, second] = namedPath(argv);
  if (first === undefined) return undefined;
  const phrase = second === undefined ? undefined : phraseMeant(first, second);
  if (phrase !== undefined && !(await beginsPrompt(argv, phrase)))
    return meantStep(readCommandWords(argv, 2), phrase);
  const line = readCommandWords(argv, 1);
  const synonym = commandMeant(first);
  if (synonym !== undefined)
    return meantStep(line, synonym.is === 'submit' && namesManifest(argv) ? { is: 'batch' } : synonym);
  const nearest = nearestName(first, Object.keys(commandTable));
  if (nearest !== undefined)
    return { argv: lineWords(withCommand(line, [nearest])), said: `The nearest is ${nearest}.` };
  // A sentence in the place of a command is a prompt.
  return /\s/.test(first)
    ? { argv: lineWords(withCommand(line, ['submit', first])), said: 'A prompt comes after submit.' }
    : undefined;
}

/** Whether a line reads what is to be made from a file of many: `create -f shots.jsonl`. */
function namesManifest(argv: readonly string[]): boolean {
  return /(?:^| )(?:-f|--file|--filename|--manifest)[ =]\S+\.(?:jsonl|ndjson|csv|tsv)(?= |$)/.test(
    argv.join(' '),
  );
}

/** Whether the second word of a phrase may be the first of a prompt: `generate video of a fox`, unlike `generate video "a fox"`. */
async function beginsPrompt(argv: readonly string[], { is }: CommandMeaning): Promise<boolean> {
  if (is !== 'submit' && is !== 'draft') return false;
  const place = await locate(lineWords(withCommand(readCommandWords(argv, 2), [is])));
  const [next, ...others] = place.kind === 'found' ? wordsOf(place.located.line) : [];
  return next !== undefined && (others.length > 0 || !/\s/.test(next));
}

/** The subcommand of a group of ours. */
export function groupStep(
  argv: readonly string[],
  { path, rows, word }: Extract<Location, { kind: 'group' }>,
): LineStep | undefined {
  if (word === undefined || Object.hasOwn(rows, word)) return undefined;
  const names = Object.keys(rows);
  const near = subcommandMeant(word, names) ?? nearestName(word, names);
  const meant = commandOfGroup(path, word) ?? (near === undefined ? undefined : [...path, near]);
  if (meant === undefined) return undefined;
  const line = readCommandWords(argv, path.length + 1);
  return { argv: lineWords(withCommand(line, meant)), said: isHere([...path, word], meant) };
}

/** A command of ours with a word that says once more what it is about, or what is done with that: `jobs list`, `show job ID`. */
export async function phraseStep(
  argv: readonly string[],
  { command, line, path }: LocatedLine & { command: Command },
): Promise<LineStep | undefined> {
  const [first = '', ...others] = path;
  const [word, ...more] = wordsOf(line);
  if (word === undefined || others.length > 0) return undefined;
  // A prompt may begin with any word, and the name of a file may be any, as long as it is the only one.
  const [argument] = command.arguments;
  if (argument?.completes === 'text' || (more.length === 0 && mayBeFile(argument))) return undefined;
  const phrase = phraseMeant(first, word);
  if (phrase === undefined) return undefined;
  return meantStep(readTypedLine(argv, { flags: command.flags, pathLength: 2 }), phrase);
}

function mayBeFile(argument: Argument | undefined): boolean {
  return argument !== undefined && argument.completes !== 'job' && argument.completes !== 'model';
}

function wordsOf(line: TypedLine): string[] {
  return line.flatMap(({ kind, words: [word = ''] }) => (kind === 'word' ? [word] : []));
}

/** A line whose command declares nothing yet, so that its flags are read as other programs have them. */
function readCommandWords(argv: readonly string[], pathLength: number): TypedLine {
  return readTypedLine(argv, { flags: {}, pathLength }, (name) => takesValueElsewhere(name, ''));
}

async function meantStep(line: TypedLine, meaning: CommandMeaning): Promise<LineStep> {
  const typed = line.flatMap(({ kind, words }) => (kind === 'command' ? words : []));
  const words = await commandWords(line, meaning);
  const argv = lineWords(withCommand(line, words));
  const said = isHere(typed, words);
  return { argv: words[0] === '--version' ? words : withoutYes(argv, words), said, isForeign: true };
}

/** The words of the command that is meant, by whether an id follows. */
async function commandWords(line: TypedLine, { is, withId }: CommandMeaning): Promise<string[]> {
  const alone = is.split(' ');
  if (withId === undefined) return alone;
  const place = await locate(lineWords(withCommand(line, alone)));
  const hasId = place.kind === 'found' && place.located.line.some((part) => isId(part, place.located));
  return hasId ? withId.split(' ') : alone;
}

/** Whether a part of a line is a word that no flag of its command takes. */
function isId({ kind, words: [word = ''] }: TypedLine[number], { flags }: LocatedLine): boolean {
  if (kind !== 'word') return kind === 'end';
  return !Object.values(flags).some(({ choices }) => choices?.includes(word));
}

/** What is only listed is agreed to when it has been seen. */
function withoutYes(argv: readonly string[], command: readonly string[]): readonly string[] {
  const isListed = command.includes('--dry-run');
  return isListed ? argv.filter((word) => !/^(-y|-f|--yes|--force|--assume-yes)$/.test(word)) : argv;
}

/** A flag alone that is nearly the one for the version. */
function versionStep(argv: readonly string[]): LineStep | undefined {
  const [flag = '', ...others] = argv.slice(placeOfCommand(argv));
  const nearest = nearestName(flag, ['--version']);
  return nearest === undefined || placeOfCommand(others) < others.length
    ? undefined
    : { argv: [nearest], said: `The nearest is ${nearest}.` };
}

/** A request without its command; without its words, too, where it has none. */
function withSubmit(argv: readonly string[]): LineStep {
  const at = placeOfCommand(argv);
  const flags = argv.slice(at);
  const isWorded = flags.some((word) => /^(-p|--prompt|--body|--input)\b/.test(word));
  return {
    argv: [...argv.slice(0, at), 'submit', ...(isWorded ? [] : [gaps.prompt]), ...flags],
    said: 'Flags of a request come after its command.',
    hasGap: !isWorded,
  };
}
