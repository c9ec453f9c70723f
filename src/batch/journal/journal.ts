import { basename, dirname, join, resolve } from 'node:path';
import {
  type AppendLog,
  LogClosedError,
  type LogReader,
  openAppendLog,
  openLogReader,
} from '../../files/append-log.ts';
import { nodeCrypto } from '../../files/lazy-node.ts';
import { type HeldLock, takeLock } from '../../files/lock.ts';
import { createHashSet, type HashSet, idHash } from '../../text/id-hash.ts';
import { type JobOwner, ownerOfJob } from './job-owner.ts';
import { assertOwnAccount } from './journal-account.ts';
import { eventLine, type JournalEvent } from './journal-event.ts';
import { journalFailure } from './journal-failure.ts';
import { headerLine, type JournalOwner, type JournalRun } from './journal-header.ts';
import {
  createLineIndex,
  findOriginal,
  findPick,
  findShot,
  isRetired,
  type LineIndex,
  readHeaders,
  shotsOf,
} from './read-journal.ts';
import { mergedMemory, type ShotMemory } from './shot-memory.ts';
import { isWholeLine } from './torn-end.ts';

/** The journal of a batch, with those of its other parts, whichever machine wrote them. */
export type BatchJournal = Awaited<ReturnType<typeof openJournal>>;

/** One file of it. */
interface JournalFile {
  path: string;
  index: LineIndex;
  /** The ids of all its jobs. */
  jobIds: HashSet;
  log: LogReader | undefined;
  /** Its last header, as it stands there; undefined where no run has written to it. */
  newest: string | undefined;
  /** True if a line of it renames a shot. */
  hasRenames: boolean;
}

export interface JournalPlace {
  path: string;
  owner: JournalOwner;
  /** True if a person vouches that a journal of another key is of this account. */
  sameAccount: boolean;
  /** Tells whether the key at hand sees a job that a journal names. Absent if nothing is sent by the journal. */
  sees?: ((jobId: string) => Promise<boolean>) | undefined;
}

/** The usual path of the journal of a manifest: `FILE.NAME.genctl.ndjson`, beside it. */
export function journalPath(manifest: string, batch: string): string {
  const path = resolve(manifest);
  return join(dirname(path), `${basename(path)}.${batch}.genctl.ndjson`);
}

/** How a journal is opened. */
interface JournalOpening {
  /** The clock of a run that writes to it; without one it is looked into only: no lock is taken and nothing written. */
  nowMs?: (() => number) | undefined;
  /** The journals of other parts of the batch, which are read alone. */
  others?: readonly JournalPlace[];
}

/**
 * Opens the journal of a batch and reads what is there. For a run it takes its lock, a file beside it. Whether its folder can be
 * written shows here, before anything is sent. The lock is beside it and not in the home. So it keeps off runs of other homes and
 * other machines, too, where they share the folder. Its name begins with the journal's: one line of a `.gitignore` covers both.
 *
 * @throws MachineError where the folder or file can't be used, another process has it open, or a newer genctl wrote it; UsageError
 * where it is another batch's, service's, shard's or account's, or a line can't be what genctl wrote.
 */
export async function openJournal(place: JournalPlace, { nowMs: now, others = [] }: JournalOpening = {}) {
  const path = resolve(place.path);
  const lock = now && (await told(path, () => takeLock(`${path}.lock`, { ...patience, now })));
  const files: JournalFile[] = [];
  try {
    for (const one of [{ ...place, path }, ...others])
      files.push(await told(one.path, () => openFile(one, { isForRun: lock !== undefined })));
  } catch (error) {
    await closeAll(files, lock);
    throw error;
  }
  return journalOf(files, place.owner, lock);
}

/**
 * A run lasts for hours. One on another machine counts as killed when it gave no sign of life for two minutes; one of this machine
 * as soon as it is gone. A writer looks after its lock before each write, so one that was suspended for longer finds that it has
 * lost it. Unit: ms.
 */
const patience = { timeoutMs: 1000, staleMs: 120_000, renewMs: 15_000 };

