import { keySourceOf, namedByFlags } from '../account/account.ts';
import { listProfiles, ownProfileNames, withDefaultProfile, withoutProfile } from '../account/profiles.ts';
import type { StoredSettings } from '../account/settings/settings.ts';
import { changeSettings } from '../account/settings/settings-writer.ts';
import { listModels } from '../api/ways/models.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { defineCommand } from '../command/define-command.ts';
import { genctl } from '../errors/hint.ts';
import { documentJson } from '../ledger/job-document.ts';
import { type Column, renderTable } from '../terminal/table.ts';

export const list = defineCommand({
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

export const use = defineCommand({
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

export const status = defineCommand({
  describe:
    'Print the account in use, the origin of its key and what is left of its budgets, and try the key.',
  flags: {},
  examples: ['genctl auth status', 'genctl auth status --profile sandbox --json'],
  parse: () => ({}),
  async run(context) {
    const { globals, terminal } = context;
    const account = await context.account();
    const models = await listModels(await context.api(account));
    const { profile, baseUrl, keySource } = account;
    const { accountBudgets, budgetFields, budgetLine } = await import('../money/budget-standings.ts');
    const budgets = globals.quiet && !globals.json ? [] : await accountBudgets(context, profile);
    if (globals.json) {
      const own = budgets.map(budgetFields);
      const fields = { profile, base_url: baseUrl, key: keySource, models: models.length, budgets: own };
      terminal.out.write(documentJson('genctl.account/v1', fields, terminal.out));
    } else if (globals.quiet) terminal.out.lines([profile]);
    else {
      const { colors, symbols } = terminal.out;
      terminal.out.lines([
        `${colors.good(symbols.good)} ${colors.bold(profile)} at ${baseUrl}`,
        `  its key (${keySource}) is accepted; ${models.length} models`,
        ...budgets.map((one) => `  ${budgetLine(one)}`),
      ]);
    }
  },
});

export const logout = defineCommand({
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
