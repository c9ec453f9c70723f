import type { ObjectStore } from '../../../client/stores/object-store.ts';
import { sidecarSchema } from '../../../flows/sidecar.ts';
import { together } from '../../../flows/task-group.ts';
import { objectOf } from '../../../rules/json/json-object.ts';
import { tryReadJson } from '../../../rules/json/read-json.ts';
import { objectUri } from '../../../rules/stores/place-address.ts';
import { type SidecarOwner, type SidecarPlace, sidecarBytes } from '../files/sidecar-place.ts';
import type { SidecarPut } from './file-place.ts';
import type { StandingSidecar } from './shot-files.ts';

const words = { contentType: 'application/json', metadata: {} } as const;

/** What stands where a sidecar goes. */
export async function sidecarObject(
  store: ObjectStore,
  key: string,
  { jobId, output }: SidecarOwner,
): Promise<SidecarPlace> {
  const body = await store.read(key);
  if (body === 'absent') return { kind: 'free' };
  const fields = fieldsOf(body);
  if (fields === undefined) return { kind: 'foreign' };
  return fields.job_id === jobId && fields.output === output ? { kind: 'own', fields } : { kind: 'other' };
}

/**
 * Puts a sidecar where it goes. It is the mark that its output is done, so that whatever keeps it away rejects, as it would for the
 * output; what stands there and is no sidecar stays, which is said.
 */
export async function putBucketSidecar(
  store: ObjectStore,
  key: string,
  sidecar: Record<string, unknown>,
  { before, owner, replaced }: SidecarPut,
): Promise<string | undefined> {
  const { kind } = before;
  const body = sidecarBytes(sidecar);
  if (kind === 'free' && (await store.put(key, body, words, 'free')) === 'put') return undefined;
  // Somebody may have put one there at this moment.
  const now = kind === 'free' ? (await sidecarObject(store, key, owner)).kind : kind;
  if (now !== 'own' && !(now === 'other' && replaced))
    return `${objectUri(store.bucket, key)} is something else, and stays as it is`;
  await store.put(key, body, words, 'any');
  return undefined;
}

/** So many sidecars are read at a time. */
const sidecarsAtOnce = 16;

/** The sidecars of a bucket whose keys begin so, with the files that stand beside them. */
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
  const files = [...sizes.keys()].filter((key) => sizes.has(`${key}.json`)).sort();
  for (let at = 0; at < files.length; at += sidecarsAtOnce) {
    throwIfInterrupted();
    const some = files.slice(at, at + sidecarsAtOnce);
    const bodies = await together(some.map((key) => store.read(`${key}.json`)));
    for (const [index, key] of some.entries()) {
      const fields = fieldsOf(bodies[index]);
      if (fields !== undefined)
        yield { fields, path: objectUri(store.bucket, key), fileBytes: sizes.get(key) };
    }
  }
}

function fieldsOf(body: Buffer | string | undefined): Record<string, unknown> | undefined {
  const fields = Buffer.isBuffer(body) ? objectOf(tryReadJson(body.toString('utf8'))) : undefined;
  return fields?.schema === sidecarSchema ? fields : undefined;
}
