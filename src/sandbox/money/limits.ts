import type { RequestRate } from '../../service/retries/request-rate.ts';
import { sandboxKeyPrefix } from '../../text/base-url.ts';
import { accountIdOf } from '../state/account-id.ts';

/** A limit for every account, and those of accounts that have one of their own. */
interface AccountLimit<Value> {
  /** Undefined where only the accounts in `own` are limited by a value that was given. */
  every?: Value | undefined;
  /** By the account's name, which is its key without the prefix: `studio` for `sbx_studio`. */
  own?: Readonly<Record<string, Value>>;
}

/**
 * The limits of a run of the sandbox. They hold for that run and are not part of the state: a limit that outlived the server it was
 * typed at would surprise whoever runs the sandbox next.
 */
export interface LimitOptions {
  /** How many jobs of an account may be unfinished at once; {@link jobsInFlightUsually} unless given. */
  inFlight?: AccountLimit<number>;
  /** How many submits an account may send in a time; any number unless given. */
  submitRate?: AccountLimit<RequestRate>;
  /** How often an account may look at its jobs in a time; any number unless given. */
  lookRate?: AccountLimit<RequestRate>;
  /** True if a 429 says how long to wait; true unless given. */
  retryAfter?: boolean;
  /** How long an Idempotency-Key is known after its submit; as long as its job's record unless given. Unit: ms. */
  forgetKeysAfterMs?: number | undefined;
}

/** How many jobs of one account may be unfinished at once. The document does not say how many they are. */
export const jobsInFlightUsually = 50;

/** The limits of one run, by account id, and the requests that its rates count. */
export type Limits = ReturnType<typeof limitsOf>;

/** @see service document §7.2, §8 */
export function limitsOf(options: LimitOptions = {}) {
  const { forgetKeysAfterMs = Number.POSITIVE_INFINITY, retryAfter = true } = options;
  const inFlight = byAccount(options.inFlight);
  const rates = { submits: byAccount(options.submitRate), looks: byAccount(options.lookRate) };
  /** The moments of the requests in each account's window, at most as many as its rate allows. */
  const counted = { submits: new Map<string, number[]>(), looks: new Map<string, number[]>() };
  return {
    retryAfter,
    forgetKeysAfterMs,
    inFlight: (accountId: string) => inFlight(accountId) ?? jobsInFlightUsually,
    /** Counts a request where it is within the rate, and returns 0. Else it returns the time until the next one is. Unit: ms. */
    waitMs(kind: keyof typeof rates, accountId: string, nowMs: number): number {
      const rate = rates[kind](accountId);
      if (rate === undefined) return 0;
      const { count, windowMs } = rate;
      const recent = (counted[kind].get(accountId) ?? []).filter((ms) => ms + windowMs > nowMs);
      counted[kind].set(accountId, recent);
      const oldest = recent.length < count ? undefined : recent[0];
      // A clock that was set back makes the whole window wait, and no longer.
      if (oldest !== undefined) return Math.min(oldest + windowMs - nowMs, windowMs);
      recent.push(nowMs);
      return 0;
    },
    /** Forgets the requests of an account. */
    forget(accountId: string): void {
      for (const requests of Object.values(counted)) requests.delete(accountId);
    },
  };
}

/** The value of each account: its own by the name in its key, else that of every one. */
export function byAccount<Value>({ every, own = {} }: AccountLimit<Value> = {}) {
  const byId = new Map(
    Object.entries(own).map(([name, value]) => [accountIdOf(`${sandboxKeyPrefix}${name}`), value]),
  );
  return (accountId: string): Value | undefined => byId.get(accountId) ?? every;
}
