import { escapedXml, textAt } from '../../rules/stores/store-xml.ts';
import { callStore } from './store-call.ts';
import type { StoreCaller } from './store-caller.ts';
import {
  conditionOf,
  headersOf,
  isTaken,
  type ObjectWords,
  type OpenUpload,
  type PutCondition,
  type PutOutcome,
  takenAs,
} from './stored-object.ts';

/** What a store knows an upload by. */
export type UploadName = Pick<OpenUpload, 'key' | 'uploadId'>;

/** Calls about an upload in parts. */
export interface UploadCalls {
  /** Begins an upload, and resolves with what the store calls it. */
  begin(key: string, words: ObjectWords): Promise<string>;
  /** Puts a part, counted from 1, and resolves with its tag. */
  part(upload: UploadName, number: number, body: Uint8Array): Promise<string>;
  complete(upload: UploadName, tags: readonly string[], condition: PutCondition): Promise<PutOutcome>;
  /** Ends an upload, of which nothing is left then. One that is not there is ended. `onceMs`: gives up after this time. */
  abort(upload: UploadName, onceMs?: number): Promise<void>;
}

export function uploadCalls({ access, call, nameOf }: StoreCaller): UploadCalls {
  return {
    async begin(key, words) {
      const what = `the upload of ${nameOf(key)}`;
      const query = { uploads: '' };
      const { xml } = await call({ method: 'POST', key, query, headers: headersOf(words), what });
      return textAt(xml, 'UploadId') ?? '';
    },
    async part({ key, uploadId }, number, body) {
      const query = { partNumber: String(number), uploadId };
      const what = `part ${number} of ${nameOf(key)}`;
      const { headers } = await call({ method: 'PUT', key, query, body, what });
      return headers.etag ?? '';
    },
    async complete({ key, uploadId }, tags, condition) {
      const { code, status } = await call({
        method: 'POST',
        key,
        query: { uploadId },
        body: Buffer.from(completionOf(tags)),
        headers: { 'content-type': 'application/xml', ...conditionOf(condition) },
        what: `the end of the upload of ${nameOf(key)}`,
        takes: takenAs.takes,
        takesCodes: [...takenAs.takesCodes, 'NoSuchUpload'],
      });
      if (isTaken(status, code)) return 'taken';
      return code === 'NoSuchUpload' ? 'lost' : 'put';
    },
    async abort({ key, uploadId }, onceMs) {
      const what = `the upload of ${nameOf(key)}`;
      // A signal must not stop it: what it leaves behind is paid for by the month.
      await callStore(access, {
        method: 'DELETE',
        key,
        query: { uploadId },
        what,
        takesCodes: ['NoSuchUpload'],
        onceMs,
      });
    },
  };
}

function completionOf(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedXml(tag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
}
