import { expect, it } from 'vitest';
import { globalFlags } from '../../src/cli/global-flags.ts';
import type { Command } from '../../src/command/define-command.ts';
import { type CommandRow, commandTable } from '../../src/commands/index.ts';
import { readCommandLine } from '../../src/run/line/program.ts';

/** Every command that can be run, by the words that name it. */
async function loadAll(
  rows: Record<string, CommandRow>,
  path: readonly string[] = [],
): Promise<[string, Command][]> {
  const found: [string, Command][] = [];
  for (const [name, row] of Object.entries(rows)) {
    const words = [...path, name];
    if ('load' in row && row.load !== undefined) found.push([words.join(' '), await row.load()]);
    if ('commands' in row && row.commands !== undefined) found.push(...(await loadAll(row.commands, words)));
  }
  return found;
}

/** The words of an example as a shell splits them; what follows a redirection is the shell's. */
function split(line: string): string[] {
  const words = line.split(/ [<>] /, 1)[0] ?? '';
  return [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

const commands = await loadAll(commandTable);

it('sees the commands', () => expect(commands.length).toBeGreaterThan(20));

it.each(commands)('%s has two examples or more, and each can be read', async (_, { examples }) => {
  expect(examples.length).toBeGreaterThanOrEqual(2);
  for (const example of examples) {
    const [program, ...argv] = split(example);
    if (program !== 'genctl') continue;
    const request = await readCommandLine(argv);
    expect(['run', 'help', 'help document'], example).toContain(request.kind);
    if (request.kind === 'run' && !argv.includes('-')) expect(() => request.prepare(), example).not.toThrow();
  }
});

it.each(commands)('%s takes each flag that the words of its own flags name', (_, { flags }) => {
  const texts = Object.values({ ...globalFlags, ...flags }).map(({ syntax }) => syntax);
  const taken = new Set(texts.flatMap((syntax) => syntax.match(/--[a-z0-9-]+/g) ?? []));
  for (const { says, syntax } of Object.values(flags)) {
    // Those behind the name of another command are that one's.
    const [own = ''] = says.split(/genctl [a-z]/);
    const named = own.match(/(?<![\w-])--[a-z][a-z0-9-]*/g) ?? [];
    expect(
      named.filter((name) => !taken.has(name)),
      syntax,
    ).toEqual([]);
  }
});