async function openFile(
  { owner, path, sameAccount, sees }: JournalPlace,
  { isForRun }: { isForRun: boolean },
): Promise<JournalFile> {
  const log = await openLogReader(path, isWholeLine);
  const index = createLineIndex(nodeCrypto().randomBytes(4).readUInt32LE());
  const jobIds = createHashSet();
  if (log === undefined) return { path, index, jobIds, log, newest: undefined, hasRenames: false };
  try {
    const { hasRenames, newest, newestJob, owners } = await readHeaders(log, {
      ...{ path, owner, index, jobIds },
    });
    if (newest !== undefined && !sameAccount)
      await assertOwnAccount(path, owner, { owners, newestJob, sees: isForRun ? sees : undefined });
    return { path, index, jobIds, log, newest, hasRenames };
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function closeAll(files: readonly JournalFile[], lock: HeldLock | undefined): Promise<void> {
  const closed = await Promise.allSettled(files.map(({ log }) => log?.close()));
  lock?.release();
  for (const end of closed) if (end.status === 'rejected') throw end.reason;
}

function journalOf(files: readonly JournalFile[], owner: JournalOwner, lock: HeldLock | undefined) {
  const [own] = files;
  if (own === undefined) throw new Error('A journal is one file at least');
  const { path } = own;
  const isNew = files.every(({ newest }) => newest === undefined);
  let log: AppendLog | undefined;
  let beginning: Promise<void> | undefined;

  async function begin(run: JournalRun): Promise<void> {
    if (own === undefined || lock === undefined)
      throw new Error('A journal that is looked into only was begun');
    const opened = await openAppendLog(path, { isHeld: lock.isHeld, isWhole: isWholeLine });
    const before = own.log;
    if (opened.bytes !== (before?.bytes ?? 0)) {
      await opened.close();
      throw new LogClosedError('another program has changed it since it was read');
    }
    [log, own.log] = [opened, opened];
    await before?.close();
    const header = headerLine(owner, run);
    if (header !== own.newest) await write(header);
  }
  async function write(line: string, shot?: string): Promise<void> {
    if (log === undefined) throw new Error('An event came before its run had begun');
    const place = await log.append(line);
    own?.index.add(shot, place + Buffer.byteLength(line) + 1);
  }
  return {
    /** Absolute. */
    path,
    /** True if no run had written to it as it was opened. */
    isNew,
    /** Finds the memory of a shot, with events that this run made durable. Throws UsageError for lines that contradict each other. */
    find: (shot: string) => mergedMemory(files.flatMap((file) => findShot(file, shot) ?? [])),
    /** The job of the draft that a person has picked for a final. Throws as `find` does. */
    pickedDraft: (shot: string) =>
      files.map((file) => findPick(file, shot)).find((draft) => draft !== undefined),
    /** Finds the id that the shot of a line was first sent under; undefined where nobody has renamed it. Throws as `find` does. */
    original: (shot: string) => {
      for (const file of files) {
        const original = file.hasRenames ? findOriginal(file, shot) : undefined;
        if (original !== undefined) return original;
      }
      return undefined;
    },
    /** True if a line of it renames a shot. */
    hasRenames: files.some(({ hasRenames }) => hasRenames),
    /** Tells whether a person has said that a shot is none of the lines any more. Throws as `find` does. */
    isRetired: (shot: string) => files.some((file) => isRetired(file, shot)),
    /** In how many of its files a shot has lines. */
    filesWith: (shot: string) => files.filter(({ index }) => index.has(shot)).length,
    /** How many shots have lines in it; a few less where hashes are the same. */
    shotCount: files.reduce((sum, { index }) => sum + index.names, 0),
    /** Their names, each as often as it has lines; `from` is the earlier id where a line renames one. */
    async *shots() {
      for (const file of files) if (file.log !== undefined) yield* shotsOf(file.log, file.path);
    },
    /** Notes what this run begins with, before its first event. Nothing is written before. A second time it does nothing. */
    async begin(run: JournalRun) {
      beginning ??= told(path, () => begin(run));
      await beginning;
    },
    own: {
      find: (shot: string) => findShot(own, shot),
      ownerOfJob: (jobId: string) => told(path, () => ownerOfJob(files, jobId)),
      /** Resolves once the event is durable. Rejects with a MachineError, for this event and all that follow. */
      append: (event: JournalEvent) =>
        told(path, async () => {
          if (event.event === 'job') own.jobIds.add(idHash(event.job));
          await write(eventLine(event, dirname(path)), event.shot);
        }),
    } satisfies OwnJournal,
    async close() {
      // A file that is being opened is closed as well; whoever began hears of a failure.
      await beginning?.catch(() => {});
      await closeAll(files, lock);
    },
  };
}

/** The file of a journal that a run writes to. */
export interface OwnJournal {
  find(shot: string): ShotMemory | undefined;
  /** The first request that this journal, or that of another part of the batch, has a job of; undefined if none has. */
  ownerOfJob(jobId: string): Promise<JobOwner | undefined>;
  append(event: JournalEvent): Promise<void>;
}

async function told<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw journalFailure(path, error);
  }
}
