import type { Account } from '../account/account.ts';
import type { LedgerMeans } from '../ledger/ledger-means.ts';
import type { Defaults } from './defaults.ts';
import type { Onward } from './onward.ts';

/** Means by which a run makes requests and words the lines that go on. */
export interface RequestMeans extends LedgerMeans {
  /** The defaults of requests and journeys: environment, project file, profile, settings, in that order. */
  defaults(account?: Account): Promise<Defaults>;
  /** The path of a file with the bytes of stdin, which is read once. The file is gone at the end of the run. Throws UsageError. */
  stdinFile(): Promise<string>;
  /** Builds the command lines that continue with the jobs of this run. */
  onward: Onward;
}
