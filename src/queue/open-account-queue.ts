import type { Account } from '../account/account.ts';
import { originOf } from '../account/rules/claim-account.ts';
import { journalAccount } from '../batch/journal/journal-header.ts';
import { addressOf, type NamedQueue } from '../batch/queue-flags.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import type { LineOwner } from './line/line.ts';
import { openQueue, type QueueConnection } from './store/connection.ts';

/** The queue of the account at hand. */
export interface AccountQueue {
  account: Account;
  connection: QueueConnection;
  /** Whose lines are in it. */
  own: LineOwner;
}

/** Opens the queue of the account at hand. Throws as `openQueue` does. */
export async function openAccountQueue(context: OutputMeans, named: NamedQueue): Promise<AccountQueue> {
  const account = await context.account();
  const { baseUrl } = account;
  const own = {
    account: journalAccount({ baseUrl, apiKey: await context.keyOf(account) }),
    origin: originOf(baseUrl),
  };
  const { environment } = context.around;
  const address = addressOf(named, environment);
  const password = address.password ?? (environment.GENCTL_QUEUE_PASSWORD || undefined);
  const { clock, listen } = context;
  const warn = (message: string): void => listen({ kind: 'warning', message });
  const connection = await openQueue({ ...address, password }, { account: own.account, clock, warn });
  // The service's clock goes by its answers, and by the store's clock until one comes.
  const service = context.clockOf(account);
  const storeMs = connection.clock.nowMs();
  if (!service.isTold) service.tell({ leastMs: storeMs, mostMs: storeMs });
  return { account, own, connection };
}
