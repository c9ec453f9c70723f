import { describe, expect, it } from 'vitest';
import { type SourceText, sourceTexts } from '../../scripts/source-texts.ts';
import { type AnyFlag, longName } from '../../src/cli/flag.ts';
import { globalFlags } from '../../src/cli/global-flags.ts';
import type { Command } from '../../src/command/define-command.ts';
import { type CommandRow, commandTable } from '../../src/commands/index.ts';
import { lifting } from '../../src/run/mend/safe-line.ts';
import { besideCommands, type CommandLine, commandLinesIn } from './command-lines.ts';
import { whyNotRead } from './read-line.ts';
import { samples, samplesOfFile, spokenOf } from './samples.ts';
import { suggestedOn } from './suggested-on.ts';

/** What help is made of: it describes, and `examples.test.ts` types its lines. */
const ofHelp = /^\.(describe|summary|says|saysNo|syntax|examples)$|Flag\(\)$/;

const texts = sourceTexts().filter(
  ({ file, within }) => file !== 'commands/index.ts' && !within.some((name) => ofHelp.test(name)),
);

/** A text in which each expression is a word that no shell would split. */
function wordsOf({ pieces }: SourceText): string {
  return pieces.map((piece, place) => ('words' in piece ? piece.words : `⟦${place}⟧`)).join('');
}

/** The command lines of a text, with each of the samples that may stand for their expressions. */
function typedLines(text: SourceText): CommandLine[] {
  return commandLinesIn(wordsOf(text))
    .filter(([first]) => first !== undefined && !spokenOf.has(first))
    .flatMap((words) => {
      const line = words.map((word) => (/[\s"]/.test(word) ? `'${word}'` : word)).join(' ');
      return withSamples(line, text).flatMap((sampled) => commandLinesIn(`genctl ${sampled}`));
    })
    .filter(([first = '']) => !/^\d/.test(first));
}

function withSamples(line: string, text: SourceText): string[] {
  const [mark, place] = /⟦(\d+)⟧/.exec(line) ?? [];
  if (mark === undefined) return [line];
  const piece = text.pieces[Number(place)];
  const expression = piece !== undefined && 'expression' in piece ? piece.expression : '';
  const known = samplesOfFile[text.file]?.[expression] ?? samples[expression];
  if (known === undefined)
    throw new Error(`What may \${${expression}} be in ${text.file}? samples.ts has no row`);
  return known.flatMap((sample) => withSamples(line.replaceAll(mark, sample), text));
}

function grouped(
  keyOf: (text: SourceText) => string,
  among: readonly SourceText[],
): [string, SourceText[]][] {
  const groups = new Map<string, SourceText[]>();
  for (const text of among) groups.set(keyOf(text), [...(groups.get(keyOf(text)) ?? []), text]);
  return [...groups];
}

describe('the commands that a mend names can be typed', () => {
  it('and there are many of them, in every room', () => {
    const lines = texts.flatMap(typedLines);
    expect(lines.length).toBeGreaterThan(150);
    const rooms = new Set(
      texts.filter((text) => typedLines(text).length > 0).map(({ file }) => file.split('/')[0]),
    );
    expect([...rooms]).toEqual(
      expect.arrayContaining([
        'account',
        'api',
        'batch',
        'commands',
        'outputs',
        'request',
        'service',
        'submit',
      ]),
    );
  });

  const cases = grouped(
    ({ code, file }) => code ?? file,
    texts.filter((text) => commandLinesIn(wordsOf(text)).length > 0),
  );
  it.each(cases)('of %s', async (_, group) => {
    for (const text of group) {
      for (const line of typedLines(text)) {
        expect(await whyNotRead(line), `genctl ${line.join(' ')} in ${text.file}`).toBeUndefined();
      }
    }
  });
});

it('no word that follows the name of the program in a sentence is a command', () => {
  expect([...spokenOf].filter((word) => word in commandTable)).toEqual([]);
});

it('no text has a ready line that lifts a limit, skips a check or answers a question', () => {
  const lifts = texts
    .flatMap(typedLines)
    // What was sent without an answer is for a person to decide, and these lines are all that settles it.
    .filter(([command]) => command !== 'recover')
    .filter((words) => words.some((word) => lifting.has(word)));
  expect(lifts.map((words) => `genctl ${words.join(' ')}`)).toEqual([]);
});

describe('the flags that a mend names are taken where it is told', () => {
  const flagged = texts.filter((text) => flagsIn(besideCommands(wordsOf(text))).length > 0);
  const cases = grouped(({ code, file }) => (code === undefined ? file : `${file} ${code}`), flagged);

  it('and each place is known to have somebody who hears of it', () => {
    const unknown = cases.filter(([place]) => commandsAt(place) === undefined);
    expect(unknown.map(([place]) => place)).toEqual([]);
  });

  it.each(cases)('at %s', async (place, group) => {
    const commands = commandsAt(place);
    if (commands === undefined || commands === 'foreign') return;
    const all = await allCommands();
    const wanted = commands === 'any' ? [...all.values()] : commands.map((name) => all.get(name));
    for (const flag of group.flatMap((text) => flagsIn(besideCommands(wordsOf(text))))) {
      const having = wanted.filter((command) => command !== undefined && hasFlag(command, flag));
      if (commands === 'any') expect(having.length, flag).toBeGreaterThan(0);
      else expect(having, `${flag} on ${commands.join(', ')}`).toHaveLength(commands.length);
    }
  });
});

function commandsAt(place: string): (typeof suggestedOn)[string] | undefined {
  return suggestedOn[place] ?? suggestedOn[place.split(' ')[0] ?? ''];
}

function flagsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*[a-z](?![\w-])/g)].map(([flag]) => flag);
}

function hasFlag({ flags }: Command, wanted: string): boolean {
  const declared: AnyFlag[] = [...Object.values(flags), ...Object.values(globalFlags)];
  return declared.some(({ kind, syntax }) => {
    const name = longName(syntax);
    return name === wanted || (kind === 'pair' && wanted === name.replace('--', '--no-'));
  });
}

async function allCommands(): Promise<Map<string, Command>> {
  const found = new Map<string, Command>();
  const add = async (rows: Record<string, CommandRow>, before: string): Promise<void> => {
    for (const [name, row] of Object.entries(rows)) {
      if (row.load !== undefined) found.set(`${before}${name}`, await row.load());
      if (row.commands !== undefined) await add(row.commands, `${before}${name} `);
    }
  };
  await add(commandTable, '');
  return found;
}
