import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { withLock } from '../../files/lock.ts';
import type { Warn } from '../../files/set-aside.ts';
import { canonicalJson } from '../../rules/json/canonical-json.ts';
import { objectOf } from '../../rules/json/json-object.ts';
import type { ScenarioName } from '../life/scenarios.ts';
import { startBalanceMicrousd } from '../money/prices.ts';
import { stateFolder } from './folders.ts';
import { jsonRecords } from './json-records.ts';

/** A job that was admitted and is not settled yet. */
interface OpenJob {
  holdMicrousd: number;
  /** When its plan ends, milliseconds since 1970. */
  endsAtMs: number;
}

/** What admission must know of an account, kept in one place so that it need not read all jobs. */
export interface AccountRecord {
  balanceMicrousd: number;
  /** Unsettled jobs, by job id. */
  open: Record<string, OpenJob>;
  /** How often a body was submitted under a scenario that counts attempts, by the name that `attemptOf` gives. */
  attempts: Record<string, number>;
}

export interface AccountStore {
  /** A new account has the start balance. */
  read(accountId: string): AccountRecord;
  write(accountId: string, record: AccountRecord): void;
  /** Runs `work` while no other process changes the account. @throws LockTimeoutError after ten seconds. */
  locked<Result>(accountId: string, work: () => Result): Promise<Result>;
}

/** Far longer than the few milliseconds that admission takes. */
const lockStaleMs = 30_000;
const lockTimeoutMs = 10_000;

/** The id of a key's account. `sbx_NAME` and `sbx_NAME.anything` are keys of the same account. */
export function accountIdOf(apiKey: string): string {
  return hashOf(apiKey.split('.', 1)[0] ?? apiKey);
}

/** The name under which submits of one body are counted in a scenario. Bodies with the same JSON value share it. */
export function attemptOf(scenario: ScenarioName, body: Record<string, unknown>): string {
  return `${scenario}:${hashOf(canonicalJson(body))}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export function createAccountStore(folder: string, nowMs: () => number, warn: Warn): AccountStore {
  const records = jsonRecords({ folder, kind: 'accounts', isRecord: isAccountRecord, warn });
  const path = stateFolder(folder, 'accounts');
  return {
    read: (accountId) =>
      records.read(accountId) ?? { balanceMicrousd: startBalanceMicrousd, open: {}, attempts: {} },
    write: (accountId, record) => records.write(accountId, record),
    locked(accountId, work) {
      ensurePrivateFolder(path);
      const lock = { timeoutMs: lockTimeoutMs, staleMs: lockStaleMs, now: nowMs };
      return withLock(join(path, `${accountId}.lock`), lock, work);
    },
  };
}

function isAccountRecord(value: unknown): value is AccountRecord {
  const { attempts, balanceMicrousd, open } = objectOf(value) ?? {};
  const [holds, counts] = [objectOf(open), objectOf(attempts)];
  return (
    Number.isSafeInteger(balanceMicrousd) &&
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
