/** A job that was admitted and is not settled yet. */
export interface OpenJob {
  holdMicrousd: number;
  /** When its plan ends, milliseconds since 1970. */
  endsAtMs: number;
}

/** Facts of an account that admission must know, kept in one place so that it need not read all jobs. */
export interface AccountNow {
  balanceMicrousd: number;
  /** Unsettled jobs by job id, the oldest first. */
  open: Map<string, OpenJob>;
  /** The sum of their holds. */
  heldMicrousd: number;
  /** None of them is known to end before this moment; milliseconds since 1970. */
  firstEndMs: number;
  /** The job that was admitted last. A submit that died before it wrote its job left the newest hold. */
  newestId: string | undefined;
  /** How often a body was submitted under a scenario that counts attempts, by the name that `attemptOf` gives. */
  attempts: Map<string, number>;
}

/** Something that became of an account. */
export type AccountChange =
  | { opened: string; holdMicrousd: number; endsAtMs: number }
  | { closed: string; chargedMicrousd: number }
  | { attempted: string };

export function emptyAccount(balanceMicrousd: number): AccountNow {
  return {
    balanceMicrousd,
    open: new Map(),
    heldMicrousd: 0,
    firstEndMs: Number.POSITIVE_INFINITY,
    newestId: undefined,
    attempts: new Map(),
  };
}

export function changeAccount(account: AccountNow, change: AccountChange): void {
  if ('attempted' in change) {
    account.attempts.set(change.attempted, (account.attempts.get(change.attempted) ?? 0) + 1);
  } else if ('opened' in change) {
    const { opened, holdMicrousd, endsAtMs } = change;
    release(account, opened);
    account.open.set(opened, { holdMicrousd, endsAtMs });
    account.heldMicrousd += holdMicrousd;
    account.firstEndMs = Math.min(account.firstEndMs, endsAtMs);
    account.newestId = opened;
  } else {
    release(account, change.closed);
    account.balanceMicrousd -= change.chargedMicrousd;
  }
}

/** The open jobs whose planned end has come. Where there are none, it is remembered when to look again. */
export function dueJobs(account: AccountNow, nowMs: number): string[] {
  if (nowMs < account.firstEndMs) return [];
  const due = [...account.open].flatMap(([jobId, { endsAtMs }]) => (endsAtMs <= nowMs ? [jobId] : []));
  if (due.length === 0) account.firstEndMs = soonestEndMs(account);
  return due;
}

/** When the first of the open jobs ends by its plan; never without any. Milliseconds since 1970. */
export function soonestEndMs({ open }: Pick<AccountNow, 'open'>): number {
  let soonest = Number.POSITIVE_INFINITY;
  for (const { endsAtMs } of open.values()) soonest = Math.min(soonest, endsAtMs);
  return soonest;
}

function release(account: AccountNow, jobId: string): void {
  account.heldMicrousd -= account.open.get(jobId)?.holdMicrousd ?? 0;
  account.open.delete(jobId);
}
