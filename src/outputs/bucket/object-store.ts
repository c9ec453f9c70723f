import { toldUri } from '../rules/place-address.ts';
import { listCalls } from './list-calls.ts';
import { objectCalls } from './object-calls.ts';
import type { StoreAccess } from './store-access.ts';
import { callStore } from './store-call.ts';
import type { StoreCaller } from './store-caller.ts';
import { uploadCalls } from './upload-calls.ts';

/** One bucket of an object store. Every method rejects with CliError, or with the signal's reason. */
export type ObjectStore = ReturnType<typeof createObjectStore>;

/** A bucket that is open. */
export interface OpenedStore {
  /** Its calls end with the signal. Without one, a signal ends the process as it would without them. */
  store(signal?: AbortSignal): ObjectStore;
  /** The store's time, once an answer told it. Unit: ms since 1970. */
  nowMs(): number;
  /** A mark that sets the bucket apart from any other bucket of any other store, in the notes of this machine. */
  id: string;
}

/** @param signal ends the calls. */
export function createObjectStore(access: StoreAccess, signal?: AbortSignal) {
  const { bucket } = access.address;
  const caller: StoreCaller = {
    access,
    signal,
    call: (ask) => callStore(access, { signal, ...ask }),
    nameOf: (key) => toldUri(bucket, key),
  };
  const lists = listCalls(caller);
  return { bucket, ...objectCalls(caller), ...uploadCalls(caller, lists), ...lists };
}
