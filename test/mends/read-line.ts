import { CliError } from '../../src/errors/cli-error.ts';
import { readCommandLine } from '../../src/run/line/program.ts';
import type { CommandLine } from './command-lines.ts';

/** Words that stand for others, in the way of a manual, as something that can be read in their place. */
const standIns: Readonly<Record<string, string>> = { N: '2', '@FILE': '{}' };

/** Values for flags that are followed by an ellipsis in place of one. */
const values: Readonly<Record<string, string>> = {
  '--timeout': '10m',
  '--exec': 'true',
  '--dir': 'out',
  '--name': '{id}.{ext}',
};

/**
 * Why the program does not read a line; undefined where it does. Nothing of it is run. Where words are left out (`…`), those
 * may be the ones that a command needs.
 */
export async function whyNotRead(line: CommandLine): Promise<string | undefined> {
  // The line that was typed, with something more.
  if (line[0] === '…') return undefined;
  const words = line.flatMap((word, place) => {
    if (word !== '…') return [standIns[word] ?? word];
    const value = values[line[place - 1] ?? ''];
    return value === undefined ? [] : [value];
  });
  try {
    const request = await readCommandLine(words);
    // What stands on stdin is not here to be read.
    if (request.kind === 'run' && !words.includes('-')) request.prepare();
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // It is read once it is filled in.
    if (error.code === 'gap_left') return undefined;
    const isLeftOut = line.includes('…') && error.code === 'missing_argument';
    // It is in the folder of whoever was told.
    const isElsewhere = error.code === 'file_unreadable';
    return isLeftOut || isElsewhere ? undefined : `${error.message} ${error.why ?? ''}`;
  }
}
