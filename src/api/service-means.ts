import type { Account } from '../account/account.ts';
import type { AccountMeans } from '../account/accounts.ts';
import type { Api } from './transport/api.ts';
import type { Clock, ToldClock } from './transport/clock.ts';
import type { Exchange } from './transport/exchange.ts';

/** The means by which a run asks services. A connection opens with its first request. */
export interface ServiceMeans extends AccountMeans {
  clock: Clock;
  /** The service, spoken to as an account. */
  api(account: Account): Promise<Api>;
  /** The time of the service of an account, once an answer told it; the machine's until then. */
  clockOf(account: Pick<Account, 'baseUrl' | 'embedded'>): ToldClock;
  /** The carrier of requests to the service of an account. */
  exchangeOf(account: Pick<Account, 'embedded'>): Promise<Exchange>;
}
