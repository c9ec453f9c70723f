/** What `npm run generate` writes to completions/, as file names and texts; a test compares the same with what is there. */
import { commandTable } from '../src/commands/index.ts';
import { outlineCommands } from './command-outline.ts';
import { bashScript } from './completions/bash.ts';
import { completedCommands } from './completions/completed-commands.ts';
import { fishScript } from './completions/fish.ts';
import { zshScript } from './completions/zsh.ts';

export async function completionFiles(): Promise<Record<string, string>> {
  const commands = completedCommands(await outlineCommands(commandTable));
  return {
    'completions/genctl.bash': bashScript(commands),
    'completions/_genctl': zshScript(commands),
    'completions/genctl.fish': fishScript(commands),
  };
}
