import { textAlone } from '../cli/flags/flag-conflict.ts';
import { packageFile } from '../cli/package-file.ts';
import { defineCommand } from '../command/define-command.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { nearestName } from '../text/nearest-name.ts';

/** The files in completions/, which scripts/generate.ts makes from the command table. */
const scriptOf = {
  bash: 'genctl.bash',
  zsh: '_genctl',
  fish: 'genctl.fish',
} as const;

const shells = Object.keys(scriptOf) as (keyof typeof scriptOf)[];

export const command = defineCommand({
  describe: `Print the completion script of a shell: ${shells.join(', ')}. It completes commands, flags and their values, and the jobs, models and accounts that this machine knows; it sends nothing.`,
  arguments: [{ name: 'shell', says: shells.join(', '), required: true, choices: shells }],
  flags: {},
  examples: [
    'genctl completion fish > ~/.config/fish/completions/genctl.fish',
    'source <(genctl completion bash)',
    'source <(genctl completion zsh)',
  ],
  parse: ({ arguments: [name = ''] }) => ({ shell: shellNamed(name) }),
  async run({ around, globals, terminal }, { shell }) {
    if (globals.json) throw textAlone(around.argv, 'script');
    const path = `completions/${scriptOf[shell]}`;
    const what = 'The completion script';
    terminal.out.write(packageFile(around, { code: 'script_missing', path, what }));
  },
});

function shellNamed(name: string): keyof typeof scriptOf {
  const shell = shells.find((candidate) => candidate === name);
  if (shell !== undefined) return shell;
  const nearest = nearestName(name, shells);
  throw new UsageError({
    code: 'unknown_shell',
    message: `There is no completion for ${JSON.stringify(name)}`,
    why: `There is one for ${shells.join(', ')}${nearest === undefined ? '' : `; the nearest is ${nearest}`}.`,
    hint: genctl`completion ${nearest ?? 'bash'}`,
  });
}
