import { unlessCliError } from '../../errors/cli-error.ts';
import { escapedXml, textAt } from '../rules/store-xml.ts';
import { callStore, type StoreCaller } from './store-call.ts';
import { UploadLostError } from './store-errors.ts';
import {
  conditionOf,
  type Headers,
  isTaken,
  type PutCondition,
  type PutOutcome,
  takenAs,
} from './stored-object.ts';

/** An upload of parts that is neither complete nor ended. */
export interface OpenUpload {
  key: string;
  uploadId: string;
  /** Unit: ms since 1970; NaN where the store does not tell. */
  begunMs: number;
}

/** The key and the id by which a store knows an upload. */
export type UploadName = Pick<OpenUpload, 'key' | 'uploadId'>;

/** The uploads of a key that were begun between two moments by the store's clock, but for one that is known. Unit: ms since 1970. */
interface UnnamedUploads {
  fromMs: number;
  toMs: number;
  known?: string;
}

/** Codes by which the parts of an upload have to be sent anew: it is gone, a tag was not that of its part, or another writer was faster. */
const lostAs = ['NoSuchUpload', 'InvalidPart', 'ConditionalRequestConflict'];

/** Calls about an upload in parts. */
export function uploadCalls(
  { access, call, nameOf }: StoreCaller,
  uploads: (prefix: string) => AsyncIterable<OpenUpload>,
) {
  /** Ends an upload, of which nothing is left then. One that is not there is ended. `onceMs`: gives up after this time. */
  async function abort({ key, uploadId }: UploadName, onceMs?: number): Promise<void> {
    const answer = { proof: 'emptiness', takesCodes: ['NoSuchUpload'] } as const;
    const asked = { key, query: { uploadId }, what: `the upload of ${nameOf(key)}`, onceMs };
    // A signal must not stop it: what it leaves behind is paid for by the month.
    await callStore(access, { method: 'DELETE', ...asked, ...answer });
  }
  /** Ends uploads of a key whose names were lost on the way to us. Another machine's that is ended so is sent anew there. */
  async function endUnnamed(key: string, { fromMs, known, toMs }: UnnamedUploads): Promise<void> {
    for await (const upload of uploads(key)) {
      const isWithin = upload.key === key && upload.begunMs >= fromMs && upload.begunMs <= toMs;
      if (isWithin && upload.uploadId !== known) await abort(upload);
    }
  }
  return {
    abort,
    endUnnamed,
    /** Begins an upload, and resolves with what the store calls it. */
    async begin(key: string, headers: Headers): Promise<string> {
      const proof = { element: 'InitiateMultipartUploadResult', holds: 'UploadId' };
      const sinceMs = access.clock.monotonicMs();
      const asked = { key, query: { uploads: '' }, headers, proof };
      const what = `the upload of ${nameOf(key)}`;
      const { attempts, headers: answered, xml } = await call({ method: 'POST', ...asked, what });
      const known = textAt(xml, 'UploadId') ?? '';
      if (attempts === 1) return known;
      // Earlier attempts, whose answers were lost or spoilt, may have begun others. The store's clock, of whole seconds, says which.
      const forMs = access.clock.monotonicMs() - sinceMs;
      const nowMs = Date.parse(answered.date ?? '');
      const within = { fromMs: nowMs - forMs - 1_000, toMs: nowMs + 1_000 };
      // A store that does not let uploads be listed or ended is no reason not to use it.
      await unlessCliError(() => endUnnamed(key, { ...within, known }));
      return known;
    },
    /** Puts a part, counted from 1, and resolves with its tag. */
    async part({ key, uploadId }: UploadName, number: number, body: Uint8Array): Promise<string> {
      const asked = { key, query: { partNumber: String(number), uploadId }, body };
      const what = `part ${number} of ${nameOf(key)}`;
      const { code, headers } = await call({ method: 'PUT', ...asked, what, takesCodes: ['NoSuchUpload'] });
      if (code !== undefined) throw new UploadLostError(nameOf(key));
      return headers.etag ?? '';
    },
    async complete(
      { key, uploadId }: UploadName,
      tags: readonly string[],
      condition: PutCondition,
    ): Promise<PutOutcome> {
      const answer = await call({
        method: 'POST',
        key,
        query: { uploadId },
        body: Buffer.from(completionOf(tags)),
        headers: { 'content-type': 'application/xml', ...conditionOf(condition) },
        what: `the end of the upload of ${nameOf(key)}`,
        proof: { element: 'CompleteMultipartUploadResult' },
        takes: takenAs.takes,
        takesCodes: [...takenAs.takesCodes, ...lostAs],
      });
      if (isTaken(answer)) return 'taken';
      return answer.code === undefined ? 'put' : 'lost';
    },
  };
}

function completionOf(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedXml(tag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
}
