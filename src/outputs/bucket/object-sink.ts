import type { FileContent } from '../../files/same-file.ts';
import { beginsWithBox, mediaKinds } from '../../media/rules/media-kind.ts';
import { endsWhole, kindOfName } from '../downloads/output-kind.ts';
import { type OutputSink, ReceivedBytes } from '../downloads/output-sink.ts';
import { objectUri, toldUri } from '../rules/place-address.ts';
import type { ObjectStore } from './object-store.ts';
import type { OpenUploads } from './open-uploads.ts';
import { createPartUpload } from './part-upload.ts';
import { isAnswerUnusable, isUploadLost, uploadLost } from './store-errors.ts';
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
  let received = new ReceivedBytes();
  let seen = createSeenSpans();
  let expected: number | undefined;
  const upload = createPartUpload(store, key, {
    notes,
    wordsOf: () => wordsOf(wanted, received.head, expected),
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
  return {
    get bytes() {
      return received.bytes;
    },
    get head() {
      return received.head;
    },
    keptAs: undefined,
    expects(told) {
      expected = told;
    },
    write(chunk) {
      received.add(chunk);
      seen.note(chunk);
      return upload.write(chunk);
    },
    async restart() {
      await upload.restart();
      received = new ReceivedBytes();
      seen = createSeenSpans();
    },
    async seal() {
      await upload.flush();
      expected = received.bytes;
      return received.digest();
    },
    endsWhole: (kind) => endsWhole(kind, seen.read, received.bytes),
    async finish(content) {
      await putUnlessThere(content);
      await upload.end(abortMs);
      return objectUri(store.bucket, key);
    },
    abandon: () => upload.end(abortMs),
  };
}

/** The type and the metadata to put with an object; its length joins them where it is known by then. */
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

const headBytes = 16;
/** An end of JPEG may be followed by some padding. */
const tailBytes = 64;
/** A clip has some dozens of boxes at its top level; one with more is not walked to its end. */
const boxesMost = 4096;

/** Remembers the first and the last bytes of a stream, and in a clip the header of each box: enough to see whether it ends as its kind must. */
export function createSeenSpans() {
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  const boxes = new Map<number, Buffer>();
  let box: { offset: number; header: Buffer } = { offset: 0, header: Buffer.alloc(0) };

  const isClip = (): boolean => beginsWithBox('mp4', head) || beginsWithBox('mov', head);

  function noteBoxes(chunk: Uint8Array): void {
    while (boxes.size < boxesMost && box.offset + box.header.length < bytes + chunk.length) {
      const from = box.offset + box.header.length - bytes;
      const more = chunk.subarray(from, from + headBytes - box.header.length);
      box.header = Buffer.concat([box.header, more]);
      if (box.header.length < headBytes) return;
      boxes.set(box.offset, box.header);
      const short = box.header.readUInt32BE(0);
      const boxBytes = short === 1 ? Number(box.header.readBigUInt64BE(8)) : short;
      // A size of 0 reaches to the end; one below a header's is no box. Both end the walk.
      if (boxBytes < 8) box = { offset: Number.POSITIVE_INFINITY, header: Buffer.alloc(0) };
      else box = { offset: box.offset + boxBytes, header: headerWithin(box, boxBytes) };
    }
  }
  /** A box may be shorter than what is read of its header: the next one begins in it. */
  function headerWithin({ header }: typeof box, boxBytes: number): Buffer {
    return boxBytes < headBytes ? header.subarray(boxBytes) : Buffer.alloc(0);
  }
  return {
    note(chunk: Uint8Array): void {
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      if (head.length < headBytes || isClip()) noteBoxes(chunk);
      tail = Buffer.concat([tail, chunk.subarray(Math.max(0, chunk.length - tailBytes))]);
      tail = tail.subarray(Math.max(0, tail.length - tailBytes));
      bytes += chunk.length;
    },
    read(offset: number, spanBytes: number): Buffer {
      const from = Math.max(0, offset);
      const header = boxes.get(from) ?? (from === box.offset ? box.header : undefined);
      if (header !== undefined && isClip()) return header.subarray(0, spanBytes);
      if (from + spanBytes <= head.length) return head.subarray(from, from + spanBytes);
      const inTail = from - (bytes - tail.length);
      return inTail < 0 ? Buffer.alloc(0) : tail.subarray(inTail, inTail + spanBytes);
    },
  };
}
