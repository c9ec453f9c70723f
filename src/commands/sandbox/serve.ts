import { homePlaces } from '../../account/home.ts';
import { assertLedgerFormat } from '../../account/ledger-format.ts';
import { integerFlag, offFlag, seldom, textFlag, usually } from '../../cli/flag.ts';
import { readAccounts } from '../../cli/sandbox/accounts-file.ts';
import { faultFlags, faultsAsked } from '../../cli/sandbox/fault-flags.ts';
import { limitFlags, limitsAsked } from '../../cli/sandbox/limit-flags.ts';
import { limitLines, limitsDocument } from '../../cli/sandbox/limit-words.ts';
import { openRequestLog } from '../../cli/sandbox/request-log-file.ts';
import { defineCommand } from '../../command/define-command.ts';
import { genctl } from '../../errors/hint.ts';
import { portUnusable } from '../../errors/port-trouble.ts';
import { documentJson } from '../../ledger/job-document.ts';

const usualPort = 8787;

export const sandboxServeCommand = defineCommand({
  describe:
    'Serve the embedded service over HTTP on loopback, with separate ports for API and files, until Ctrl-C. With --json it prints one line with its address once it listens.',
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
    requestLog: flags.requestLog,
    limits: limitsAsked(flags),
    faults: faultsAsked(flags),
  }),
  async run(context, { accounts, port, requestLog, ...asked }) {
    const { around, globals, terminal } = context;
    const warn = (message: string) => context.listen({ kind: 'warning', message });
    const { ledger, sandbox: folder } = homePlaces(await context.home());
    assertLedgerFormat(ledger);
    const { balances, limits } =
      accounts === undefined ? { balances: {}, limits: asked.limits } : readAccounts(accounts, asked.limits);
    const log = requestLog === undefined ? undefined : openRequestLog(requestLog, warn);
    const how = { ...asked, balances, limits, onRequest: log?.write };
    const listening = await around.sandbox.listen({ folder, port, warn, ...how }).catch((cause: unknown) => {
      const hint = genctl`sandbox serve --port 0`;
      throw portUnusable({ what: 'The sandbox', at: `port ${port}`, hint }, cause);
    });
    const interruption = context.interruption();
    const { baseUrl, cdnUrl = null, apiKey } = listening;
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
        `key       ${apiKey}`,
        ...limitLines(how.limits),
      ]);
      terminal.err.lines([
        '',
        `  GENCTL_BASE_URL=${baseUrl} GENCTL_API_KEY=${apiKey} genctl models`,
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
