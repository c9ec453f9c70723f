import type { FileContent } from '../../files/same-file.ts';
import { mediaKinds } from '../../media/rules/media-kind.ts';
import type { OpenSink } from '../downloads/downloads.ts';
import { kindOfName, type OutputSink } from '../downloads/output-sink.ts';
import { objectUri, toldUri } from '../rules/place-address.ts';
import type { ObjectStore } from './object-store.ts';
import { isAnswerUnusable, UploadLostError } from './store-errors.ts';
import type { OpenUploads } from './store-notes.ts';
import type { Headers, PutCondition } from './stored-object.ts';

/** An object that an output is to become. */
export interface WantedObject {
  key: string;
  /** The type of the object, in the words of the job. */
  contentType: string | undefined;
  /** Headers by which it says what it is; its length joins them. */
  says: Headers;
  condition: PutCondition;
  /** Tells whether the object that has the name is this output, of so many bytes, from another run or an earlier attempt. */
  isSame(bytes: number): Promise<boolean>;
}

/** Another object has the name. The output has to be sent under another one. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError';
}

/** After a signal the process is to be gone soon; the upload is ended by the next run then. Unit: ms. */
const abortMs = 1_500;

/**
 * Opens an object. Nothing has its name before it is whole. What is shorter than a part is put at once, the rest in parts, of which one
 * is under way while the next one fills.
 */
export function createObjectSink(
  store: ObjectStore,
  wanted: WantedObject,
  notes: Pick<OpenUploads, 'begin'>,
  coming: Parameters<OpenSink>[0],
): OutputSink {
  const { condition, key } = wanted;
  let slot: Slot | undefined;
  let upload: Awaited<ReturnType<typeof beginUpload>> | undefined;
  let tags: string[] = [];
  let sending: Promise<void> = Promise.resolve();

  async function fillInTurn(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      if (slot?.bytes === partBytes) await sendSlot();
      slot ??= await partSlots.take();
      rest = fill(slot, rest);
    }
  }
  /** A part that failed stays in `sending`, so that none is sent after it. */
  async function sendSlot(): Promise<void> {
    await sending;
    upload ??= await beginUpload(store, key, notes, objectWords(wanted, coming));
    const full = slot;
    slot = undefined;
    if (full === undefined) return;
    const body = full.part.subarray(0, full.bytes);
    sending = store
      .part(upload.name, tags.length + 1, body)
      .then((tag) => void tags.push(tag))
      .finally(() => partSlots.give(full));
    sending.catch(() => {});
  }
  /** Gives the object its name, which may be there although the store does not say so: then it is compared. */
  async function put({ bytes }: FileContent): Promise<void> {
    try {
      const body = slot?.part.subarray(0, slot.bytes) ?? new Uint8Array();
      const outcome = await (upload === undefined
        ? store.put(key, body, objectWords(wanted, { head: coming.head, totalBytes: bytes }), condition)
        : store.complete(upload.name, tags, condition));
      if (outcome === 'taken') throw new NameTakenError(`${key} is taken`);
      if (outcome === 'lost') throw new UploadLostError(toldUri(store.bucket, key));
      upload?.note.over();
      upload = undefined;
    } catch (error) {
      if (!isUnsure(error) || !(await wanted.isSame(bytes))) throw error;
    }
  }
  /** Gives memory back, and ends the upload, where one is open. `onceMs`: gives up after this time. Never rejects. */
  async function end(onceMs?: number): Promise<void> {
    if (slot !== undefined) partSlots.give(slot);
    slot = undefined;
    await sending.catch(() => {});
    const open = upload;
    [upload, tags, sending] = [undefined, [], Promise.resolve()];
    try {
      if (open !== undefined) await store.abort(open.name, onceMs);
      open?.note.over();
    } catch {
      // It stays noted, and the next run ends it.
    }
  }
  return {
    keptAs: undefined,
    write(chunk: Uint8Array): Promise<void> | undefined {
      slot ??= partSlots.takeNow();
      if (slot === undefined || slot.bytes + chunk.length > partBytes) return fillInTurn(chunk);
      fill(slot, chunk);
      return undefined;
    },
    restart: () => end(),
    async seal() {
      if (upload !== undefined) await sendSlot();
      await sending;
    },
    async finish(content: FileContent): Promise<string> {
      await put(content);
      await end(abortMs);
      return objectUri(store.bucket, key);
    },
    abandon: () => end(abortMs),
  };
}

/** Begins an upload that is noted before it is. */
async function beginUpload(
  store: ObjectStore,
  key: string,
  notes: Pick<OpenUploads, 'begin'>,
  words: Headers,
) {
  const note = notes.begin(key);
  const uploadId = await store.begin(key, words);
  note.named(uploadId);
  return { name: { key, uploadId }, note };
}

function isUnsure(error: unknown): boolean {
  return error instanceof NameTakenError || error instanceof UploadLostError || isAnswerUnusable(error);
}

/** The header by which an object says how long it was when it was put. */
export const saidBytes = 'x-amz-meta-genctl-bytes';

/** The headers to put with an object; its length joins them where it is known by then. */
function objectWords(
  { contentType, key, says }: WantedObject,
  { head, totalBytes }: Pick<Parameters<OpenSink>[0], 'head' | 'totalBytes'>,
): Headers {
  const kind = kindOfName(key, head);
  const type = contentType ?? (kind === undefined ? undefined : mediaKinds[kind].contentType);
  return {
    ...says,
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(totalBytes === undefined ? {} : { [saidBytes]: String(totalBytes) }),
  };
}

/** The memory for one part, and how much of it is filled. */
interface Slot {
  part: Buffer;
  bytes: number;
}

/** Fills a slot with what fits, and returns the rest. */
function fill(slot: Slot, chunk: Uint8Array): Uint8Array {
  const fitting = chunk.subarray(0, partBytes - slot.bytes);
  slot.part.set(fitting, slot.bytes);
  slot.bytes += fitting.length;
  return chunk.subarray(fitting.length);
}

/** Every part but the last of an upload is this long; a smaller output is put at once. Unit: bytes. */
const partBytes = 8 * 1024 * 1024;
/** How many parts this process has in memory, whatever the number of uploads: 32 MiB. */
const slotsMost = 4;

/** The memory for parts of this process, each lent out to one upload at a time. Whoever waits for one is served in turn. */
const partSlots = createPartSlots();

function createPartSlots() {
  const free: Slot[] = [];
  const waiting: ((slot: Slot) => void)[] = [];
  let made = 0;
  function takeNow(): Slot | undefined {
    const known = free.pop();
    if (known !== undefined || made === slotsMost) return known;
    made += 1;
    return { part: Buffer.allocUnsafeSlow(partBytes), bytes: 0 };
  }
  return {
    /** One that is free at once; undefined where there is no room, as while others wait. */
    takeNow,
    /** Waits until there is room. */
    take: async (): Promise<Slot> => takeNow() ?? new Promise((resolve) => void waiting.push(resolve)),
    give(slot: Slot): void {
      slot.bytes = 0;
      const next = waiting.shift();
      if (next === undefined) free.push(slot);
      else next(slot);
    },
  };
}
