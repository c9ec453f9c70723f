import { join } from 'node:path';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { withLock } from '../../files/lock.ts';
import type { Warn } from '../../files/set-aside.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { objectOf } from '../../text/json-object.ts';
import type { ScenarioName } from '../life/scenarios.ts';
import { hashOf } from './account-id.ts';
import { jsonRecords, stateFolder } from './json-records.ts';

/** A job that was admitted and is not settled yet. */
interface OpenJob {
  holdMicrousd: number;
  /** When its plan ends, milliseconds since 1970. */
  endsAtMs: number;
}

/** Facts of an account that admission must know, kept in one place so that it need not read all jobs. */
export interface Account {
  balanceMicrousd: number;
  /** Unsettled jobs by job id, the oldest first. */
  open: Record<string, OpenJob>;
  /** How often a body was submitted under a scenario that counts attempts. */
  attempts: Record<string, number>;
}

export type AccountStore = ReturnType<typeof createAccountStore>;

/** Far longer than the few milliseconds that admission takes. */
const patience = { timeoutMs: 10_000, staleMs: 30_000 };

/** Accounts, a record each. @param startMicrousdOf the balance of a new account. */
export function createAccountStore(
  folder: string,
  nowMs: () => number,
  warn: Warn,
  startMicrousdOf: (accountId: string) => number,
) {
  const records = jsonRecords({ folder, kind: 'accounts', isRecord: isAccount, warn });
  const path = stateFolder(folder, 'accounts');
  const inTurn = createTurns();
  const read = (accountId: string): Account =>
    records.read(accountId) ?? { balanceMicrousd: startMicrousdOf(accountId), open: {}, attempts: {} };
  return {
    read,
    /**
     * Runs `work` while no other process changes the account. What `work` changes is kept from its call of `save` on.
     *
     * @throws LockTimeoutError after ten seconds.
     */
    locked<Result>(accountId: string, work: (account: Account, save: () => void) => Result): Promise<Result> {
      return inTurn(accountId, () => {
        ensurePrivateFolder(path);
        return withLock(join(path, `${accountId}.lock`), { ...patience, now: nowMs }, () => {
          const account = read(accountId);
          return work(account, () => records.write(accountId, account));
        });
      });
    },
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

/** Counts a submit of a body under a scenario. Bodies with the same JSON value count as one. @returns the number of earlier ones. */
export function countAttempt(
  { attempts }: Account,
  scenario: ScenarioName,
  body: Record<string, unknown>,
): number {
  const name = `${scenario}:${hashOf(canonicalJson(body))}`;
  const earlier = attempts[name] ?? 0;
  attempts[name] = earlier + 1;
  return earlier;
}

function isAccount(value: unknown): value is Account {
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
