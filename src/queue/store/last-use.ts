import { CliError } from '../../errors/cli-error.ts';
import { genctl, say } from '../../errors/hint.ts';
import { formatAge } from '../../text/duration.ts';
import type { ScriptStore } from './connection.ts';
import { storeRefusalOf } from './store-trouble.ts';

export type LastUse = ReturnType<typeof lastUse>;

export interface LastUsePorts {
  /** The store's time, which all machines share. Unit: ms since 1970. */
  clock: { nowMs(): number };
  /** Has that clock set by the store. */
  setClock?(): Promise<void>;
  /** Longest time that the service is trusted to know a key. Unit: ms. */
  windowMs: number;
}

/** The queue is noted as in use when the note is older than this. Unit: ms. */
const renewedAfterMs = 30_000;
/** After a time out of use that is longer than this, lines may be older than they say. Unit: ms. */
const pauseMs = 10 * 60_000;
/** The part of the window that is left for a line to be sent, and for a store whose clock was set. */
const marginOfWindow = 1 / 24;
/** However short the window is, a queue that is renewed is in use. Unit: ms. */
const inUseMs = 4 * renewedAfterMs;

/**
 * Notes that the queue is in use, at a time of the store's clock: `at`. Where nobody used it for a while, lines that were put in
 * before may have been sent by whoever had the store meanwhile. That time is kept from its begin to its end (`from`, `to`), together
 * with the one before where a line of that time still waits. Nothing is written where it is too long, and lines wait.
 */
const renewal = `local used, now = KEYS[1], tonumber(ARGV[1])
local noted = redis.call('HMGET', used, 'at', 'from', 'to')
local at, from, to = tonumber(noted[1] or ''), tonumber(noted[2] or ''), tonumber(noted[3] or '')
if at and math.abs(now - at) <= tonumber(ARGV[5]) then return {0, from or 0, to or 0} end
local waiting = redis.call('LLEN', KEYS[2]) + redis.call('ZCARD', KEYS[3])
if not at or waiting + redis.call('LLEN', KEYS[4]) == 0 then
  redis.call('DEL', used)
  redis.call('HSET', used, 'at', ARGV[1])
  return {0, 0, 0}
end
local age = now - at
if waiting > 0 and (age > tonumber(ARGV[2]) or age < -tonumber(ARGV[3])) then return {waiting, at, 0} end
if age > tonumber(ARGV[4]) then
  local first = redis.call('LINDEX', KEYS[2], -1)
  local oldest = first and tonumber(redis.call('HGET', ARGV[6] .. first, 'timestamp') or '')
  if not from or (oldest and oldest > to) then from = at end
  to = now
  redis.call('HSET', used, 'from', string.format('%.0f', from), 'to', ARGV[1])
end
if age > 0 then redis.call('HSET', used, 'at', ARGV[1]) end
return {0, from or 0, to or 0}`;

/** Lines wait in a queue that was out of use for longer than the service remembers keys: sent now, they may be paid twice. */
class OldQueueError extends CliError {
  override readonly name = 'OldQueueError';

  constructor(shown: string, { ageMs, windowMs }: { ageMs: number; windowMs: number }) {
    const hours = Math.floor(windowMs / 3_600_000);
    const isUnknown = ageMs < 0;
    const drain = say`${genctl`queue drain --queue ${shown}`}, then the batch again, whose journal knows what was sent`;
    super('machine', {
      code: 'queue_may_be_old',
      message: isUnknown
        ? `The queue at ${shown} was last in use by a clock that was ahead of the store's, so nobody knows when`
        : `The queue at ${shown} was last in use ${formatAge(ageMs)}`,
      why: `It may be an old copy, whose lines may have been sent since. The service remembers a key for ${hours} h only: sent again now, they could be paid twice.`,
      hint: isUnknown
        ? drain
        : say`${drain}; if you are sure that no one used the queue since, --resend of the batch sends them`,
      retryable: false,
    });
  }
}

/** Tells whether what stands in a queue may be an old copy of it: a store that was restored gives lines back that ended long ago. */
export function lastUse(
  { prefix, queue, redis, shown }: ScriptStore,
  { clock, setClock, windowMs }: LastUsePorts,
) {
  const marginMs = Math.max(windowMs * marginOfWindow, inUseMs);
  const trustedMs = Math.max(windowMs - marginMs, inUseMs);
  const keys = [`${prefix}:used`, ...['wait', 'delayed', 'active'].map((list) => queue.toKey(list))];
  const bounds = [trustedMs, marginMs, Math.min(pauseMs, marginMs), renewedAfterMs, queue.toKey('')];
  let outOfUse = { fromMs: 0, toMs: 0 };

  function tooOld(sinceMs: number): OldQueueError {
    return new OldQueueError(shown, { ageMs: clock.nowMs() - sinceMs, windowMs });
  }
  async function ask(): Promise<unknown> {
    try {
      await setClock?.();
      return await redis.eval(renewal, keys.length, ...keys, clock.nowMs(), ...bounds);
    } catch (error) {
      throw storeRefusalOf(error, { shown });
    }
  }
  return {
    /**
     * Notes that the queue is in use. Rejects with {@link OldQueueError} where lines wait that may have been sent long ago, by whoever had
     * the store after the copy was made. The service may have forgotten their keys; with a StoreRefusalError where the store does not take
     * the note.
     */
    async renew() {
      const [waiting, fromMs, toMs] = numbersIn(await ask());
      if (waiting > 0) throw tooOld(fromMs);
      outOfUse = { fromMs, toMs };
    },
    /**
     * The earliest time that a line can have been sent, which says that it never was, by when it was put in; undefined where it can't
     * have been. It knows what the last `renew` has seen. Throws as that one does where that is too long ago. Unit: ms since 1970.
     */
    maybeSentSinceMs(putInMs: number): number | undefined {
      const { fromMs, toMs } = outOfUse;
      if (putInMs > toMs) return undefined;
      if (clock.nowMs() - fromMs > trustedMs) throw tooOld(fromMs);
      return fromMs;
    },
  };
}

/** The numbers that the script answers: how many lines wait in a queue that is too old, or 0; then two times. */
function numbersIn(answer: unknown): [number, number, number] {
  const [waiting = 0, fromMs = 0, toMs = 0] = Array.isArray(answer) ? answer.map(Number) : [];
  return [waiting, fromMs, toMs];
}
