import { documentJson } from '../../ui/render/job-document.ts';
import { defineCommand } from '../line/define-command.ts';

export const configPathCommand = defineCommand({
  describe:
    'Print the folder that everything is in: settings, ledger, cache, sandbox. Keep it, and nothing is lost.',
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
