import type { Account } from '../../account/account.ts';
import { type AccountMeans, accountName } from '../../account/accounts.ts';
import { baseUrlMend } from '../../account/base-url-mend.ts';
import { homePlaces } from '../../account/home.ts';
import { keyMend } from '../../account/keys/credentials.ts';
import { originOf } from '../../account/rules/claim-account.ts';
import { type Api, createApi } from '../../api/transport/api.ts';
import type { UnreadAnswer } from '../../api/transport/api-call.ts';
import { type ToldClock, toldClock } from '../../api/transport/clock.ts';
import type { Exchange } from '../../api/transport/exchange.ts';
import { createRateGate, createRetryBudget, type RateGate } from '../../api/transport/rate-gate.ts';
import { trafficObserver } from '../../api/transport/traffic.ts';
import type { CommandContext } from '../../command/define-command.ts';
import { formatDuration } from '../../text/duration.ts';
import { oncePerKey } from '../../text/once.ts';

/** The carriers of requests, made when first used: one exchange for the network, one for the embedded service. */
type Connections = Pick<
  CommandContext,
  'api' | 'apiOf' | 'clockOf' | 'connectionOf' | 'exchangeOf' | 'retryBudget' | 'close'
>;

type ConnectionContext = Pick<
  CommandContext,
  'around' | 'globals' | 'terminal' | 'clock' | 'listen' | 'home'
>;

export function openConnections(
  context: ConnectionContext,
  { accountKeyOf, accountOf }: Pick<AccountMeans, 'accountKeyOf' | 'accountOf'>,
): Connections {
  const { around, clock, globals, listen } = context;
  const exchanges = new Map<boolean, Promise<Exchange>>();
  const apis = new Map<string, Promise<Api>>();
  const gates = new Map<string, RateGate>();
  const clocks = new Map<string, ToldClock>();
  const retryBudget = createRetryBudget();

  function exchangeOf({ embedded }: Pick<Account, 'embedded'>): Promise<Exchange> {
    return oncePerKey(exchanges, embedded, () => (embedded ? openEmbedded(context) : openNetwork(context)));
  }
  function clockOf({ baseUrl, embedded }: Pick<Account, 'baseUrl' | 'embedded'>): ToldClock {
    const onSkew = (aheadMs: number): void => tellSkew(context, aheadMs);
    return oncePerKey(clocks, originOf(baseUrl), () => toldClock(clock, { isTold: embedded, onSkew }));
  }
  async function connect(account: Account): Promise<Api> {
    const { baseUrl } = account;
    const key = await accountKeyOf(account);
    // Two profiles with one key are one account to the service, by whichever path of it they go.
    const gateName = JSON.stringify([originOf(baseUrl), key.all()[0]]);
    return createApi({
      baseUrl,
      key,
      gate: oncePerKey(gates, gateName, () => createRateGate(Math.random)),
      keyMend: keyMend(account),
      async otherKeyError({ id, job, recorded_at = '' }) {
        const { otherAccountKey } = await import('../../account/keys/other-account-key.ts');
        return otherAccountKey(account, { id, madeAt: job?.created_at ?? recorded_at }, 'next look');
      },
      baseUrlMend: baseUrlMend(account, { environment: around.environment, flags: globals }),
      exchange: await exchangeOf(account),
      clock,
      told: clockOf(account),
      random: Math.random,
      userAgent: `genctl/${around.version}`,
      budget: retryBudget,
      keepAnswer: (name, answer) => keepAnswer(context, name, answer),
      onRetry: (notice) => listen({ kind: 'retrying', ...notice }),
      observe: trafficObserver(context),
    });
  }
  function api(account: Account): Promise<Api> {
    return oncePerKey(apis, accountName(account), () => connect(account));
  }
  return {
    api,
    apiOf: async (record) => api(await accountOf(record)),
    clockOf,
    async connectionOf(record) {
      const account = await accountOf(record);
      return { account, key: await accountKeyOf(account), exchange: await exchangeOf(account) };
    },
    exchangeOf,
    retryBudget,
    async close() {
      // An exchange that could not be opened has had its error told already.
      const opened = await Promise.allSettled(exchanges.values());
      for (const open of opened) if (open.status === 'fulfilled') await open.value.close();
    },
  };
}

/**
 * Keeps an answer to a submit that could not be read, and resolves with its path. Where the disk does not take it, there is
 * only a warning: the submit ends as it would have.
 */
async function keepAnswer(
  { home, listen }: ConnectionContext,
  key: string,
  answer: UnreadAnswer,
): Promise<string | undefined> {
  try {
    const { openKeptAnswers } = await import('../../ledger/intents/kept-answers.ts');
    return openKeptAnswers(homePlaces(await home()).ledger).keep(key, answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `genctl could not keep the answer to the submit (${answer.bytes.length} bytes): ${why}`;
    listen({ kind: 'warning', message });
    return undefined;
  }
}

/** Says what a wrong clock still misjudges: what no answer of the service decides. */
function tellSkew({ listen }: ConnectionContext, aheadMs: number): void {
  const wholeMs = Math.round(Math.abs(aheadMs) / 60_000) * 60_000;
  const off = `${formatDuration(wholeMs)} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
  const message = `the clock of this machine is ${off}, so the ages and days that genctl shows are off`;
  listen({ kind: 'warning', message });
}

async function openNetwork({ around }: ConnectionContext): Promise<Exchange> {
  const { createUndiciExchange } = await import('../../api/transport/undici-exchange.ts');
  return createUndiciExchange({ proxies: around.environment });
}

async function openEmbedded(context: ConnectionContext): Promise<Exchange> {
  const { createInProcessExchange } = await import('../../api/transport/in-process-exchange.ts');
  const warn = (message: string) => context.listen({ kind: 'warning', message });
  return createInProcessExchange(async () =>
    context.around.sandbox.fetch({ folder: homePlaces(await context.home()).sandbox, warn }),
  );
}
