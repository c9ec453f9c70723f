import type { StoreAccess, StoreCall } from './store-access.ts';
import type { StoreAnswer } from './store-call.ts';

/** What makes the calls to one bucket. */
export interface StoreCaller {
  access: StoreAccess;
  signal: AbortSignal | undefined;
  /** Makes a call that ends with the signal. Rejects with CliError. */
  call(ask: StoreCall): Promise<StoreAnswer>;
  /** The URI of an object, or of the bucket for no key. */
  nameOf(key: string): string;
}
