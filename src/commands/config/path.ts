import { defineCommand } from '../line/define-command.ts';

export const configPathCommand = defineCommand({
  describe:
    'Print the folder that everything is in: settings, ledger, cache, sandbox. Keep it, and nothing is lost.',
  flags: {},
  examples: ['genctl config path', 'ls "$(genctl config path)"'],
  parse: () => ({}),
  async run({ home, terminal }) {
    terminal.out.values([await home()]);
  },
});
