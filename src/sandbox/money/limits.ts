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

/** The limits of one run, by account id. */
export interface Limits {
  inFlight(accountId: string): number;
  submitRate(accountId: string): RequestRate | undefined;
  lookRate(accountId: string): RequestRate | undefined;
  retryAfter: boolean;
  forgetKeysAfterMs: number;
}

/** How many jobs of one account may be unfinished at once. The document does not say how many they are. */
export const jobsInFlightUsually = 50;

/** @see service document §7.2, §8 */
export function limitsOf(options: LimitOptions = {}): Limits {
  const { forgetKeysAfterMs = Number.POSITIVE_INFINITY, retryAfter = true } = options;
  const inFlight = byAccount(options.inFlight);
  return {
    inFlight: (accountId) => inFlight(accountId) ?? jobsInFlightUsually,
    submitRate: byAccount(options.submitRate),
    lookRate: byAccount(options.lookRate),
    retryAfter,
    forgetKeysAfterMs,
  };
}

function byAccount<Value>({ every, own = {} }: AccountLimit<Value> = {}) {
  const byId = new Map(
    Object.entries(own).map(([name, value]) => [accountIdOf(`${sandboxKeyPrefix}${name}`), value]),
  );
  return (accountId: string): Value | undefined => byId.get(accountId) ?? every;
}

/** The moments of the requests in each account's window, by account id, at most as many as its rate allows. */
export type CountedRequests = Map<string, number[]>;
