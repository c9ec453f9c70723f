import { namedByFlags } from '../../account/account.ts';
import { assertOwnName, type Profile, withLogin } from '../../account/profiles.ts';
import { changeSettings } from '../../account/settings/settings-writer.ts';
import { readLocalFile, readText } from '../../cli/texts/text-source.ts';
import { type CommandContext, defineCommand } from '../../command/define-command.ts';
import { InterruptedError } from '../../errors/interrupted-error.ts';
import { checkedKey, firstLineOf, writtenKey } from '../../service/sendable.ts';
import { createPrompts } from '../../terminal/prompts.ts';
import { parseBaseUrl } from '../../text/base-url.ts';
import { tryAccount, typedBaseUrl } from './try-account.ts';

/** The name of an account that is added without a name. */
const usualName = 'default';

export const command = defineCommand({
  describe:
    'Add an account under the name of --profile (default: default). Asks for the base URL, then for the key. Without a terminal, pass --base-url, and the key on stdin. genctl tries both before it saves them. If no service answers, it leaves out a version such as /v2.',
  flags: {},
  examples: [
    'genctl auth login',
    'genctl auth login --profile studio --base-url https://api.example.com < key.txt',
  ],
  parse: () => ({}),
  async run(context) {
    if (await logIn(context)) return;
    throw new InterruptedError('SIGINT', {
      code: 'interrupted',
      message: 'You stopped the login; nothing was saved',
    });
  },
});

/** Adds an account. False where the person went back from the first question. */
export async function logIn(context: CommandContext): Promise<boolean> {
  const { clock, globals, terminal } = context;
  const name = namedByFlags(globals) ?? usualName;
  assertOwnName(name);
  const entered = await readAccount(context, name);
  if (entered === undefined) return false;
  const { base_url, models } = await tryAccount(context, { name, ...entered });
  const profile: Profile = { name, ...entered, base_url };
  const home = await context.home();
  let before: string | null = null;
  let isKnown = false;
  const after = await changeSettings({ home, nowMs: clock.nowMs }, (stored) => {
    before = stored.default_profile;
    isKnown = Object.hasOwn(stored.profiles, name);
    return withLogin(stored, profile);
  });
  const found = models === undefined ? '' : `; ${models} models`;
  const { colors, symbols } = terminal.err;
  terminal.err.lines([
    ...(base_url === entered.base_url
      ? []
      : [
          `No service answers at ${entered.base_url}. Requests add the version themselves, so the base URL is ${base_url}.`,
        ]),
    `${colors.good(symbols.good)} ${name} is at ${profile.base_url}${found}`,
    ...(after.default_profile === before ? [] : [`genctl uses ${name} unless you name another account.`]),
  ]);
  if (isKnown) await (await import('./changed-account.ts')).warnOfChangedAccount(context, profile);
  return true;
}

/** Reads the base URL, then the key, from which Esc goes back to the base URL. Undefined where the person left the first question. */
async function readAccount(
  context: CommandContext,
  name: string,
): Promise<{ base_url: string; api_key: string } | undefined> {
  for (;;) {
    const text = await readBaseUrl(context);
    if (text === undefined) return undefined;
    const base_url = typedBaseUrl(text, name);
    const key = await readKey(context);
    if (key !== undefined)
      return {
        base_url,
        api_key: checkedKey(
          key,
          context.terminal.interactive ? 'what was entered' : 'the first line of stdin',
        ),
      };
    if (context.globals.baseUrl !== undefined) return undefined;
  }
}

async function readBaseUrl({ globals, terminal }: CommandContext): Promise<string | undefined> {
  return (
    globals.baseUrl ??
    (await createPrompts(terminal).input({
      message: 'Base URL of the service',
      instead: '--base-url, and the key on stdin',
      check: (answer) => {
        const typed = parseBaseUrl(answer);
        return typed.ok ? undefined : typed.why;
      },
    }))
  );
}

/**
 * Reads the key from a hidden prompt, or from the first line of stdin off a terminal. There is no flag for it, because other
 * users can see a command line.
 */
async function readKey({ terminal }: CommandContext): Promise<string | undefined> {
  if (!terminal.interactive) return firstLineOf(readText('auth login', '-', readLocalFile));
  const typed = await createPrompts(terminal).hidden({ message: 'API key', instead: 'stdin' });
  return typed === undefined ? undefined : writtenKey(typed);
}
