import type { StoreAccess, StoreCall } from './store-access.ts';
import type { StoreResult } from './store-call.ts';

/** What makes the calls to one bucket. */
export interface StoreCaller {
  access: StoreAccess;
  signal: AbortSignal | undefined;
  /** Makes a call that ends with the signal. Rejects with CliError. */
  call(ask: StoreCall): Promise<StoreResult>;
  /** What a call about a key is told to be about. */
  nameOf(key: string): string;
}
