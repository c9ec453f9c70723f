import type { AccountKey } from '../../account/keys/account-key.ts';
import type { Hint } from '../../errors/hint.ts';
import type { CallContext } from '../trouble/call-words.ts';
import type { ApiCall, CallTally, UnreadAnswer } from './api-call.ts';
import type { ApiAccess } from './attempt.ts';
import type { RateGate, RetryBudget } from './rate-gate.ts';

/** A retry that is about to be made. */
export interface RetryNotice {
  /** The route, and the id where it has one: `pollJob job_1`. */
  what: string;
  reason: string;
  /** Which attempt has just ended, from 1. */
  attempt: number;
  /** Unit: ms. */
  delayMs: number;
}

/** Keeps an answer under a name, and resolves with the path of its file; undefined where it can't be kept. */
export type KeepAnswer = (name: string, answer: UnreadAnswer) => Promise<string | undefined>;

/** The means that the calls of an account share. */
export interface Caller {
  account: Omit<ApiAccess, 'apiKey'>;
  key: AccountKey;
  random: () => number;
  onRetry: ((notice: RetryNotice) => void) | undefined;
  keepAnswer: KeepAnswer | undefined;
  budget: RetryBudget;
  gate: RateGate;
  redact: (text: string) => string;
  keyMend: Hint;
  baseUrlMend: Hint | undefined;
}

/** Keeps an unreadable answer, unless a later attempt brought a readable one. */
export async function keepUnread(
  { keepAnswer }: Caller,
  { keepAs }: ApiCall,
  tally: CallTally,
): Promise<void> {
  const { unread } = tally;
  tally.unread = undefined;
  if (unread !== undefined && keepAs !== undefined) tally.keptAt = await keepAnswer?.(keepAs, unread);
}

/** The material for the words of a call's error. */
export function contextOf(
  { account, baseUrlMend, keyMend, redact }: Pick<Caller, 'account' | 'baseUrlMend' | 'keyMend' | 'redact'>,
  ask: ApiCall,
  tally: CallTally,
): CallContext {
  const { clock, requestBase } = account;
  const elapsedMs = clock.monotonicMs() - tally.startedMs;
  const { host } = new URL(requestBase);
  return { ask, tally, elapsedMs, nowMs: clock.nowMs(), host, baseUrlMend, keyMend, redact };
}
