import { CliError } from '../../errors/cli-error.ts';
import { escapedXml, textAt } from '../rules/store-xml.ts';
import { callStore, type StoreCaller } from './store-call.ts';
import { uploadLost } from './store-errors.ts';
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

/** The key and the id by which a store knows an upload. */
export type UploadName = Pick<OpenUpload, 'key' | 'uploadId'>;

/** The uploads of a key that were begun between two moments by the store's clock, but for one that is known. Unit: ms since 1970. */
interface UnnamedUploads {
  fromMs: number;
  toMs: number;
  known?: string;
}

/** Calls about an upload in parts. */
export function uploadCalls(caller: StoreCaller, uploads: (prefix: string) => AsyncIterable<OpenUpload>) {
  const { access, call, nameOf } = caller;
  const abort = (upload: UploadName, onceMs?: number): Promise<void> => abortUpload(caller, upload, onceMs);
  async function endUnnamed(key: string, { fromMs, known, toMs }: UnnamedUploads): Promise<void> {
    for await (const upload of uploads(key)) {
      const isWithin = upload.key === key && upload.begunMs >= fromMs && upload.begunMs <= toMs;
      if (isWithin && upload.uploadId !== known) await abort(upload);
    }
  }
  return {
    /** Ends an upload, of which nothing is left then. One that is not there is ended. `onceMs`: gives up after this time. */
    abort,
    /** Ends uploads of a key whose names were lost on the way to us. Another machine's that is ended so is sent anew there. */
    endUnnamed,
    /** Begins an upload, and resolves with what the store calls it. */
    async begin(key: string, words: ObjectWords): Promise<string> {
      const what = `the upload of ${nameOf(key)}`;
      const query = { uploads: '' };
      const proof = { element: 'InitiateMultipartUploadResult', holds: 'UploadId' };
      const sinceMs = access.clock.monotonicMs();
      const asked = { key, query, headers: headersOf(words), what, proof };
      const { attempts, headers, xml } = await call({ method: 'POST', ...asked });
      const known = textAt(xml, 'UploadId') ?? '';
      // Earlier attempts, whose answers were lost or spoilt, may have begun others. The store's clock says which.
      const forMs = access.clock.monotonicMs() - sinceMs;
      if (attempts > 1)
        await whereAllowed(() =>
          endUnnamed(key, { ...lastOf(forMs, Date.parse(headers.date ?? '')), known }),
        );
      return known;
    },
    /** Puts a part, counted from 1, and resolves with its tag. */
    async part({ key, uploadId }: UploadName, number: number, body: Uint8Array): Promise<string> {
      const query = { partNumber: String(number), uploadId };
      const what = `part ${number} of ${nameOf(key)}`;
      const answer = { proof: 'tag', takesCodes: ['NoSuchUpload'] } as const;
      const { code, headers } = await call({ method: 'PUT', key, query, body, what, ...answer });
      if (code !== undefined) throw uploadLost(nameOf(key));
      return headers.etag ?? '';
    },
    async complete(
      { key, uploadId }: UploadName,
      tags: readonly string[],
      condition: PutCondition,
    ): Promise<PutOutcome> {
      const { code, status } = await call({
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
      if (isTaken(status, code)) return 'taken';
      return code === undefined ? 'put' : 'lost';
    },
  };
}

/** A signal must not stop it: what it leaves behind is paid for by the month. */
async function abortUpload(
  { access, nameOf }: StoreCaller,
  { key, uploadId }: UploadName,
  onceMs: number | undefined,
): Promise<void> {
  const what = `the upload of ${nameOf(key)}`;
  const answer = { proof: 'emptiness', takesCodes: ['NoSuchUpload'] } as const;
  await callStore(access, { method: 'DELETE', key, query: { uploadId }, what, onceMs, ...answer });
}

/** The time that has just passed by a clock of whole seconds. Unit: ms. */
function lastOf(forMs: number, nowMs: number): { fromMs: number; toMs: number } {
  return { fromMs: nowMs - forMs - 1_000, toMs: nowMs + 1_000 };
}

/** A store that does not let uploads be listed or ended is no reason not to use it. */
export async function whereAllowed(end: () => Promise<void>): Promise<void> {
  try {
    await end();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
  }
}

/** Codes by which the parts of an upload have to be sent anew: it is gone, a tag was not that of its part, or another writer was faster. */
const lostAs = ['NoSuchUpload', 'InvalidPart', 'ConditionalRequestConflict'];

function completionOf(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedXml(tag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
}
