import { namedByFlags } from '../../account/account.ts';
import { withDefaultProfile } from '../../account/profiles.ts';
import { changeSettings } from '../../account/settings/settings-writer.ts';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import { defineCommand } from '../../command/define-command.ts';
import { genctl } from '../../errors/hint.ts';

export const authUseCommand = defineCommand({
  describe: 'Make an account the default.',
  arguments: [{ name: 'name', says: 'an account of genctl auth list', required: true, completes: 'profile' }],
  flags: {},
  examples: ['genctl auth use sandbox', 'genctl auth use studio'],
  parse: ({ arguments: [name = ''] }) => ({ name }),
  async run({ clock, globals, home, terminal }, { name }) {
    const named = namedByFlags(globals);
    if (named !== undefined && name !== named)
      throw flagConflict(`${name} and ${named}`, 'One account is the default.', genctl`auth use ${name}`);
    await changeSettings({ home: await home(), nowMs: clock.nowMs }, (stored) =>
      withDefaultProfile(stored, name),
    );
    terminal.err.lines([`genctl uses ${name} unless you name another account.`]);
  },
});
