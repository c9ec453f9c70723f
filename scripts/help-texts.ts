import { commandTable } from '../src/commands/index.ts';
import { readCommandLine } from '../src/commands/line/program.ts';
import { columnsOf } from '../src/ui/standard-stream.ts';
import { outlineCommands, withDescendants } from './command-outline.ts';

/** The help texts for the usual width, by the lines that ask for them and for nothing else. */
export async function helpTexts(): Promise<Record<string, string>> {
  const commands = (await outlineCommands(commandTable)).flatMap(withDescendants);
  const paths = [[], ...commands.map(({ path }) => path)];
  const lines = paths.flatMap((path) => [
    [...path, '--help'],
    ['help', ...path],
  ]);
  return Object.fromEntries(
    await Promise.all(lines.map(async (line) => [line.join(' '), await helpText(line)] as const)),
  );
}

async function helpText(line: readonly string[]): Promise<string> {
  const request = await readCommandLine(line, columnsOf({}));
  if (request.kind === 'help') return request.text;
  throw new Error(`${line.join(' ')} asks for no help`);
}
