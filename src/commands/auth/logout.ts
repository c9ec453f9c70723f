import { namedByFlags } from '../../store/account.ts';
import { withoutProfile } from '../../store/profiles.ts';
import { changeSettings } from '../../store/settings-writer.ts';
import { defineCommand } from '../define-command.ts';
import { flagConflict } from '../flag-conflict.ts';

/** Forgets an account and its key. */
export const authLogoutCommand = defineCommand({
  describe: 'Forget an account and its key. Its jobs stay in the ledger.',
  arguments: [
    {
      name: 'name',
      says: 'an account of genctl auth list; without it, the one in use',
      many: false,
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
        'One account is forgotten at a time.',
        `genctl auth logout ${name}`,
      );
    const wanted =
      name ??
      named ??
      (around.environment.GENCTL_PROFILE || undefined) ??
      (await context.settings()).default_profile ??
      (await context.account()).profile;
    const home = await context.home();
    await changeSettings({ home, nowMs: clock.nowMs }, (stored) => withoutProfile(stored, wanted));
    terminal.err.lines([`${wanted} and its key are forgotten; its jobs stay in the ledger.`]);
  },
});
