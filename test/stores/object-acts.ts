import type { RawRequest } from './check-signature.ts';
import {
  type Answer,
  etagOf,
  objectOf,
  refused,
  type SeenCall,
  type StoreDouble,
  type StoredObject,
  sent,
  xmlText,
} from './double-state.ts';

export type Act = (state: StoreDouble, call: SeenCall, raw: RawRequest) => Answer;

/** What each call does. */
export const objectActs: Readonly<Record<string, Act>> = {
  'PUT object'(state, { headers, key }, { body }) {
    const { conditions = 'kept' } = state.options;
    const asks = headers['if-none-match'] === '*';
    if (asks && conditions === 'refused')
      return refused(501, 'NotImplemented', 'Conditional object PUTs are not supported.');
    if (asks && conditions !== 'ignored' && state.objects.has(key))
      return refused(
        412,
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
      );
    state.objects.set(key, objectOf(state, body, headers));
    return sent(200, { etag: etagOf(body) });
  },
  'HEAD object'({ objects }, { key }, _) {
    const object = objects.get(key);
    if (object === undefined) return sent(404);
    return sent(200, { ...object.headers, etag: tagOf(object), 'content-length': String(object.bytes) });
  },
  'GET object'({ objects }, { key }, _) {
    const object = objects.get(key);
    if (object?.body === undefined) return refused(404, 'NoSuchKey', 'The specified key does not exist.');
    return sent(200, { ...object.headers, etag: tagOf(object) }, object.body);
  },
  'DELETE object'({ objects }, { key }, _) {
    objects.delete(key);
    return sent(204);
  },
  'GET list'({ objects }, { query }, _) {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    // Two a page, so that pages are followed.
    const from = Number(query.get('continuation-token') ?? 0);
    const entries = keys
      .slice(from, from + 2)
      .map((key) => `<Contents><Key>${xmlText(key)}</Key><Size>${objects.get(key)?.bytes}</Size></Contents>`);
    const more = from + 2 < keys.length;
    const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    return sent(
      200,
      {},
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
    );
  },
};

function tagOf({ sha256 }: StoredObject): string {
  return `"${sha256.slice(0, 32)}"`;
}
