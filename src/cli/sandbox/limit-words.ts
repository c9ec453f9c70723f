import { requestRateWord } from '../../service/retries/request-rate.ts';
import { durationWord } from '../../text/duration.ts';
import type { AccountLimit, SandboxLimits } from './sandbox-port.ts';

/** A limit as a document shows it; null where none was asked for. */
type ShownLimit = Readonly<{
  every: string | number | null;
  accounts: Readonly<Record<string, string | number>>;
}>;

/** The limits that were asked for, in the words of their flags. */
export function limitsDocument(limits: SandboxLimits) {
  return {
    in_flight: shown(limits.inFlight, (count) => count),
    rate_limit: shown(limits.submitRate, requestRateWord),
    look_limit: shown(limits.lookRate, requestRateWord),
    retry_after: limits.retryAfter,
    forget_keys_after: limits.forgetKeysAfterMs === undefined ? null : durationWord(limits.forgetKeysAfterMs),
  };
}

/** The limits that were asked for, as lines for a person; empty where nothing was asked for. */
export function limitLines(limits: SandboxLimits): string[] {
  const { forget_keys_after: forgetAfter, in_flight, look_limit, rate_limit } = limitsDocument(limits);
  return [
    ...line('in flight', in_flight),
    ...line('submits', rate_limit),
    ...line('looks', look_limit),
    ...(limits.retryAfter ? [] : ['429s      say nothing of how long to wait']),
    ...(forgetAfter === null ? [] : [`keys      known for ${forgetAfter}`]),
  ];
}

function shown<Value>(
  { every, own }: AccountLimit<Value>,
  word: (value: Value) => string | number,
): ShownLimit {
  const accounts = Object.entries(own).map(([name, value]) => [name, word(value)] as const);
  return { every: every === undefined ? null : word(every), accounts: Object.fromEntries(accounts) };
}

function line(what: string, { accounts, every }: ShownLimit): string[] {
  const words = Object.entries(accounts).map(([name, limit]) => `${limit} for ${name}`);
  const all = every === null ? words : [String(every), ...words];
  return all.length === 0 ? [] : [`${what.padEnd(10)}${all.join(', ')}`];
}
