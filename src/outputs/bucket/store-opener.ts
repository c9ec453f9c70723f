import { oncePerKey } from '../../text/once.ts';
import type { OutputMeans } from '../output-means.ts';
import type { OpenedStore } from './object-store.ts';
import type { StoreContext } from './open-store.ts';

/** Opens each bucket once in a command, by code that is loaded when the first is opened. */
export function storeOpener(context: StoreContext): OutputMeans['storeOf'] {
  const stores = new Map<string, Promise<OpenedStore>>();
  return (bucket, endpoint) =>
    oncePerKey(stores, JSON.stringify([bucket, endpoint]), async () => {
      const { openStore } = await import('./open-store.ts');
      return openStore(context, bucket, endpoint);
    });
}
