import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../errors/error-code.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { withLock } from '../../files/lock.ts';
import type { Warn } from '../../files/set-aside.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { objectOf } from '../../text/json-object.ts';
import type { ScenarioName } from '../life/scenarios.ts';
import { startBalanceMicrousd } from '../money/prices.ts';
import { hashOf } from './account-id.ts';
import { appendChanges, isAnotherLog, newChanges, type ReadSoFar, unread } from './account-log.ts';
import {
  type AccountChange,
  type AccountNow,
  changeAccount,
  emptyAccount,
  type OpenJob,
} from './account-now.ts';
import { jsonRecords, stateFolder } from './json-records.ts';

/** An account as it was at some moment. What became of it since is in a log beside it. */
interface AccountRecord {
  balanceMicrousd: number;
  open: Record<string, OpenJob>;
  attempts: Record<string, number>;
  /** The number of the log that goes on from here; 0 unless given. */
  log?: number;
}

/** An account while no other process changes it. */
interface LockedAccount {
  readonly now: AccountNow;
  /** Written as one. */
  change(changes: readonly AccountChange[]): void;
}

/**
 * Accounts, each a record and a log of what became of it since. A submit appends a line or two, whatever the number of jobs in
 * flight; a process that goes on, such as a server, reads of the log only what others appended.
 */
export interface AccountStore {
  /** A new account has the start balance. */
  read(accountId: string): AccountNow;
  write(accountId: string, record: AccountRecord): void;
  /** Runs `work` while no other process changes the account. @throws LockTimeoutError after ten seconds. */
  locked<Result>(accountId: string, work: (account: LockedAccount) => Result): Promise<Result>;
}

/** Far longer than the few milliseconds that admission takes. */
const patience = { timeoutMs: 10_000, staleMs: 30_000 };
/** A log is folded into its record once it has so many lines, and so many times as many as jobs are open. */
const logLinesLeast = 500;
const logLinesAJob = 4;
/** From so many accounts on, a process forgets what it knows of them, and reads them anew. */
const accountsKnown = 200;

/** The name under which submits of one body are counted in a scenario. Bodies with the same JSON value share it. */
export function attemptOf(scenario: ScenarioName, body: Record<string, unknown>): string {
  return `${scenario}:${hashOf(canonicalJson(body))}`;
}

/** An account as a process knows it: its record, and how far its log was read. */
interface Known {
  /** The mark that differs from one record to the next. */
  stamp: string;
  number: number;
  now: AccountNow;
  read: ReadSoFar;
}

export function createAccountStore(
  folder: string,
  nowMs: () => number,
  warn: Warn,
  startMicrousdOf: (accountId: string) => number = () => startBalanceMicrousd,
): AccountStore {
  const records = jsonRecords({ folder, kind: 'accounts', isRecord: isAccountRecord, warn });
  const path = stateFolder(folder, 'accounts');
  const logOf = (accountId: string, number: number): string => join(path, `${accountId}.log-${number}`);
  const known = new Map<string, Known>();
  const inTurn = createTurns();

  function upToDate(accountId: string): Known {
    const stamp = stampOf(join(path, accountId));
    let account = known.get(accountId);
    if (account === undefined || account.stamp !== stamp || isAnotherLog(account.read)) {
      const { log: number = 0, ...record } =
        records.read(accountId) ?? newAccount(startMicrousdOf(accountId));
      account = { stamp, number, now: accountOf(record), read: unread(logOf(accountId, number)) };
      if (known.size >= accountsKnown) known.clear();
      known.set(accountId, account);
    }
    const changes = newChanges(account.read, warn);
    if (changes === undefined) {
      known.delete(accountId);
      return upToDate(accountId);
    }
    for (const change of changes) changeAccount(account.now, change);
    return account;
  }

  function write(accountId: string, record: AccountRecord, number: number): void {
    records.write(accountId, { ...record, log: number });
    known.delete(accountId);
  }

  /** Writes an account as it is now, with a log of its own that is empty: one of that number may be left of a lost record. */
  function folded(accountId: string, { now, number, read }: Known): Known {
    rmSync(logOf(accountId, number + 1), { force: true });
    write(accountId, recordOf(now), number + 1);
    rmSync(read.path, { force: true });
    return upToDate(accountId);
  }

  function underLock<Result>(accountId: string, work: (account: LockedAccount) => Result): Promise<Result> {
    ensurePrivateFolder(path);
    return withLock(join(path, `${accountId}.lock`), { ...patience, now: nowMs }, () => {
      const account = upToDate(accountId);
      const { now, read } = isToFold(account) ? folded(accountId, account) : account;
      return work({
        now,
        change(changes) {
          if (changes.length === 0) return;
          appendChanges(read, changes);
          for (const change of changes) changeAccount(now, change);
        },
      });
    });
  }

  return {
    read: (accountId) => upToDate(accountId).now,
    write: (accountId, record) => write(accountId, record, upToDate(accountId).number + 1),
    locked: (accountId, work) => inTurn(accountId, () => underLock(accountId, work)),
  };
}

/** Calls of one process for an account wait here for each other: at the lock, a file, they would look again and again. */
function createTurns() {
  const lasts = new Map<string, Promise<unknown>>();
  return <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (lasts.get(accountId) ?? Promise.resolve()).then(work);
    const over = turn.catch(() => {});
    lasts.set(accountId, over);
    return turn.finally(() => {
      if (lasts.get(accountId) === over) lasts.delete(accountId);
    });
  };
}

/** Tells whether an account has no record yet, or a log that is long. */
function isToFold({ now, read, stamp }: Known): boolean {
  return stamp === '' || read.lines >= Math.max(logLinesLeast, logLinesAJob * now.open.size);
}

function newAccount(balanceMicrousd: number): AccountRecord {
  return { balanceMicrousd, open: {}, attempts: {} };
}

function accountOf({ attempts, balanceMicrousd, open }: AccountRecord): AccountNow {
  const account = emptyAccount(balanceMicrousd);
  for (const [opened, job] of Object.entries(open)) changeAccount(account, { opened, ...job });
  for (const [name, count] of Object.entries(attempts)) account.attempts.set(name, count);
  return account;
}

function recordOf({ attempts, balanceMicrousd, open }: AccountNow): AccountRecord {
  return { balanceMicrousd, open: Object.fromEntries(open), attempts: Object.fromEntries(attempts) };
}

/** The mark by which a file differs from one that was put in its place; empty where there is no file. */
function stampOf(path: string): string {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function isAccountRecord(value: unknown): value is AccountRecord {
  const { attempts, balanceMicrousd, log = 0, open } = objectOf(value) ?? {};
  const [holds, counts] = [objectOf(open), objectOf(attempts)];
  return (
    Number.isSafeInteger(balanceMicrousd) &&
    Number.isSafeInteger(log) &&
    holds !== undefined &&
    Object.values(holds).every(isOpenJob) &&
    counts !== undefined &&
    Object.values(counts).every(Number.isSafeInteger)
  );
}

function isOpenJob(value: unknown): value is OpenJob {
  const { endsAtMs, holdMicrousd } = objectOf(value) ?? {};
  return Number.isSafeInteger(holdMicrousd) && Number.isFinite(endsAtMs);
}
