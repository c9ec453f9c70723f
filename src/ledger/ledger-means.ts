import type { Account } from '../account/account.ts';
import type { AccountMeans } from '../account/accounts.ts';
import type { AccountKey } from '../account/keys/account-key.ts';
import type { Api } from '../api/transport/api.ts';
import type { Clock, ToldClock } from '../api/transport/clock.ts';
import type { Exchange } from '../api/transport/exchange.ts';
import type { RetryBudget } from '../api/transport/rate-gate.ts';
import type { Interruptible } from '../cli/surroundings.ts';
import type { Narrator } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { JobRecord } from './record.ts';

/** An account with its key, and what carries requests to it. */
interface Connection {
  account: Account;
  key: AccountKey;
  exchange: Exchange;
}

/** The means by which a run asks services, keeps jobs, and tells of them. A connection opens with its first request. */
export interface LedgerMeans extends AccountMeans, Narrator, Interruptible {
  clock: Clock;
  /** The service, spoken to as an account. */
  api(account: Account): Promise<Api>;
  /** The time of the service of an account, once an answer told it; the machine's until then. */
  clockOf(account: Pick<Account, 'baseUrl' | 'embedded'>): ToldClock;
  /** The carrier of requests to the service of an account. */
  exchangeOf(account: Pick<Account, 'embedded'>): Promise<Exchange>;
  /** The retry budget of the process: an outage meets all its requests at once, downloads and uploads among them. */
  retryBudget: RetryBudget;
  ledger(): Promise<Ledger>;
  /** As `ledger`, for many submits or jobs that are under way. Those share their flushes. */
  ledgerForMany(): Promise<Ledger>;
  /** The service that a job was submitted to, and no other. */
  apiOf(record: JobRecord): Promise<Api>;
  connectionOf(record: JobRecord): Promise<Connection>;
}

/** With so many jobs at once, some wait for the disk while others are answered. */
const manyJobs = 8;

/**
 * The context for work on so many jobs: of many the records are flushed together and beside the work, as those of a batch, and one
 * that is written holds nobody up. Few are written at once, which is quicker for each.
 */
export function forJobs<Means extends LedgerMeans>(context: Means, count: number): Means {
  return count < manyJobs ? context : { ...context, ledger: context.ledgerForMany };
}
