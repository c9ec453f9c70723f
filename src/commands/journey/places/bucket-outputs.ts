import type { ObjectStore } from '../../../client/stores/object-store.ts';
import type { FetchedFile } from '../../../flows/download.ts';
import { objectUri } from '../../../rules/stores/place-address.ts';
import { besideFile, type SidecarOwner } from '../files/sidecar-place.ts';
import { sidecarObject } from './bucket-sidecars.ts';

/**
 * The output at a key, if it is the owner's. Its sidecar tells; where that has not come yet, as after a kill, the object itself says
 * whose it is, and is read to its end for its hash: nothing gets a name in a store before it is whole.
 */
export async function recognisedObject(
  store: ObjectStore,
  key: string,
  owner: SidecarOwner,
): Promise<FetchedFile | undefined> {
  const facts = await store.facts(key);
  if (facts === undefined) return undefined;
  const path = objectUri(store.bucket, key);
  const beside = await sidecarObject(store, besideFile(key), owner);
  const { bytes, sha256 } = beside.kind === 'own' ? beside.fields : {};
  if (bytes === facts.bytes && typeof sha256 === 'string') return { path, bytes: facts.bytes, sha256 };
  const isOwn =
    facts.metadata['genctl-job'] === owner.jobId && facts.metadata['genctl-output'] === String(owner.output);
  const told = facts.metadata['genctl-bytes'];
  if (!isOwn || (told !== undefined && told !== String(facts.bytes))) return undefined;
  const hash = await store.hash(key);
  return hash === undefined ? undefined : { path, bytes: facts.bytes, sha256: hash };
}
