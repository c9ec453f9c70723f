import { elementsOf, textAt, type XmlElement } from '../../rules/stores/store-xml.ts';
import type { StoreCaller } from './store-caller.ts';
import type { OpenUpload } from './stored-object.ts';

/** A store that never says that a list is at its end is not asked for ever. */
const pagesMost = 10_000;

/** Calls that list what is in a bucket, page by page. */
export interface ListCalls {
  list(prefix: string): AsyncIterable<{ key: string; bytes: number }>;
  uploads(prefix: string): AsyncIterable<OpenUpload>;
}

export function listCalls({ call, nameOf }: StoreCaller): ListCalls {
  async function* pages(
    what: string,
    query: Record<string, string>,
    next: (page: XmlElement) => Record<string, string>,
  ): AsyncGenerator<XmlElement> {
    let more = {};
    for (let count = 0; count < pagesMost; count += 1) {
      const { xml } = await call({ method: 'GET', query: { ...query, ...more }, what });
      if (xml === undefined) return;
      yield xml;
      if (textAt(xml, 'IsTruncated') !== 'true') return;
      more = next(xml);
    }
  }
  return {
    async *list(prefix) {
      const query = { 'list-type': '2', prefix };
      const next = (page: XmlElement) => ({
        'continuation-token': textAt(page, 'NextContinuationToken') ?? '',
      });
      for await (const page of pages(`the list of ${nameOf(prefix)}`, query, next)) {
        for (const entry of elementsOf(page, 'Contents'))
          yield { key: textAt(entry, 'Key') ?? '', bytes: Number(textAt(entry, 'Size')) };
      }
    },
    async *uploads(prefix) {
      const next = (page: XmlElement) => ({
        'key-marker': textAt(page, 'NextKeyMarker') ?? '',
        'upload-id-marker': textAt(page, 'NextUploadIdMarker') ?? '',
      });
      for await (const page of pages(`the uploads to ${nameOf(prefix)}`, { uploads: '', prefix }, next)) {
        for (const entry of elementsOf(page, 'Upload'))
          yield {
            key: textAt(entry, 'Key') ?? '',
            uploadId: textAt(entry, 'UploadId') ?? '',
            begunMs: Date.parse(textAt(entry, 'Initiated') ?? ''),
          };
      }
    },
  };
}
