import { namedByFlags } from '../../account/account.ts';
import { ownProfileNames, withoutProfile } from '../../account/profiles.ts';
import type { StoredSettings } from '../../account/settings/settings.ts';
import { changeSettings } from '../../account/settings/settings-writer.ts';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import { defineCommand } from '../../command/define-command.ts';
import { genctl } from '../../errors/hint.ts';

export const authLogoutCommand = defineCommand({
  describe: 'Remove an account and its key from this machine. Its jobs stay in the ledger.',
  arguments: [
    {
      name: 'name',
      says: 'an account of genctl auth list (default: the one in use)',
      required: false,
      completes: 'profile',
    },
  ],
  flags: {},
  examples: ['genctl auth logout studio', 'genctl auth logout --profile studio'],
  parse: ({ arguments: [name] }) => ({ name }),
  async run(context, { name }) {
    const { around, clock, globals, terminal } = context;
    const named = namedByFlags(globals);
    if (name !== undefined && named !== undefined && name !== named)
      throw flagConflict(
        `${name} and ${named}`,
        'It removes one account at a time.',
        genctl`auth logout ${name}`,
      );
    const wanted =
      name ??
      named ??
      (around.environment.GENCTL_PROFILE || undefined) ??
      (await context.settings()).default_profile ??
      (await context.account()).profile;
    const home = await context.home();
    let before: string | null = null;
    const left = await changeSettings({ home, nowMs: clock.nowMs }, (stored) => {
      before = stored.default_profile;
      return withoutProfile(stored, wanted);
    });
    terminal.err.lines([
      `Removed ${wanted} and its key; its jobs stay in the ledger.`,
      ...(left.default_profile === before ? [] : [nextDefault(left)]),
    ]);
  },
});

/** Says which account is used where none is named from now on, and how to change that. */
function nextDefault(left: StoredSettings): string {
  const { default_profile } = left;
  const names = ownProfileNames(left);
  if (default_profile !== null) return `${default_profile}, the only account left, is the default now.`;
  if (names.length === 0) return 'No account is left: genctl auth login, or genctl auth use sandbox';
  return `There is no default account now. To choose one of ${names.join(', ')}: genctl auth use NAME`;
}
