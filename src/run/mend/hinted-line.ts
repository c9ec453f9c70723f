import { isFlagNamed, isValued } from '../../cli/flag.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { chargeWords, chargingCommandOf, payingCommands, showingFlags } from '../../cli/paying-commands.ts';
import {
  type LinePart,
  type LocatedLine,
  lineWords,
  readTypedLine,
  type TypedLine,
  withCommand,
  withFlag,
  withWords,
} from '../../cli/typed-line.ts';
import { commandTable } from '../../commands/index.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { type Hint, type LineChange, type Step, stepsOf, withSteps } from '../../errors/hint.ts';
import { withChange } from '../../request/mends/place-change.ts';
import { hasGap } from '../../text/gaps.ts';
import { locate } from './located.ts';
import { isSecret, readLine } from './safe-line.ts';

/** The line that a step of a hint stands for. */
export interface HintedLine {
  argv: readonly string[];
  /** True if a word of it is still to be filled in. */
  hasGap: boolean;
  /** True if it is the typed line with changes. */
  isTyped: boolean;
}

/** The line that a step stands for beside the typed one; undefined where that can't be read, or was refused by the service. */
export async function lineOfStep(
  step: Step,
  { exit }: Pick<CliError, 'exit'>,
  typed: readonly string[],
): Promise<HintedLine | undefined> {
  if ('again' in step) return undefined;
  if ('run' in step && !step.run.includes('…')) {
    const argv = carriedLine(step.run, typed);
    return { argv, hasGap: argv.some(hasGap), isTyped: false };
  }
  if ('run' in step) return exit === 'usage' ? ofCommand(step.run, typed) : undefined;
  return exit === 'usage' || exit === 'notFound' ? changedLine(step.change, typed) : undefined;
}

/** The typed line with changes, but for flags that its command does not take; undefined where the command is not known. */
async function changedLine(
  changes: readonly LineChange[],
  typed: readonly string[],
): Promise<HintedLine | undefined> {
  const place = await locate(typed);
  if (place.kind !== 'found') return undefined;
  const { flags, line: before } = place.located;
  const declared = Object.values({ ...flags, ...globalFlags });
  const isTaken = (change: LineChange): boolean =>
    !('set' in change) ||
    declared.some((flag) =>
      [change.set, change.set.replace('--no-', '--')].some((name) => isFlagNamed(flag, name)),
    );
  const line = changes.filter(isTaken).reduce(withChange, before);
  // A word within another, as a value of `--vary`, is not found.
  if (line === before) return undefined;
  const isOpen = changes.some((change) => 'to' in change && change.to !== undefined && hasGap(change.to));
  return { argv: lineWords(line), hasGap: isOpen, isTyped: true };
}

/** `submit … --wait`: the typed line, for that command and with that flag. */
async function ofCommand(
  words: readonly string[],
  typed: readonly string[],
): Promise<HintedLine | undefined> {
  const place = await locate(typed);
  const at = words.indexOf('…');
  const command = words.slice(0, at);
  const isCommand =
    Object.hasOwn(commandTable, command[0] ?? '') && command.every((word) => /^[a-z]+$/.test(word));
  if (place.kind !== 'found' || !isCommand) return undefined;
  const { located } = place;
  const flags = words.slice(at).filter((word) => word !== '…');
  const argv = lineWords(withFlags(withCommand(located.line, command), flags, located));
  return { argv, hasGap: flags.some(hasGap), isTyped: true };
}

function withFlags(line: TypedLine, words: readonly string[], { flags }: LocatedLine): TypedLine {
  const parts = readTypedLine(words, { flags, pathLength: 0 }, () => true);
  return parts.reduce((changed, { declared, name = '', value }) => {
    // A value typed behind a flag of the line stays.
    const isThere = value === undefined && line.some((part) => part.name === name);
    if (isThere && declared !== undefined && isValued(declared)) return changed;
    return withFlag(changed, name, value);
  }, line);
}

/** A hint as it is told beside the typed line: its lines are for the account of that, and none has words that are left out. */
export async function toldHint(error: CliError, typed: readonly string[]): Promise<Hint | undefined> {
  const { mend } = error;
  if (mend === undefined) return undefined;
  const lines = new Map<Step, Step>();
  for (const step of stepsOf(mend)) {
    if (!('run' in step)) continue;
    const whole = (await lineOfStep(step, error, typed))?.argv;
    const isRead = whole !== undefined && !whole.some(isSecret) && whole.join(' ').length <= charactersMost;
    const line = isRead ? whole : carriedLine(step.run, typed);
    if (!line.some(isSecret)) lines.set(step, { run: line });
  }
  const pays = await mayPay(typed);
  return withSteps(mend, (step) => {
    const line = lines.get(step) ?? step;
    const command = pays || !('run' in line) ? undefined : chargingCommandOf(line.run);
    if (command === undefined) return line;
    // A look ends in words: a line to type must not lead from it to a charge.
    return step === mend ? chargeWords(command) : command;
  });
}

/** Tells whether a typed line may pay itself. The composer does so once a person has agreed to what it shows. */
async function mayPay(typed: readonly string[]): Promise<boolean> {
  const { command, parts } = await readLine(typed);
  if (parts.some(({ name = '' }) => showingFlags.has(name))) return false;
  // A POST asks for a job, though this command refuses to send it.
  if (command === 'api') return typed.some((word) => /^post$/i.test(word));
  return ['', 'compose'].includes(command) || payingCommands.has(command);
}

/** A longer line among words is not read at one look. */
const charactersMost = 1_000;

/** The flags that choose an account. */
const accountFlags: readonly string[] = ['--profile', '--sandbox', '--base-url'];

/** Commands that ask the account of their line. Others act on jobs, whose accounts are known, or on this machine. */
const ofAccount: readonly string[] = [
  'submit',
  'draft',
  'refs',
  'models',
  'compose',
  'batch',
  'upload',
  'api',
  'worker',
  'queue',
  'auth set',
];

function isOfAccount(command: string, next: string): boolean {
  return ofAccount.includes(command) || ofAccount.includes(`${command} ${next}`);
}

function accountParts(typed: readonly string[]): readonly LinePart[] {
  return readTypedLine(typed, { flags: {}, pathLength: 0 }).filter(({ name = '' }) =>
    accountFlags.includes(name),
  );
}

/** A suggested line for the account that the typed line has chosen. */
export function carriedLine(argv: readonly string[], typed: readonly string[]): readonly string[] {
  const [command = '', next = ''] = argv;
  if (!isOfAccount(command, next) || accountParts(argv).length > 0) return argv;
  return lineWords(withWords(readTypedLine(argv, { flags: {}, pathLength: 1 }), accountParts(typed)));
}
