import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { say, thenAgain } from '../../errors/hint.ts';
import { systemTrouble } from '../../errors/system-trouble.ts';
import {
  type AppendLog,
  LogClosedError,
  type LogReader,
  NotAFileError,
  openAppendLog,
  openLogReader,
} from '../../files/append-log.ts';
import { nodeCrypto } from '../../files/lazy-node.ts';
import { type HeldLock, LockTimeoutError, takeLock } from '../../files/lock.ts';
import { eventLine, type JournalEvent } from './journal-event.ts';
import { headerLine, type JournalOwner, type JournalRun, otherAccount } from './journal-header.ts';
import { createLineIndex, findPick, findShot, type LineIndex, readHeaders, shotsOf } from './read-journal.ts';
import type { ShotMemory } from './shot-memory.ts';

/** The memory of a journal about a batch, whichever machine wrote it down. */
export interface JournalMemory {
  /** Absolute. */
  readonly path: string;
  /** True if no run has written to it. */
  readonly isNew: boolean;
  /** Finds the memory of a shot, with events that this run made durable. Throws UsageError for lines that contradict each other. */
  find(shot: string): ShotMemory | undefined;
  /** The job of the draft that a person has picked for a final. Throws as `find` does. */
  pickedDraft(shot: string): string | undefined;
  /** How many shots have lines in it, as it was opened; a few less where hashes are the same. */
  readonly shotCount: number;
  /** Their names, each as often as it has lines. */
  shots(): AsyncIterable<string>;
  close(): Promise<void>;
}

/** The journal of a batch that is under way; no other process has it open. */
export interface BatchJournal extends Omit<JournalMemory, 'shotCount' | 'shots'> {
  /** Notes what this run begins with, before its first event. Nothing is written before. */
  begin(run: JournalRun): Promise<void>;
  /** Resolves once the event is durable. Rejects with a MachineError, for this event and all that follow. */
  append(event: JournalEvent): Promise<void>;
}

export interface JournalPlace {
  path: string;
  owner: JournalOwner;
  /** True if a person vouches that a journal of another key is of this account. */
  sameAccount: boolean;
}

/** The usual path of the journal of a manifest: `FILE.NAME.genctl.ndjson`, beside it. */
export function journalPath(manifest: string, batch: string): string {
  const path = resolve(manifest);
  return join(dirname(path), `${basename(path)}.${batch}.genctl.ndjson`);
}

/**
 * Reads the journal of a batch, to look into it only: no lock is taken and nothing written. Undefined where there is none.
 * Throws as {@link openJournal} does, but never because another process has it open.
 */
export async function readJournal(place: JournalPlace): Promise<JournalMemory | undefined> {
  const path = resolve(place.path);
  const log = await told(path, () => openLogReader(path));
  if (log === undefined) return undefined;
  const { index, newest } = await memoryIn(log, { ...place, path });
  return {
    path,
    isNew: newest === undefined,
    find: (shot) => findShot(log, { path, index }, shot),
    pickedDraft: (shot) => findPick(log, { path, index }, shot),
    shotCount: index.names,
    shots: () => shotsOf(log, path),
    close: () => log.close(),
  };
}

/**
 * Opens the journal of a batch for a run: takes its lock, a file beside it, and reads what is there. Whether its folder can be
 * written shows here, before anything is sent. The lock is beside it and not in the home. So it keeps off runs of other homes and
 * other machines, too, where they share the folder. Its name begins with the journal's: one line of a `.gitignore` covers both.
 *
 * @throws MachineError where the folder or file can't be used, another process has it open, or a newer genctl wrote it; UsageError
 * where it is another batch's, service's, shard's or account's, or a line can't be what genctl wrote.
 */
