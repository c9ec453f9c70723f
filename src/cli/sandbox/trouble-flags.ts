import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { parseRequestRate, rateCountMost, requestRateWord } from '../../service/retries/request-rate.ts';
import { sandboxKeyPrefix, sandboxLatencyMostMs } from '../../text/base-url.ts';
import { durationWord, parseDurationMs } from '../../text/duration.ts';
import { gaps } from '../../text/gaps.ts';
import {
  type FlagValues,
  fittingFlag,
  inGroup,
  invalidFlag,
  type ListFlag,
  longName,
  offFlag,
  type Placed,
  seldom,
  textFlag,
} from '../flag.ts';
import type { AccountLimit, SandboxLimits, ServedFault } from './sandbox-port.ts';

/** One value of a flag that limits every account, or with a name before it that account alone. */
interface Limited<Value> {
  /** The name in the account's key: `studio` of `sbx_studio`; undefined for every account. */
  account: string | undefined;
  value: Value;
}

export const inFlightMost = 100_000;

/** Limits of a served sandbox, as flags. The service document names these limits and shows no numbers. @see service document §7.2, §8 */
export const limitFlags = inGroup('Limits', {
  inFlight: limitFlag(
    '--in-flight <limit>',
    'limit the unfinished jobs of each account; ACCOUNT=N: only those of the key sbx_ACCOUNT',
    {
      read: (text) => wholeNumber(text, inFlightMost),
      why: `It takes a whole number from 1 to ${inFlightMost}, or an account's: studio=10.`,
    },
  ),
  rateLimit: limitFlag(
    '--rate-limit <rate>',
    'limit the submits of each account: 10/s, 100/min, studio=5/10s',
    {
      read: parseRequestRate,
      why: `It takes 1 to ${rateCountMost} in a time, s, min or h: 10/s, 100/min, or an account's: studio=5/10s.`,
    },
  ),
  lookLimit: limitFlag('--look-limit <rate>', 'limit the status checks of each account: 50/s, studio=10/s', {
    read: parseRequestRate,
    why: `It takes 1 to ${rateCountMost} in a time, s, min or h: 50/s, or an account's: studio=10/s.`,
  }),
  retryAfter: offFlag('--no-retry-after', 'send no Retry-After with a 429'),
  forgetKeysAfter: fittingFlag(
    '--forget-keys-after <duration>',
    'forget an Idempotency-Key after this time: 24h',
    (text) => parseDurationMs(text) || undefined,
    { why: 'It takes a duration over 0: 90s, 10m, 24h.', meant: '24h' },
  ),
});

/** The limits that a line asks for. The last value for an account counts. */
export function limitsAsked(flags: FlagValues<typeof limitFlags>): SandboxLimits {
  return {
    inFlight: limitAsked(flags.inFlight),
    submitRate: limitAsked(flags.rateLimit),
    lookRate: limitAsked(flags.lookLimit),
    retryAfter: flags.retryAfter,
    forgetKeysAfterMs: flags.forgetKeysAfter,
  };
}

function limitAsked<Value>(placed: readonly Placed<Limited<Value>>[]): AccountLimit<Value> {
  const values = placed.map(({ value }) => value);
  const own = values.flatMap(({ account, value }) =>
    account === undefined ? [] : [[account, value] as const],
  );
  return {
    every: values.findLast(({ account }) => account === undefined)?.value,
    own: Object.fromEntries(own),
  };
}

function limitFlag<Value>(
  syntax: string,
  says: string,
  { read, why }: { read: (text: string) => Value | undefined; why: string },
): ListFlag<Limited<Value>> {
  return {
    kind: 'list',
    syntax,
    says,
    completes: 'text',
    read(text) {
      const [, name, limit = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(text) ?? [];
      const account = name === undefined ? undefined : accountName(name);
      const value = read(limit);
      const isName = account === undefined || accountPattern.test(account);
      if (value !== undefined && isName) return { account, value };
      const said = account !== undefined && isName ? `${account}=` : '';
      throw invalidFlag(
        syntax,
        text,
        why,
        typedWith(longName(syntax), `${said}${value === undefined ? gaps.value : limit}`),
      );
    },
  };
}

/** The name of an account that may be written as its keys begin: `studio` for `sbx_studio`. */
export function accountName(text: string): string {
  return text.startsWith(sandboxKeyPrefix) ? text.slice(sandboxKeyPrefix.length) : text;
}

/** The characters of an account's name. From the first dot on, a key says what it is granted. */
export const accountPattern = /^[\w-]+$/;

function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : undefined;
}

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

/** Flags of `sandbox serve` for a service that is slow and fails, for all accounts as long as it runs. */
export const faultFlags = inGroup('Faults', {
  latency: fittingFlag(
    '--latency <time>',
    'wait so long before each answer: 200ms, or a random time of a span: 80ms..2s',
    (text) => {
      const [least, most = least] = text.split('..').map(parseDurationMs);
      const isSpan =
        least !== undefined &&
        most !== undefined &&
        least <= most &&
        most > 0 &&
        most <= sandboxLatencyMostMs;
      return isSpan && text.split('..').length <= 2 ? ([least, most] as [number, number]) : undefined;
    },
    {
      why: 'It takes a time up to an hour, or the least and the most of one: 200ms, 80ms..2s.',
      meant: '80ms..2s',
    },
  ),
  failRate: fittingFlag(
    '--fail-rate <share>',
    'answer this share of the requests with a 503: 5%',
    (text) => {
      const share = /^\d{1,3}(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : 0;
      return share > 0 && share <= 1 ? share : undefined;
    },
    { why: 'It takes a share above 0 % up to 100 %: 5%, 0.5%.', meant: '5%' },
  ),
  seed: seldom(textFlag('--seed <text>', 'draw latencies and failures the same in every run', 'text')),
});

/** The faults that a line asks for. A request that fails waits as long as any other. Throws UsageError for a seed of no draw. */
export function faultsAsked({ failRate, latency, seed }: FlagValues<typeof faultFlags>): ServedFault[] {
  if (seed !== undefined && failRate === undefined && latency === undefined)
    throw new UsageError({
      code: 'flag_idle',
      message: '--seed has no effect',
      why: 'It draws latencies and failures, and neither is asked for.',
      hint: typedWith('--latency', '80ms..2s'),
    });
  const drawn = seed === undefined ? {} : { seed };
  return [
    ...(latency === undefined ? [] : [{ ...drawn, latency }]),
    ...(failRate === undefined ? [] : [{ ...drawn, status: 503, rate: failRate }]),
  ];
}
