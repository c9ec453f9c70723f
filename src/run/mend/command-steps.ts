import { beginsWithFlag, placeOfCommand } from '../../cli/global-flags.ts';
import { namedPath } from '../../cli/line-words.ts';
import {
  type LinePart,
  lineWords,
  readTypedLine,
  type TypedLine,
  withCommand,
} from '../../cli/typed-line.ts';
import { commandTable } from '../../commands/index.ts';
import { commandMeant, subcommandMeant, takesValueElsewhere } from '../../request/mends/other-meanings.ts';
import { nameSlipped } from '../../text/nearest-name.ts';
import { isHere, type LineStep } from './line-step.ts';
import type { Location } from './located.ts';
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
