import { keySourceOf } from '../../account/account.ts';
import { listProfiles } from '../../account/profiles.ts';
import { defineCommand } from '../../command/define-command.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { type Column, renderTable } from '../../terminal/table.ts';

export const authListCommand = defineCommand({
  describe: 'List the accounts of this machine, the sandbox last. Keys are never shown.',
  flags: {},
  examples: ['genctl auth list', 'genctl auth list --json'],
  parse: () => ({}),
  async run(context) {
    const { globals, terminal } = context;
    const stored = await context.settings();
    const accounts = listProfiles(stored).map((profile) => ({
      name: profile.name,
      base_url: profile.base_url,
      key: keySourceOf(profile) ?? 'none',
      default: stored.default_profile === profile.name,
    }));
    if (globals.json)
      terminal.out.write(documentJson('genctl.profiles/v1', { items: accounts }, terminal.out));
    else if (globals.quiet) terminal.out.lines(accounts.map(({ name }) => name));
    else {
      const { colors } = terminal.out;
      const columns: Column<(typeof accounts)[number]>[] = [
        { title: 'NAME', text: ({ name }) => name, dropOrder: 0, paint: colors.accent },
        { title: 'DEFAULT', text: (one) => (one.default ? 'default' : ''), dropOrder: 1 },
        { title: 'BASE URL', text: ({ base_url }) => base_url, dropOrder: 0 },
        { title: 'KEY', text: ({ key }) => key, dropOrder: 2, paint: colors.dim },
      ];
      terminal.out.lines(renderTable(accounts, columns, terminal.out));
    }
  },
});
