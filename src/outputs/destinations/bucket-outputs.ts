import type { FileContent } from '../../files/same-file.ts';
import type { ObjectStore } from '../bucket/object-store.ts';
import type { ObjectFacts } from '../bucket/stored-object.ts';
import type { FetchedFile } from '../download.ts';
import { besideFile, type SidecarOwner } from '../names/sidecar-place.ts';
import { objectUri } from '../rules/place-address.ts';
import { sidecarObject } from './bucket-sidecars.ts';

/** The output at a key, if it is the owner's: see `recognisedBy`. */
export async function recognisedObject(
  store: ObjectStore,
  key: string,
  owner: SidecarOwner,
  content?: FileContent,
): Promise<FetchedFile | undefined> {
  const facts = await store.facts(key);
  return facts && recognisedBy(store, key, { facts, owner, content });
}

/**
 * The output that an object is, if it is the owner's. An object that says so by its metadata is it where it is as long as the `content` that was
 * just fetched. Without that its sidecar tells; where that has not come yet, as after a kill, the object is read to its end for its
 * hash: nothing gets a name in a store before it is whole.
 */
export async function recognisedBy(
  store: ObjectStore,
  key: string,
  { content, facts, owner }: { facts: ObjectFacts; owner: SidecarOwner; content?: FileContent | undefined },
): Promise<FetchedFile | undefined> {
  const path = objectUri(store.bucket, key);
  const isOwn = saysToBe(facts, owner);
  if (isOwn && content?.bytes === facts.bytes) return { path, ...content };
  const beside = await sidecarObject(store, besideFile(key), owner);
  const { bytes, sha256 } = beside.kind === 'own' ? beside.fields : {};
  const isBeside = bytes === facts.bytes && typeof sha256 === 'string';
  if (isBeside && (content?.sha256 ?? sha256) === sha256) return { path, bytes: facts.bytes, sha256 };
  if (content !== undefined || !isOwn) return undefined;
  const hash = await store.hash(key);
  return hash === undefined ? undefined : { path, bytes: facts.bytes, sha256: hash };
}

/** Whether an object says that it is this output, and is as long as it was put. */
export function saysToBe({ bytes, metadata }: ObjectFacts, { jobId, output }: SidecarOwner): boolean {
  const told = metadata['genctl-bytes'] ?? String(bytes);
  return (
    metadata['genctl-job'] === jobId && metadata['genctl-output'] === String(output) && told === String(bytes)
  );
}
