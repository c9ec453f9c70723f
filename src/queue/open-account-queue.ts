import type { Account } from '../account/account.ts';
import { originOf } from '../account/rules/claim-account.ts';
import { journalAccount } from '../batch/journal/journal-header.ts';
import { addressOf, type NamedQueue } from '../batch/queue-flags.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import type { LineOwner } from './line/line.ts';
import { openQueue, type QueueConnection, queueName } from './store/connection.ts';
import { StoreRefusalError, storeRefusalOf } from './store/store-trouble.ts';

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

/** Another account, of which lines wait in the same store. */
export interface OtherAccount {
  /** The fingerprint of its key. */
  account: string;
  waiting: number;
}

/** Names that one call looks through, and how many calls there are at most: a store may hold much besides queues. */
const [perCall, callsMost] = [1_000, 50];
/** So many are enough to see that a key is the wrong one. */
const accountsMost = 5;

/**
 * The accounts, besides that of a queue, of which lines wait in its store, those with the most first. Each has a queue of its own, so
 * that a worker with another key sees nothing of them. In a store that holds very much not all are found, and none in one that lets
 * nobody list its names.
 */
export async function otherAccounts(connection: OtherStore): Promise<OtherAccount[]> {
  try {
    const found = await findOthers(connection);
    return found.toSorted((one, other) => other.waiting - one.waiting).slice(0, accountsMost);
  } catch (error) {
    if (storeRefusalOf(error, connection) instanceof StoreRefusalError) return [];
    throw error;
  }
}

type OtherStore = Pick<QueueConnection, 'prefix' | 'redis' | 'shown'>;

async function findOthers({ prefix, redis }: OtherStore): Promise<OtherAccount[]> {
  const found = new Map<string, number>();
  let cursor = '0';
  for (let calls = 0; calls < callsMost; calls += 1) {
    const [next, names] = await redis.scan(cursor, 'MATCH', `{genctl:*}:${queueName}:wait`, 'COUNT', perCall);
    for (const name of names) {
      const account = /^\{genctl:([^}]*)\}/.exec(name)?.[1];
      if (account !== undefined && !name.startsWith(prefix)) found.set(account, await redis.llen(name));
    }
    cursor = next;
    if (cursor === '0') break;
  }
  return [...found].map(([account, waiting]) => ({ account, waiting }));
}
