import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRecordFolder } from '../../files/record-folder.ts';
import { extensionOfType } from '../../media/rules/media-kind.ts';
import type { JobRecord } from '../record.ts';
import { recordFileName } from './read.ts';

export type LedgerPictures = ReturnType<typeof openPictures>;

const dataUrl = /^data:([^;,]*)[^,]*;base64,/i;

/** The folder of the pictures inside the ledger's folder. */
export function picturesFolder(ledgerFolder: string): string {
  return join(ledgerFolder, 'pictures');
}

/** Keeps pictures that came inside an answer as files of their own, so that no record holds megabytes. */
export function openPictures(ledgerFolder: string) {
  const folder = createRecordFolder(picturesFolder(ledgerFolder));
  const linkOf = (name: string) => pathToFileURL(join(folder.path, name)).href;

  /** Tells whether a picture came inside the answer that a record has. */
  const holdsPicture = ({ job }: JobRecord): boolean =>
    job.outputs?.some(({ url }) => dataUrl.test(url)) === true;

  return {
    holdsPicture,
    /** Returns the record with each picture replaced by the link of a file, or the same record where it holds no picture. */
    keep(record: JobRecord): JobRecord {
      const { outputs = [] } = record.job;
      if (!holdsPicture(record)) return record;
      /** The link for each text that it replaces: the whole data URL, and its base64 alone. */
      const links = new Map<string, string>();
      const kept = outputs.map((output, index) => {
        const [head, contentType = ''] = dataUrl.exec(output.url) ?? [];
        if (head === undefined) return output;
        const name = pictureName(record.id, index, extensionOfType[contentType.toLowerCase()] ?? 'bin');
        const base64 = output.url.slice(head.length);
        folder.write(name, Buffer.from(base64, 'base64'));
        const url = linkOf(name);
        links.set(output.url, url).set(base64, url);
        return { ...output, url };
      });
      const light = { ...record, job: { ...record.job, outputs: kept } };
      return record.raw === undefined ? light : { ...light, raw: withLinks(record.raw, links) };
    },
    /** Removes the pictures of a record that is being removed, and returns their size. Unit: bytes. */
    remove({ id, job }: JobRecord): number {
      let bytes = 0;
      for (const [index, { url }] of (job.outputs ?? []).entries()) {
        const name = [...Object.values(extensionOfType), 'bin']
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

/** The file is named after the record, so that no two jobs share one, and a record is removed with no files but its own. */
function pictureName(id: string, index: number, extension: string): string {
  return `${recordFileName(id).replace(/\.json$/, '')}-${index + 1}.${extension}`;
}

/** Copies JSON with a link in place of each text that became a file. */
function withLinks(value: unknown, links: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return links.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one: unknown) => withLinks(one, links));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withLinks(one, links)]));
}
