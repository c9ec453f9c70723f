import { defineCommand } from '../../command/define-command.ts';
import { documentJson } from '../../ledger/job-document.ts';

export const configPathCommand = defineCommand({
  describe:
    'Print the folder where genctl keeps settings, ledger, cache and sandbox. Back it up to lose nothing.',
  flags: {},
  examples: ['genctl config path', 'ls "$(genctl config path)"'],
  parse: () => ({}),
  async run({ globals, home, terminal }) {
    const value = await home();
    if (globals.json)
      terminal.out.write(documentJson('genctl.setting/v1', { name: 'path', value }, { isTerminal: false }));
    else terminal.out.values([value]);
  },
});
