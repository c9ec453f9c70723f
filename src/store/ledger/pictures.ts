import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inlineExtensions } from '../../contract/file-extensions.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import type { JobRecord } from './record.ts';
import { recordFileName } from './record-file-name.ts';

/** Pictures that came inside an answer: files of their own, so that no record holds megabytes. */
export interface LedgerPictures {
  /** The record with the link of a file in the place of each picture; itself where it holds none. */
  keep(record: JobRecord): JobRecord;
  /** Removes those of a record that goes. The size of what was removed. Unit: bytes. */
  remove(record: JobRecord): number;
}

const dataUrl = /^data:([^;,]*)[^,]*;base64,/i;

/** Where they are, in the folder of the ledger. */
export function picturesFolder(ledgerFolder: string): string {
  return join(ledgerFolder, 'pictures');
}

export function openPictures(ledgerFolder: string): LedgerPictures {
  const folder = createRecordFolder(picturesFolder(ledgerFolder));
  const linkOf = (name: string) => pathToFileURL(join(folder.path, name)).href;

  return {
    keep(record) {
      const { outputs } = record.job;
      if (outputs?.some(({ url }) => dataUrl.test(url)) !== true) return record;
      /** The link that takes the place of each text: of the whole data URL, and of what it holds. */
      const links = new Map<string, string>();
      const kept = outputs.map((output, index) => {
        const [head, contentType = ''] = dataUrl.exec(output.url) ?? [];
        if (head === undefined) return output;
        const name = pictureName(record.id, index, inlineExtensions[contentType.toLowerCase()] ?? 'bin');
        const base64 = output.url.slice(head.length);
        folder.write(name, Buffer.from(base64, 'base64'));
        const url = linkOf(name);
        links.set(output.url, url).set(base64, url);
        return { ...output, url };
      });
      const light = { ...record, job: { ...record.job, outputs: kept } };
      return record.raw === undefined ? light : { ...light, raw: withLinks(record.raw, links) };
    },
    remove({ id, job }) {
      let bytes = 0;
      for (const [index, { url }] of (job.outputs ?? []).entries()) {
        const name = [...Object.values(inlineExtensions), 'bin']
          .map((extension) => pictureName(id, index, extension))
          .find((candidate) => url.startsWith('file:') && url.endsWith(`/${candidate}`));
        if (name === undefined) continue;
        bytes += folder.read(name)?.length ?? 0;
        folder.remove(name);
      }
      return bytes;
    },
  };
}

/** Named after the record, so that no two jobs share a file, and nothing but its own can be removed with a record. */
function pictureName(id: string, index: number, extension: string): string {
  return `${recordFileName(id).replace(/\.json$/, '')}-${index + 1}.${extension}`;
}

/** The same JSON with a link for each text that a file was made of. */
function withLinks(value: unknown, links: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return links.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one: unknown) => withLinks(one, links));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withLinks(one, links)]));
}
