import { commandTable } from '../src/commands/index.ts';
import { readCommandLine } from '../src/run/line/program.ts';
import type { BuiltHelp } from '../src/start/built-help.ts';
import { outlineCommands, withDescendants } from './command-outline.ts';

/** The help texts as the program has them. */
export function builtHelpOf(texts: Readonly<Record<string, string>>): BuiltHelp {
  const places = new Map<string, number>();
  const runsOf = (text: string): number[] => {
    const runs: number[] = [];
    for (const line of text.split('\n')) {
      const place = places.get(line) ?? places.size;
      places.set(line, place);
      if (runs.at(-1) === place) runs.pop();
      else runs.push(place);
      runs.push(place + 1);
    }
    return runs;
  };
  const entries = Object.entries(texts).map(([line, text]) => [line, runsOf(text)] as const);
  return { texts: Object.fromEntries(entries), lines: [...places.keys()] };
}

/** The help texts, to be fitted to a window yet, by the lines that ask for them and for nothing else. */
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
  const request = await readCommandLine(line);
  if (request.kind === 'help') return request.text;
  throw new Error(`${line.join(' ')} asks for no help`);
}
