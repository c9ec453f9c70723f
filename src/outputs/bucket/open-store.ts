import { toldClock } from '../../api/transport/clock.ts';
import type { Environment } from '../../cli/surroundings.ts';
import { oncePerKey } from '../../text/once.ts';
import { readAwsProfile } from '../credentials/aws-profile.ts';
import { createCredentialSource } from '../credentials/credentials.ts';
import { findStoreCredentials } from '../credentials/store-credentials.ts';
import { type OutputMeans, requestMeans } from '../output-means.ts';
import { createObjectStore, type OpenedStore } from './object-store.ts';
import { checkedEndpoint, type StoreAccess, usualRegion } from './store-access.ts';

type StoreContext = Pick<
  OutputMeans,
  'around' | 'clock' | 'exchangeOf' | 'globals' | 'listen' | 'retryBudget' | 'terminal'
>;

/**
 * Opens a bucket by the variables and shared files of AWS. Credentials are looked for with the first request. Throws UsageError for an
 * endpoint that can't be used.
 *
 * @param named the endpoint of `--s3-endpoint`.
 */
async function openStore(
  context: StoreContext,
  bucket: string,
  named: string | undefined,
): Promise<OpenedStore> {
  const { around, clock } = context;
  const told = toldClock(clock);
  const { environment } = around;
  const profile = readAwsProfile(environment);
  const region =
    environment.AWS_REGION || environment.AWS_DEFAULT_REGION || profile.values?.region || usualRegion;
  const endpoint = endpointOf(environment, named);
  // The sandbox is in this process, and the store is not.
  const exchange = await context.exchangeOf({ embedded: false });
  const { commandRunner } = await import('../../account/keys/run-command.ts');
  const runCommand = commandRunner(environment);
  const means = { ...requestMeans(context), exchange };
  // A program that renews the keys of a profile writes them into its file.
  const look = async () =>
    findStoreCredentials({
      ...means,
      ...{ environment, region, runCommand },
      profile: readAwsProfile(environment),
    });
  const access: StoreAccess = {
    ...means,
    address: { bucket, endpoint, region },
    credentials: createCredentialSource(look, told),
    told,
    signingKeys: new Map<string, ArrayBuffer>(),
  };
  return {
    nowMs: told.nowMs,
    store: (signal) => createObjectStore(access, signal),
    id: `${endpoint ?? 'aws'} ${bucket}`,
  };
}

function endpointOf(environment: Environment, named: string | undefined): string | undefined {
  if (named !== undefined) return checkedEndpoint(named, '--s3-endpoint');
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'] as const) {
    const value = environment[name];
    if (value) return checkedEndpoint(value, name);
  }
  return undefined;
}

/** Opens each bucket once in a command. */
export function storeOpener(context: StoreContext): OutputMeans['storeOf'] {
  const stores = new Map<string, Promise<OpenedStore>>();
  return (bucket, endpoint) =>
    oncePerKey(stores, JSON.stringify([bucket, endpoint]), () => openStore(context, bucket, endpoint));
}
