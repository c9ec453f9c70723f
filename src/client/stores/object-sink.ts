import { createHash } from 'node:crypto';
import { MachineError } from '../../errors/endings.ts';
import { mediaKinds } from '../../rules/media/media-kind.ts';
import { objectUri } from '../../rules/stores/place-address.ts';
import { endsWhole, kindOfName, signatureBytes } from '../downloads/output-kind.ts';
import type { OutputSink } from '../downloads/output-sink.ts';
import type { ObjectStore, ObjectWords, OpenUpload, PutCondition, PutOutcome } from './object-store.ts';
import { partBytes, partSlots } from './part-slots.ts';
import { createSeenSpans } from './seen-spans.ts';

/** Where an upload is noted before it is begun, so that one that a kill left open is found. */
export interface UploadNotes {
  /** Durable on return. */
  begin(key: string): UploadNote;
}

export interface UploadNote {
  /** Notes what the store calls it. */
  named(uploadId: string): void;
  /** Forgets an upload that is complete or ended. */
  over(): void;
}

/** An object that an output is to become. */
export interface WantedObject {
  key: string;
  /** What the job says of its type. */
  contentType: string | undefined;
  metadata: Readonly<Record<string, string>>;
  condition: PutCondition;
  /** Whether the object that has the name is this output, from another run or an earlier attempt. */
  isSame(content: { bytes: number; sha256: string }): Promise<boolean>;
}

/** Another object has the name. The output has to be sent under another one. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError';
}

/** After a signal the process is to be gone soon; the upload is ended by the next run then. Unit: ms. */
const abortMs = 1_500;

/**
 * Opens an object. What is shorter than a part is put at once; longer ones go up in parts while they come, one under way while
 * the next one fills. Nothing has the name before it is whole.
 */
export function createObjectSink(store: ObjectStore, wanted: WantedObject, notes: UploadNotes): OutputSink {
  const { condition, key } = wanted;
  let hash = createHash('sha256');
  let seen = createSeenSpans();
  let bytes = 0;
  let head: Uint8Array = new Uint8Array();
  let expected: number | undefined;
  let slot: { part: Buffer; bytes: number } | undefined;
  let upload: { open: Pick<OpenUpload, 'key' | 'uploadId'>; note: UploadNote } | undefined;
  let tags: string[] = [];
  let sending: Promise<void> = Promise.resolve();
  let failure: { error: unknown } | undefined;

  function wordsOf(): ObjectWords {
    const kind = kindOfName(key, head);
    return {
      contentType: wanted.contentType ?? (kind === undefined ? undefined : mediaKinds[kind].contentType),
      metadata: {
        ...wanted.metadata,
        ...(expected === undefined ? {} : { 'genctl-bytes': String(expected) }),
      },
    };
  }
  function fill(chunk: Uint8Array): void {
    if (slot === undefined) return;
    slot.part.set(chunk, slot.bytes);
    slot.bytes += chunk.length;
  }
  async function fillInTurn(chunk: Uint8Array): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      if (slot?.bytes === partBytes) await sendSlot();
      slot ??= { part: await partSlots.take(), bytes: 0 };
      const fitting = rest.subarray(0, partBytes - slot.bytes);
      fill(fitting);
      rest = rest.subarray(fitting.length);
    }
  }
  /** Waits for the part that is under way, and throws where it failed. */
  async function sent(): Promise<void> {
    await sending;
    if (failure !== undefined) throw failure.error;
  }
  async function sendSlot(): Promise<void> {
    await sent();
    const { open } = upload ?? (await begin());
    if (slot === undefined) return;
    const { part, bytes: filled } = slot;
    slot = undefined;
    const number = tags.push('');
    const mine = tags;
    sending = store
      .part(open, number, part.subarray(0, filled))
      .then(
        (tag) => {
          mine[number - 1] = tag;
        },
        (error: unknown) => {
          failure ??= { error };
        },
      )
      .finally(() => partSlots.give(part));
  }
  async function begin(): Promise<NonNullable<typeof upload>> {
    const note = notes.begin(key);
    const uploadId = await store.begin(key, wordsOf());
    note.named(uploadId);
    upload = { open: { key, uploadId }, note };
    return upload;
  }
  function letGo(): void {
    if (slot !== undefined) partSlots.give(slot.part);
    slot = undefined;
  }
  async function end(onceMs?: number): Promise<void> {
    if (upload === undefined) return;
    const { note, open } = upload;
    upload = undefined;
    await store.abort(open, onceMs);
    note.over();
  }
  async function put(): Promise<PutOutcome> {
    expected = bytes;
    if (upload !== undefined) return store.complete(upload.open, tags, condition);
    const body = slot?.part.subarray(0, slot.bytes) ?? new Uint8Array();
    return store.put(key, body, wordsOf(), condition);
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
      const free = slot === undefined ? partSlots.takeNow() : undefined;
      if (free !== undefined) slot = { part: free, bytes: 0 };
      if (slot === undefined || slot.bytes + chunk.byteLength > partBytes) return fillInTurn(chunk);
      fill(chunk);
      return undefined;
    },
    async restart() {
      await sent();
      letGo();
      // The parts of the same upload are put once more, under the same numbers.
      tags = [];
      hash = createHash('sha256');
      seen = createSeenSpans();
      bytes = 0;
      head = new Uint8Array();
    },
    async seal() {
      if (upload !== undefined) await sendSlot();
      await sent();
      return hash.digest('hex');
    },
    endsWhole: (kind) => endsWhole(kind, seen.read, bytes),
    async finish(content) {
      const outcome = await put();
      letGo();
      if (outcome === 'put') upload?.note.over();
      else if (!(await wanted.isSame(content))) throw notPut(outcome, key);
      else await end(abortMs);
      upload = undefined;
      return objectUri(store.bucket, key);
    },
    async abandon() {
      letGo();
      try {
        await sending;
        await end(abortMs);
      } catch {
        // It stays noted, and the next run ends it.
      }
    },
  };
}

function notPut(outcome: Exclude<PutOutcome, 'put'>, key: string): Error {
  if (outcome === 'taken') return new NameTakenError(`${key} is taken`);
  return new MachineError({
    code: 'store_upload_lost',
    message: `the object store lost the upload of ${key}`,
    why: 'It does not know the upload any more: somebody ended it, or a rule of the bucket did.',
    hint: 'to fetch it again: genctl download ID',
  });
}
