import { join } from 'node:path';
import * as z from 'zod/mini';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { withLock } from '../../files/lock.ts';
import type { Warn } from '../../files/set-aside.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { hashOf } from './account-id.ts';
import { jsonRecords, stateFolder } from './json-records.ts';

/** Facts of an account that admission must know, kept in one place so that it need not read all jobs. */
const accountShape = z.looseObject({
  balanceMicrousd: z.int(),
  /** Jobs that were admitted and are not settled yet, by job id, the oldest first, and when their plans end in milliseconds since 1970. */
  open: z.record(z.string(), z.looseObject({ holdMicrousd: z.int(), endsAtMs: z.number() })),
  /** How often a body was submitted under a scenario that counts attempts. */
  attempts: z.record(z.string(), z.int()),
});

export type Account = z.infer<typeof accountShape>;

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
  const records = jsonRecords<Account>({ folder, kind: 'accounts', shape: accountShape, warn });
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
export function countAttempt({ attempts }: Account, scenario: string, body: Record<string, unknown>): number {
  const name = `${scenario}:${hashOf(canonicalJson(body))}`;
  const earlier = attempts[name] ?? 0;
  attempts[name] = earlier + 1;
  return earlier;
}
