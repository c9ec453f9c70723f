import { listModels } from '../../client/models.ts';
import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { parseBaseUrl } from '../../rules/base-url.ts';
import { namedByFlags } from '../../store/account.ts';
import { assertOwnName, type Profile, withLogin } from '../../store/profiles.ts';
import { changeSettings } from '../../store/settings-writer.ts';
import { createPrompts } from '../../ui/prompts.ts';
import type { CommandContext } from '../context.ts';
import { defineCommand } from '../define-command.ts';
import { readLocalFile } from '../local-text.ts';
import { readText } from '../text-source.ts';

/** The name of an account that nobody named. */
const usualName = 'default';

/** Adds an account: its base URL, then its key. */
export const authLoginCommand = defineCommand({
  describe:
    'Add an account, called by --profile NAME (default). Asks for the base URL, then for the key; off a terminal the base URL comes from --base-url and the key from stdin. The key is tried before it is kept.',
  flags: {},
  examples: [
    'genctl auth login',
    'genctl auth login --profile studio --base-url https://api.example.com < key.txt',
  ],
  parse: () => ({}),
  async run(context) {
    const { clock, globals, terminal } = context;
    const name = namedByFlags(globals) ?? usualName;
    assertOwnName(name);
    const base_url = await readBaseUrl(context);
    const { checkedKey } = await import('../../store/credentials.ts');
    const api_key = checkedKey(await readKey(context), 'what was entered');
    const profile: Profile = { name, base_url, api_key };
    const models = await tryKey(context, profile);
    const home = await context.home();
    await changeSettings({ home, nowMs: clock.nowMs }, (stored) => withLogin(stored, profile));
    const found = models === undefined ? '' : `; ${models} models`;
    terminal.err.lines([
      `${terminal.err.colors.good(terminal.err.symbols.good)} ${name} is at ${base_url}${found}`,
    ]);
  },
});

async function readBaseUrl({ globals, terminal }: CommandContext): Promise<string> {
  const text =
    globals.baseUrl ??
    (await createPrompts(terminal).input({
      message: 'Base URL of the service',
      instead: '--base-url',
      check: (answer) => {
        const typed = parseBaseUrl(answer);
        return typed.ok ? undefined : typed.why;
      },
    }));
  const parsed = parseBaseUrl(text);
  if (parsed.ok && !parsed.sandbox) return parsed.url;
  throw new UsageError({
    code: 'base_url_invalid',
    message: "the base URL can't be used",
    why: parsed.ok ? 'the embedded service is the profile sandbox, and needs no login' : parsed.why,
    hint: 'genctl auth login --base-url https://…',
  });
}

/** A hidden prompt on a terminal, the first line of stdin elsewhere; there is no flag, for a flag is seen by all. */
async function readKey({ terminal }: CommandContext): Promise<string> {
  if (terminal.interactive) return createPrompts(terminal).hidden({ message: 'API key', instead: 'stdin' });
  return readText('auth login', '-', readLocalFile).split('\n', 1)[0]?.trim() ?? '';
}

/** Asks for the models with the key. A key that is refused is not kept; a service that is away proves nothing. */
async function tryKey(context: CommandContext, profile: Profile): Promise<number | undefined> {
  const { name, base_url: baseUrl } = profile;
  try {
    const api = await context.api({
      profile: name,
      baseUrl,
      embedded: false,
      keySource: 'stored',
      stored: profile,
    });
    return (await listModels(api)).length;
  } catch (error) {
    if (!(error instanceof CliError) || error.exit === 'unauthorized') throw error;
    context.listen({ kind: 'warning', message: `the key could not be tried: ${error.message}` });
    return undefined;
  }
}