export async function openJournal(place: JournalPlace, nowMs: () => number): Promise<BatchJournal> {
  const path = resolve(place.path);
  const lock = await told(path, () => takeLock(`${path}.lock`, { ...patience, now: nowMs }));
  try {
    const old = await told(path, () => openLogReader(path));
    const known = old && (await memoryIn(old, { ...place, path }));
    const { index, newest } = known ?? { index: newIndex(), newest: undefined };
    return writable({ ...place, path }, lock, { index, newest, old });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * A run lasts for hours. One on another machine counts as killed when it gave no sign of life for two minutes; one of this machine
 * as soon as it is gone. A writer looks after its lock before each write, so one that was suspended for longer finds that it has
 * lost it. Unit: ms.
 */
const patience = { timeoutMs: 1000, staleMs: 120_000, renewMs: 15_000 };

async function memoryIn(log: LogReader, { path, owner, sameAccount }: JournalPlace) {
  const index = newIndex();
  try {
    const headers = await told(path, () => readHeaders(log, { path, owner, index }));
    const isOwn = headers.newest === undefined || headers.accounts.has(owner.account);
    if (!isOwn && !sameAccount) throw otherAccount(path);
    return { index, newest: headers.newest };
  } catch (error) {
    await log.close();
    throw error;
  }
}

function newIndex(): LineIndex {
  return createLineIndex(nodeCrypto().randomBytes(4).readUInt32LE());
}

function writable(
  place: JournalPlace,
  lock: HeldLock,
  { index, newest, old }: { index: LineIndex; newest: string | undefined; old: LogReader | undefined },
): BatchJournal {
  const { path, owner } = place;
  let log: AppendLog | undefined;

  async function begin(run: JournalRun): Promise<void> {
    const opened = await openAppendLog(path, { isHeld: lock.isHeld });
    if (opened.bytes !== (old?.bytes ?? 0)) {
      await opened.close();
      throw new LogClosedError('another program has changed it since it was read');
    }
    log = opened;
    const header = headerLine(owner, run);
    if (header !== newest) await write(log, header);
  }
  async function write(to: AppendLog, line: string, shot?: string): Promise<void> {
    const place = await to.append(line);
    index.add(shot, place + Buffer.byteLength(line) + 1);
  }
  return {
    path,
    isNew: newest === undefined,
    find: (shot) => findShot(log ?? old, { path, index }, shot),
    pickedDraft: (shot) => findPick(log ?? old, { path, index }, shot),
    begin: (run) => told(path, () => begin(run)),
    append(event) {
      if (log === undefined) throw new Error('An event came before its run had begun');
      const open = log;
      return told(path, () => write(open, eventLine(event, dirname(path)), event.shot));
    },
    async close() {
      const closed = await Promise.allSettled([log?.close(), old?.close()]);
      lock.release();
      for (const end of closed) if (end.status === 'rejected') throw end.reason;
    },
  };
}

async function told<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw journalFailure(path, error);
  }
}

/** The error for a journal that can't be used, with the trouble and its mend. Errors of ours and defects come back unchanged. */
export function journalFailure(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof CliError || !(error instanceof Error)) return error;
  if (error instanceof LockTimeoutError) return inUse(path, error);
  if (error instanceof LogClosedError) return lost(path, error);
  if (code === undefined) return error;
  if (code === 'ENOENT') return homeless(path, error);
  const { mend = `check ${path}` } = systemTrouble(code) ?? {};
  const other = otherThanFile(error);
  return new MachineError({
    code: 'journal_failed',
    message: `the journal of the batch can't be used: ${path}`,
    why: other === undefined ? error.message : `${other} is there instead of a file.`,
    hint: say`${other === undefined ? mend : 'move that away'}, or --journal PATH, with a place that can be written${thenAgain}`,
    cause: error,
  });
}

function homeless(path: string, error: Error): MachineError {
  return new MachineError({
    code: 'journal_failed',
    message: `the journal of the batch can't be written: ${path}`,
    why: `There is no folder ${dirname(path)}.`,
    hint: say`make that folder${thenAgain}; or --journal PATH, in a folder that is there`,
    cause: error,
  });
}

/** The thing in the place of a file; undefined where the trouble is another one. */
function otherThanFile(error: Error): string | undefined {
  if (errorCode(error) === 'ELOOP') return 'A link, which is not followed,';
  return error instanceof NotAFileError ? 'A folder, a pipe or a device' : undefined;
}

function inUse(path: string, error: LockTimeoutError): MachineError {
  return new MachineError({
    code: 'journal_in_use',
    message: `another run has the journal open: ${path}`,
    why: error.message,
    hint: say`wait for that run to end${thenAgain}`,
    cause: error,
  });
}

function lost(path: string, error: LogClosedError): MachineError {
  return new MachineError({
    code: 'journal_lost',
    message: `nothing more can be written to the journal ${path}`,
    why: error.message,
    hint: 'let the other run end, then run this one again: it finds what was sent',
    cause: error,
  });
}
