import type { Account } from '../account/account.ts';
import type { LedgerMeans } from '../ledger/ledger-means.ts';
import type { Defaults } from './defaults.ts';
import type { Onward } from './onward.ts';

/** Means by which a run makes requests and words the lines that go on. */
export interface RequestMeans extends LedgerMeans {
  /** The defaults of requests and journeys: environment, project file, profile, settings, in that order. */
  defaults(account?: Account): Promise<Defaults>;
  /** Builds the command lines that continue with the jobs of this run. */
  onward: Onward;
}
