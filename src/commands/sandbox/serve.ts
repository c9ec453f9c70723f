import { homePlaces } from '../../account/home.ts';
import { assertLedgerFormat } from '../../account/ledger-format.ts';
import { integerFlag, offFlag, seldom, textFlag, usually } from '../../cli/flag.ts';
import { readAccounts } from '../../cli/sandbox/accounts-file.ts';
import { hostFlags, keyVariable, servedAt } from '../../cli/sandbox/host-flags.ts';
import { openRequestLog } from '../../cli/sandbox/request-log-file.ts';
import {
  faultFlags,
  faultsAsked,
  limitFlags,
  limitLines,
  limitsAsked,
  limitsDocument,
} from '../../cli/sandbox/trouble-flags.ts';
import { defineCommand } from '../../command/define-command.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl } from '../../errors/hint.ts';
import { portUnusable } from '../../errors/system-trouble.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { isLoopbackHost } from '../../text/base-url.ts';

const usualPort = 8787;

export const command = defineCommand({
  describe:
    'Serve the embedded service over HTTP, on this machine alone unless you say more, with separate ports for API and files, until Ctrl-C. With --json it prints one line with its address once it listens.',
  flags: {
    port: usually(
      usualPort,
      integerFlag('--port <n>', 'port of the API; 0 picks a free one', { least: 0, most: 65_535 }),
    ),
    callbackPort: integerFlag(
      '--callback-port <n>',
      'call back only to this port of this machine (default: any port)',
      { least: 1, most: 65_535 },
    ),
    cdn: offFlag('--no-cdn', 'serve outputs under the base URL, and ask for the key'),
    accounts: textFlag(
      '--accounts <file>',
      'give accounts a balance and limits of their own: {"studio": {"balance_usd": 5, "in_flight": 2}}',
      'file',
    ),
    requestLog: seldom(
      textFlag(
        '--request-log <file>',
        'append each request and its answer to this file, as JSON lines',
        'file',
      ),
    ),
    ...hostFlags,
    ...limitFlags,
    ...faultFlags,
  },
  examples: [
    `genctl sandbox serve --port ${usualPort}`,
    'genctl sandbox serve --port 0 --json',
    'genctl sandbox serve --port 0 --in-flight 10 --rate-limit 5/s --rate-limit studio=100/min',
    'genctl sandbox serve --port 0 --latency 80ms..2s --fail-rate 5% --seed 7',
  ],
  parse: ({ flags }) => ({
    callbackPort: flags.callbackPort,
    cdn: flags.cdn,
    port: flags.port ?? usualPort,
    accounts: flags.accounts,
    at: { allowHost: flags.allowHost, host: flags.host },
    requestLog: flags.requestLog,
    limits: limitsAsked(flags),
    faults: faultsAsked(flags),
  }),
  async run(context, { accounts, at, port, requestLog, ...asked }) {
    const { around, globals, terminal } = context;
    const warn = (message: string) => context.listen({ kind: 'warning', message });
    const { ledger, sandbox: folder } = homePlaces(await context.home());
    assertLedgerFormat(ledger);
    const { balances, limits, names } =
      accounts === undefined
        ? { balances: {}, limits: asked.limits, names: [] }
        : readAccounts(accounts, asked.limits);
    const served = servedAt(at, around.environment, names);
    const log = requestLog === undefined ? undefined : openRequestLog(requestLog, warn);
    const how = { ...asked, ...served, balances, limits, onRequest: log?.write };
    const listening = await around.sandbox.listen({ folder, port, warn, ...how }).catch((cause: unknown) => {
      const isElsewhere = ['EADDRNOTAVAIL', 'ENOTFOUND'].includes(errorCode(cause) ?? '');
      const hint = isElsewhere
        ? 'name an address of this machine, or 0.0.0.0 for all of them'
        : genctl`sandbox serve --port 0`;
      throw portUnusable({ what: 'The sandbox', at: `${served.host}:${port}`, hint }, cause);
    });
    const interruption = context.interruption();
    const { baseUrl, cdnUrl = null } = listening;
    const apiKey = served.keys === undefined ? listening.apiKey : null;
    if (globals.json) {
      const fields = {
        base_url: baseUrl,
        cdn_url: cdnUrl,
        api_key: apiKey,
        limits: limitsDocument(how.limits),
      };
      terminal.out.write(documentJson('genctl.sandbox/v1', fields, { isTerminal: false }));
    } else {
      terminal.out.lines([
        `base URL  ${baseUrl}`,
        `CDN       ${cdnUrl ?? 'none: outputs are under the base URL'}`,
        `key       ${apiKey ?? `that of ${keyVariable}`}`,
        ...limitLines(how.limits),
      ]);
      terminal.err.lines([
        '',
        isLoopbackHost(new URL(baseUrl).hostname)
          ? `  GENCTL_BASE_URL=${baseUrl} GENCTL_API_KEY=${apiKey ?? `$${keyVariable}`} genctl models`
          : `  curl -H "Authorization: Bearer $${keyVariable}" ${baseUrl}/v2/models`,
        '',
        'Press Ctrl-C to stop it.',
      ]);
    }
    if (!interruption.aborted) {
      await new Promise((resolve) => interruption.addEventListener('abort', resolve, { once: true }));
    }
    await listening.close();
    log?.close();
  },
});
