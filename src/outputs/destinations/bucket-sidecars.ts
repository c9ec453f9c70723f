import { together } from '../../files/task-group.ts';
import type { ObjectStore } from '../bucket/object-store.ts';
import {
  putSidecarIn,
  type SidecarOwner,
  type SidecarPlace,
  type SidecarPut,
  sidecarFields,
  sidecarPlaceOf,
} from '../names/sidecar-place.ts';
import { objectUri } from '../rules/place-address.ts';
import type { StandingSidecar } from './place-memory.ts';

const words = { contentType: 'application/json', metadata: {} } as const;

/** The entry in the place of a sidecar. */
export async function sidecarObject(
  store: ObjectStore,
  key: string,
  owner: SidecarOwner,
): Promise<SidecarPlace> {
  const body = await store.read(key);
  return body === 'absent' ? { kind: 'free' } : sidecarPlaceOf(textOf(body), owner);
}

/**
 * Puts a sidecar where it goes. It is the mark that its output is done, so that whatever keeps it away rejects, as it would for the
 * output; what stands there and is no sidecar of it stays, which is said.
 */
export function putBucketSidecar(
  store: ObjectStore,
  key: string,
  put: SidecarPut,
): Promise<string | undefined> {
  const place = {
    name: objectUri(store.bucket, key),
    look: () => sidecarObject(store, key, put.owner),
    write: async (bytes: Buffer, { kind }: SidecarPlace) =>
      (await store.put(key, bytes, words, kind === 'free' ? 'free' : 'any')) === 'put',
  };
  return putSidecarIn(place, put);
}

/** So many sidecars are read at a time. */
const sidecarsAtOnce = 16;

const ending = '.json';

/** The names of files end so: what is JSON beside none of them is no sidecar, and may be of any size. */
const hasFileEnding = /\.[a-z0-9]+$/i;

/** The sidecars of a bucket whose keys begin so, with the files that stand beside them; those of files that are gone, too. */
export async function* bucketSidecars(
  store: ObjectStore,
  prefix: string,
  throwIfInterrupted: () => void,
): AsyncGenerator<StandingSidecar> {
  const sizes = new Map<string, number>();
  for await (const { bytes, key } of store.list(prefix)) {
    throwIfInterrupted();
    sizes.set(key, bytes);
  }
  const files = [...sizes.keys()]
    .filter((key) => key.endsWith(ending))
    .map((key) => key.slice(0, -ending.length))
    .filter((file) => sizes.has(file) || hasFileEnding.test(file))
    .sort();
  for (let at = 0; at < files.length; at += sidecarsAtOnce) {
    throwIfInterrupted();
    const some = files.slice(at, at + sidecarsAtOnce);
    const bodies = await together(some.map((key) => store.read(key + ending)));
    for (const [index, key] of some.entries()) {
      const fields = sidecarFields(textOf(bodies[index]));
      if (fields !== undefined)
        yield { fields, path: objectUri(store.bucket, key), fileBytes: sizes.get(key) };
    }
  }
}

function textOf(body: Buffer | string | undefined): string | undefined {
  return Buffer.isBuffer(body) ? body.toString('utf8') : undefined;
}
