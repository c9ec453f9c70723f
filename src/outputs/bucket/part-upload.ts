import type { ObjectStore } from './object-store.ts';
import type { OpenUploads } from './store-notes.ts';
import type { ObjectWords, PutCondition, PutOutcome } from './stored-object.ts';
import type { UploadName } from './upload-calls.ts';

/**
 * The bytes of an object on their way: what is shorter than a part is put at once, the rest in parts. One part is under way while the next
 * one fills. `objectWords` is asked when the object is begun.
 */
export function createPartUpload(
  store: ObjectStore,
  key: string,
  { notes, objectWords }: { notes: Pick<OpenUploads, 'begin'>; objectWords: () => ObjectWords },
) {
  let slot: Slot | undefined;
  let upload: NotedUpload | undefined;
  let parts = createParts(store);

  async function fillInTurn(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      if (slot?.bytes === partBytes) await sendSlot();
      slot ??= await partSlots.take();
      rest = fill(slot, rest);
    }
  }
  async function sendSlot(): Promise<void> {
    await parts.sent();
    upload ??= await beginUpload(store, key, { notes, words: objectWords() });
    const full = slot;
    slot = undefined;
    if (full !== undefined)
      parts.send(upload.name, full.part.subarray(0, full.bytes), () => partSlots.give(full));
  }
  async function end(onceMs?: number): Promise<void> {
    if (slot !== undefined) partSlots.give(slot);
    slot = undefined;
    await parts.over();
    const open = upload;
    upload = undefined;
    if (open !== undefined) await endUpload(store, open, onceMs);
  }

  return {
    /** A promise asks the sender to wait. */
    write(chunk: Uint8Array): Promise<void> | undefined {
      slot ??= partSlots.takeNow();
      if (slot === undefined || slot.bytes + chunk.length > partBytes) return fillInTurn(chunk);
      fill(slot, chunk);
      return undefined;
    },
    /** Drops what was written. */
    async restart(): Promise<void> {
      await parts.sent();
      await end();
      parts = createParts(store);
    },
    /** Sends what is left, where there are parts. */
    async flush(): Promise<void> {
      if (upload !== undefined) await sendSlot();
      await parts.sent();
    },
    /** Gives the object its name. */
    async put(condition: PutCondition): Promise<PutOutcome> {
      const body = slot?.part.subarray(0, slot.bytes) ?? new Uint8Array();
      if (upload === undefined) return store.put(key, body, objectWords(), condition);
      const outcome = await store.complete(upload.name, parts.tags, condition);
      if (outcome === 'put') {
        upload.note.over();
        upload = undefined;
      }
      return outcome;
    },
    /** Gives memory back, and ends the upload, where one is open. `onceMs`: gives up after this time. Never rejects. */
    end,
  };
}

/** The parts of an upload, one under way at a time. */
function createParts(store: Pick<ObjectStore, 'part'>) {
  const tags: string[] = [];
  let sending: Promise<void> = Promise.resolve();
  let failure: { error: unknown } | undefined;

  /** Never rejects: whoever waits for the part is told of its failure. */
  async function sendPart(name: UploadName, body: Uint8Array): Promise<void> {
    const number = tags.push('');
    try {
      tags[number - 1] = await store.part(name, number, body);
    } catch (error) {
      failure ??= { error };
    }
  }
  return {
    /** The store's names for them. */
    tags,
    send(name: UploadName, body: Uint8Array, onOver: () => void): void {
      sending = sendPart(name, body).finally(onOver);
    },
    /** Waits for the part that is under way, whatever becomes of it. */
    over: (): Promise<void> => sending,
    /** Waits for the part that is under way, and throws where it or one before failed. */
    async sent(): Promise<void> {
      await sending;
      if (failure !== undefined) throw failure.error;
    },
  };
}

interface NotedUpload {
  name: UploadName;
  note: ReturnType<OpenUploads['begin']>;
}

async function beginUpload(
  store: ObjectStore,
  key: string,
  { notes, words }: { notes: Pick<OpenUploads, 'begin'>; words: ObjectWords },
): Promise<NotedUpload> {
  const note = notes.begin(key);
  const uploadId = await store.begin(key, words);
  note.named(uploadId);
  return { name: { key, uploadId }, note };
}

async function endUpload(store: ObjectStore, { name, note }: NotedUpload, onceMs?: number): Promise<void> {
  try {
    await store.abort(name, onceMs);
    note.over();
  } catch {
    // It stays noted, and the next run ends it.
  }
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
