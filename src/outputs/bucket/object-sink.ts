import { createHash } from 'node:crypto';
import type { FileContent } from '../../files/same-file.ts';
import { mediaKinds } from '../../media/rules/media-kind.ts';
import { endsWhole, kindOfName, signatureBytes } from '../downloads/output-kind.ts';
import type { OutputSink } from '../downloads/output-sink.ts';
import { objectUri, toldUri } from '../rules/place-address.ts';
import type { ObjectStore } from './object-store.ts';
import { createPartUpload, type UploadNotes } from './part-upload.ts';
import { createSeenSpans } from './seen-spans.ts';
import { isAnswerUnusable, isUploadLost, uploadLost } from './store-errors.ts';
import type { ObjectWords, PutCondition } from './stored-object.ts';

/** An object that an output is to become. */
export interface WantedObject {
  key: string;
  /** What the job says of its type. */
  contentType: string | undefined;
  metadata: Readonly<Record<string, string>>;
  condition: PutCondition;
  /** Whether the object that has the name is this output, from another run or an earlier attempt. */
  isSame(content: FileContent): Promise<boolean>;
}

/** Another object has the name. The output has to be sent under another one. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError';
}

/** After a signal the process is to be gone soon; the upload is ended by the next run then. Unit: ms. */
const abortMs = 1_500;

/** Opens an object. Nothing has its name before it is whole. */
export function createObjectSink(store: ObjectStore, wanted: WantedObject, notes: UploadNotes): OutputSink {
  const { condition, key } = wanted;
  let hash = createHash('sha256');
  let seen = createSeenSpans();
  let bytes = 0;
  let head: Uint8Array = new Uint8Array();
  let expected: number | undefined;
  const upload = createPartUpload(store, key, { notes, wordsOf: () => wordsOf(wanted, head, expected) });

  /** What a store was asked to do may be done although it does not say so. */
  async function putUnlessThere(content: FileContent): Promise<void> {
    try {
      const outcome = await upload.put(condition);
      if (outcome === 'put') return;
      throw outcome === 'taken'
        ? new NameTakenError(`${key} is taken`)
        : uploadLost(toldUri(store.bucket, key));
    } catch (error) {
      if (!isUnsure(error) || !(await wanted.isSame(content))) throw error;
    }
  }
  return {
    get bytes() {
      return bytes;
    },
    get head() {
      return head;
    },
    keptAs: undefined,
    expects(told) {
      expected = told;
    },
    write(chunk) {
      if (head.byteLength < signatureBytes)
        head = Buffer.concat([head, chunk.subarray(0, signatureBytes - head.byteLength)]);
      hash.update(chunk);
      seen.note(chunk);
      bytes += chunk.byteLength;
      return upload.write(chunk);
    },
    async restart() {
      await upload.restart();
      hash = createHash('sha256');
      seen = createSeenSpans();
      bytes = 0;
      head = new Uint8Array();
    },
    async seal() {
      await upload.flush();
      expected = bytes;
      return hash.digest('hex');
    },
    endsWhole: (kind) => endsWhole(kind, seen.read, bytes),
    async finish(content) {
      await putUnlessThere(content);
      await upload.end(abortMs);
      return objectUri(store.bucket, key);
    },
    abandon: () => upload.end(abortMs),
  };
}

/** What is put with an object; its length joins that where it is known by then. */
function wordsOf(wanted: WantedObject, head: Uint8Array, bytes: number | undefined): ObjectWords {
  const kind = kindOfName(wanted.key, head);
  return {
    contentType: wanted.contentType ?? (kind === undefined ? undefined : mediaKinds[kind].contentType),
    metadata: {
      ...wanted.metadata,
      ...(bytes === undefined ? {} : { 'genctl-bytes': String(bytes) }),
    },
  };
}

function isUnsure(error: unknown): boolean {
  return error instanceof NameTakenError || isUploadLost(error) || isAnswerUnusable(error);
}
