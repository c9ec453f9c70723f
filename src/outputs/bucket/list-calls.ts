import { keepsKey } from '../rules/object-url.ts';
import { elementsOf, textAt, type XmlElement } from '../rules/store-xml.ts';
import type { StoreCaller } from './store-caller.ts';
import { listUnreadable } from './store-errors.ts';
import type { OpenUpload } from './stored-object.ts';

/** A store that never says that a list is at its end is not asked for ever. */
const pagesMost = 10_000;

/** Calls that list what is in a bucket, page by page. Keys that no address keeps are left out. */
export function listCalls({ access, call, nameOf }: StoreCaller) {
  async function* pages(
    prefix: string,
    { name, query }: { name: string; query: Record<string, string> },
    next: (page: XmlElement) => Record<string, string>,
  ): AsyncGenerator<XmlElement> {
    const what = nameOf(prefix);
    let more: Record<string, string> = {};
    for (let count = 0; count < pagesMost; count += 1) {
      const asked = {
        method: 'GET',
        query: { ...query, prefix, ...more },
        what: `the list of ${what}`,
        proof: { element: name },
      } as const;
      const { xml } = await call(asked);
      if (xml === undefined) throw listUnreadable(access, what, `It has no ${name}.`);
      yield xml;
      if (textAt(xml, 'IsTruncated') !== 'true') return;
      const from = next(xml);
      const isOnward = Object.entries(from).some(([word, value]) => value !== '' && value !== more[word]);
      if (!isOnward) throw listUnreadable(access, what, 'It says that more follows, but not where.');
      more = from;
    }
    throw listUnreadable(access, what, `It has more than ${pagesMost} pages.`);
  }
  return {
    async *list(prefix: string): AsyncGenerator<{ key: string; bytes: number }> {
      const listing = { name: 'ListBucketResult', query: { 'list-type': '2' } };
      const next = (page: XmlElement) => ({
        'continuation-token': textAt(page, 'NextContinuationToken') ?? '',
      });
      for await (const page of pages(prefix, listing, next)) {
        for (const entry of elementsOf(page, 'Contents')) {
          const key = keyOf(entry);
          if (key !== undefined) yield { key, bytes: Number(textAt(entry, 'Size')) };
        }
      }
    },
    async *uploads(prefix: string): AsyncGenerator<OpenUpload> {
      const next = (page: XmlElement) => ({
        'key-marker': textAt(page, 'NextKeyMarker') ?? '',
        'upload-id-marker': textAt(page, 'NextUploadIdMarker') ?? '',
      });
      const listing = { name: 'ListMultipartUploadsResult', query: { uploads: '' } };
      for await (const page of pages(prefix, listing, next)) {
        for (const entry of elementsOf(page, 'Upload')) {
          const key = keyOf(entry);
          const begunMs = Date.parse(textAt(entry, 'Initiated') ?? '');
          if (key !== undefined) yield { key, uploadId: textAt(entry, 'UploadId') ?? '', begunMs };
        }
      }
    },
  };
}

/** The key of an entry, as a text of its own: a piece of the page would keep the whole page in memory. Undefined for one that is left out. */
function keyOf(entry: XmlElement): string | undefined {
  const key = textAt(entry, 'Key') ?? '';
  return keepsKey(key) ? Buffer.from(key).toString() : undefined;
}
