import type { FileContent } from '../../files/same-file.ts';
import { mediaKinds } from '../../media/rules/media-kind.ts';
import { kindOfName, type OutputSink, ReceivedBytes } from '../downloads/output-sink.ts';
import { objectUri, toldUri } from '../rules/place-address.ts';
import type { ObjectStore } from './object-store.ts';
import { createPartUpload } from './part-upload.ts';
import { isAnswerUnusable, isUploadLost, uploadLost } from './store-errors.ts';
import type { OpenUploads } from './store-notes.ts';
import type { ObjectWords, PutCondition } from './stored-object.ts';

/** An object that an output is to become. */
export interface WantedObject {
  key: string;
  /** The type of the object, in the words of the job. */
  contentType: string | undefined;
  metadata: Readonly<Record<string, string>>;
  condition: PutCondition;
  /** Tells whether the object that has the name is this output, from another run or an earlier attempt. */
  isSame(content: FileContent): Promise<boolean>;
}

/** Another object has the name. The output has to be sent under another one. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError';
}

/** After a signal the process is to be gone soon; the upload is ended by the next run then. Unit: ms. */
const abortMs = 1_500;

/** Opens an object. Nothing has its name before it is whole. */
export function createObjectSink(
  store: ObjectStore,
  wanted: WantedObject,
  notes: Pick<OpenUploads, 'begin'>,
): OutputSink {
  const { condition, key } = wanted;
  const received = new ReceivedBytes();
  let expected: number | undefined;
  const upload = createPartUpload(store, key, {
    notes,
    objectWords: () => objectWords(wanted, received.head, expected),
  });

  /** Puts the object, which may be there although the store does not say so: then it is compared. */
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
  return Object.assign(received, {
    keptAs: undefined,
    expects(told: number | undefined): void {
      expected = told;
    },
    write(chunk: Uint8Array) {
      received.add(chunk);
      return upload.write(chunk);
    },
    async restart() {
      await upload.restart();
      received.forget();
    },
    async seal() {
      await upload.flush();
      expected = received.bytes;
      return received.digest();
    },
    async finish(content: FileContent): Promise<string> {
      await putUnlessThere(content);
      await upload.end(abortMs);
      return objectUri(store.bucket, key);
    },
    abandon: () => upload.end(abortMs),
  });
}

/** The type and the metadata to put with an object; its length joins them where it is known by then. */
function objectWords(wanted: WantedObject, head: Uint8Array, bytes: number | undefined): ObjectWords {
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
