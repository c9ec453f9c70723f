import { type Account, resolveAccount } from '../account/account.ts';
import { isAccountNamed } from '../account/accounts.ts';
import { profileNames, sandboxProfile } from '../account/profiles.ts';
import { readSettings } from '../account/settings/settings.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import type { ComposedCommand, typedLine } from './composed-command.ts';
import type { Asker } from './questions/asker.ts';

/** The means by which a run composes. */
export interface ComposeMeans extends OutputMeans {
  /** Adds an account by asking for it. False where the person went back from the first question. */
  logIn(): Promise<boolean>;
  /** Runs the line of a command. */
  send(command: ComposedCommand['command'], line: TypedComposed, means: OutputMeans): Promise<void>;
}

type TypedComposed = ReturnType<typeof typedLine>;

/**
 * The account that a person chooses. Where none is stored, the person may log in or try the sandbox.
 *
 * @param chosen the profile that was chosen before: the arrow is on it, so that one Enter never changes who pays.
 */
export async function chooseAccount(
  context: ComposeMeans,
  asker: Asker,
  chosen: string | undefined,
): Promise<Account> {
  const settings = readSettings(await context.home());
  const { default_profile } = settings;
  const names = profileNames(settings);
  if (names.length === 1) return firstAccount(context, asker);
  const usual = new Map([[sandboxProfile.name, 'embedded, costs nothing']]);
  const detailOf = (name: string) => usual.get(name) ?? (name === default_profile ? 'default' : undefined);
  const choices = names.map((name) => ({ name, detail: detailOf(name), value: name }));
  const preset = chosen ?? default_profile ?? '';
  for (;;) {
    const name = await asker.choose('Account', { choices, preset });
    // There is nothing to go back to.
    if (name !== undefined) return profileAccount(context, name);
  }
}

/** Tells whether a person has to choose an account or add the first one. */
export async function asksForAccount(context: ComposeMeans): Promise<boolean> {
  if (isAccountNamed(context)) return false;
  const settings = readSettings(await context.home());
  return settings.default_profile === null || profileNames(settings).length > 1;
}

/** Asks where to go before anybody has logged in here. */
async function firstAccount(context: ComposeMeans, asker: Asker): Promise<Account> {
  let preset = true;
  for (;;) {
    const isSandbox: boolean | undefined = await asker.choose('No account yet. Start with', {
      choices: [
        { name: 'try the sandbox', detail: 'the embedded service; costs nothing', value: true },
        { name: 'log in', detail: 'a base URL and a key', value: false },
      ],
      preset,
    });
    if (isSandbox === true) return profileAccount(context, sandboxProfile.name);
    if (isSandbox === false && (await context.logIn())) break;
    preset = isSandbox ?? preset;
    asker.back();
  }
  const { default_profile } = readSettings(await context.home());
  return profileAccount(context, default_profile ?? sandboxProfile.name);
}

async function profileAccount(context: ComposeMeans, profile: string): Promise<Account> {
  const settings = readSettings(await context.home());
  return resolveAccount({ flags: { profile }, environment: {}, settings });
}

/** Tells whether a command line that names no account would use this one. */
export async function isUsualAccount(context: ComposeMeans, account: Account): Promise<boolean> {
  const settings = readSettings(await context.home());
  const { environment } = context.around;
  try {
    const usual = resolveAccount({ flags: {}, environment, settings });
    return usual.profile === account.profile && usual.baseUrl === account.baseUrl;
  } catch {
    return false;
  }
}
