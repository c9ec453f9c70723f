import type { StoreAccess, StoreCall } from './store-access.ts';
import type { StoreResult } from './store-call.ts';

/** The maker of the calls to one bucket. */
export interface StoreCaller {
  access: StoreAccess;
  signal: AbortSignal | undefined;
  /** Makes a call that ends with the signal. Rejects with CliError. */
  call(ask: StoreCall): Promise<StoreResult>;
  /** The name that messages give the subject of a call about a key. */
  nameOf(key: string): string;
}
