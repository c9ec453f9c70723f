import { onTestFinished } from 'vitest';
import { newHome, type RunOptions } from '../transcripts/genctl.ts';
import type { DoubleOptions, StoreDouble } from './double-state.ts';
import { startStoreDouble, storeEnvironment } from './store-double.ts';

/** A machine that may use a store, and the store; both end with the test. */
export async function storeBench(options: DoubleOptions = {}) {
  const store = await startStoreDouble(options);
  onTestFinished(async () => {
    await store.close();
  });
  return { store, ...machineAt(store) };
}

/** Another machine that may use a store. */
export function machineAt(store: StoreDouble) {
  const { home, run: runBare } = newHome();
  const env = storeEnvironment(store);
  return {
    home,
    runBare,
    run: (words: readonly string[], more: RunOptions = {}) =>
      runBare(words, { ...more, env: { ...env, ...more.env } }),
  };
}

/** The calls of a store that were about outputs, not about whether it can be used. */
export function callsOf({ seen }: Pick<StoreDouble, 'seen'>, what?: string): string[] {
  return seen
    .filter((call) => !call.key.includes('.genctl-probe') && (what === undefined || call.what === what))
    .map((call) => (what === undefined ? `${call.what} ${call.key}` : call.key));
}
