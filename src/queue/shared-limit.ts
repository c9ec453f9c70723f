import type { Clock } from '../api/transport/clock.ts';
import {
  afterInFlight,
  type InFlight,
  inFlightAtStart,
  inFlightMost,
  nextTryMs,
} from '../batch/rules/in-flight.ts';
import type { SharedPace } from '../batch/run/pace.ts';
import { inTurn, type TaskGroup } from '../files/task-group.ts';
import { tryReadJson } from '../schema/json/read-json.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import type { QueueConnection, ScriptStore } from './store/connection.ts';
import { heldBackMs, holdAllBack, type PauseStore } from './store/held-back.ts';
import type { LastUse } from './store/last-use.ts';

/** How many jobs an account may have in flight, as all workers together have found out. */
export interface SharedLimit extends InFlight {
  /** How many submits were answered 429. */
  refusals: number;
}

/**
 * `closedForMs`: for how long that holds the account back; 0 where the submit was not answered 429 itself, but held back by the 429 of
 * another one. A worker that was answered 429 holds its own gate closed.
 */
type NotedEvent = { kind: 'accepted' } | { kind: 'refused'; agoMs: number; closedForMs: number };

/**
 * Lines that are held count as in flight, those that were not sent yet as well. After a refusal many of those are held, and tell
 * nothing of how many jobs the account bears. Unit: ms.
 */
const settlesMs = 10_000;

/** Replaces a value that nobody has changed meanwhile. */
const replace = `if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1`;

/** Writers that came in between; each try loses to one of them that went on. */
const triesMost = 100;
/** A writer that lost waits for a random time, up to this long after the first loss, twice that after the next. Unit: ms. */
const againMs = { least: 2, most: 512 } as const;

/** The parts of a queue that the limit asks. */
export interface LimitStore extends Pick<QueueConnection, 'prefix'> {
  redis: Pick<QueueConnection['redis'], 'get' | 'time'> & ScriptStore['redis'];
  queue: Pick<
    QueueConnection['queue'],
    'getActiveCount' | 'getGlobalConcurrency' | 'getWaitingCount' | 'setGlobalConcurrency'
  >;
}

/** How a writer that lost waits; `random` is in [0, 1). */
export interface LimitTurns {
  clock: Pick<Clock, 'sleep'>;
  random: () => number;
}

export async function readLimit({
  prefix,
  redis,
}: Pick<LimitStore, 'prefix' | 'redis'>): Promise<SharedLimit> {
  return limitIn(await redis.get(keyOf(prefix)));
}

/** The limit of an account, kept in its queue by the rule that a batch of one machine goes by. Times are of the store's clock. */
export function limitKeeper({ prefix, queue, redis }: LimitStore, { clock, random }: LimitTurns) {
  const key = keyOf(prefix);

  async function change(make: (before: SharedLimit, now: Moment) => SharedLimit): Promise<SharedLimit> {
    for (let tries = 0; tries < triesMost; tries += 1) {
      const [text, time, active] = await Promise.all([redis.get(key), redis.time(), queue.getActiveCount()]);
      const nowMs = Number(time[0]) * 1_000 + Number(time[1]) / 1_000;
      const stood = limitIn(text);
      const after = make(byClock(stood, nowMs), { nowMs, active });
      if (text !== null && JSON.stringify(after) === JSON.stringify(stood)) return hold(after);
      const isReplaced = await redis.eval(replace, 1, key, text ?? '', JSON.stringify(after));
      if (isReplaced === 1) return hold(after);
      // Hundreds of workers that went on at once would let one of them win each time.
      await clock.sleep(random() * Math.min(againMs.least * 2 ** tries, againMs.most));
    }
    throw new Error(`${key} changes all the time`);
  }
  /** Has the queue hold that limit. Another writer may have come in between: then its limit is the one that counts. */
  async function hold(limit: SharedLimit): Promise<SharedLimit> {
    const held = await queue.getGlobalConcurrency();
    if (held === atLeastOne(limit)) return limit;
    const newest = limitIn(await redis.get(key));
    await queue.setGlobalConcurrency(atLeastOne(newest));
    return newest;
  }
  return {
    /** Notes what became of a submit, `agoMs` after it began, and resolves with the limit after it. */
    note: (event: NotedEvent) =>
      change((before, { active, nowMs }) => {
        const now = { nowMs, closedForMs: event.kind === 'refused' ? event.closedForMs : 0 };
        if (event.kind === 'accepted') {
          const inFlight = nowMs < before.refusedMs + settlesMs ? 0 : active;
          return { ...before, ...afterInFlight(before, { ...event, ...now, inFlight }) };
        }
        const happened = {
          kind: event.kind,
          beganMs: nowMs - event.agoMs,
          inFlight: Math.max(0, active - 1),
        };
        const refusals = before.refusals + (event.closedForMs > 0 ? 1 : 0);
        return { ...afterInFlight(before, { ...happened, ...now }), refusals };
      }),
    /** Tries one more where the time for that has come and lines wait; sees to it that the queue holds the limit. */
    async lookAfter() {
      const waiting = await queue.getWaitingCount();
      return change((before, { active: inFlight, nowMs }) => {
        const isDue = waiting > 0 && nowMs >= (nextTryMs(before) ?? Number.POSITIVE_INFINITY);
        if (!isDue) return before;
        return { ...before, ...afterInFlight(before, { kind: 'waited', inFlight, nowMs, closedForMs: 0 }) };
      });
    },
    /** Sets the limit; undefined has it looked for anew. */
    set: (limit: number | undefined) => change(({ refusals }) => ({ ...inFlightAtStart(limit), refusals })),
  };
}

function keyOf(prefix: string): string {
  return `${prefix}:limit`;
}

/**
 * The count of lines that the engine is to let through, at least one. A limit of 0 says that others have all that the account bears; one
 * line finds out when not.
 */
function atLeastOne(limit: SharedLimit): number {
  return Math.max(1, inFlightMost(limit));
}

interface Moment {
  /** The time by the store's clock. Unit: ms since 1970. */
  nowMs: number;
  /** Lines that workers hold. */
  active: number;
}

/** The limit with no time to come, where the store's clock was set back since: such a time would put off the next try until then. */
function byClock(limit: SharedLimit, nowMs: number): SharedLimit {
  const { refusedMs, triedMs } = limit;
  return { ...limit, refusedMs: Math.min(refusedMs, nowMs), triedMs: Math.min(triedMs, nowMs) };
}

/** The limit as it stands in the store. What is not there, or can't be read, is looked for anew. */
function limitIn(text: string | null): SharedLimit {
  const fresh = { ...inFlightAtStart(), refusals: 0 };
  const told = objectOf(tryReadJson(text ?? '')) ?? {};
  const how = ownValue(told, 'how');
  if (how !== 'sought' && how !== 'found' && how !== 'given') return fresh;
  // A time that never was is null in JSON. Each worker spaces its own submits.
  const numbers = Object.entries(told).filter(
    ([name, value]) => typeof value === 'number' && Object.hasOwn(fresh, name) && name !== 'spacing',
  );
  return { ...fresh, ...Object.fromEntries(numbers), how, isPassed: ownValue(told, 'isPassed') === true };
}

/** A submit of this worker made a job, or was answered 429. */
export interface SubmitAnswered {
  kind: 'accepted' | 'refused';
}

interface SharedPacePorts {
  clock: Clock;
  connection: PauseStore;
  limit: Pick<ReturnType<typeof limitKeeper>, 'note'>;
  tasks: Pick<TaskGroup, 'start'>;
  use: Pick<LastUse, 'renew'>;
  tell(event: SubmitAnswered): void;
}

/** Tells all workers of an account what became of this one's submits: a 429 that one is answered holds all of them back. */
export function sharedPace({ clock, connection, limit, tasks, tell, use }: SharedPacePorts): SharedPace {
  // In their order, because a 429 counts otherwise after another one.
  const notes = inTurn(tasks, 1);
  return {
    note(event) {
      if (event.kind !== 'accepted' && event.kind !== 'refused') return;
      tell({ kind: event.kind });
      if (event.kind === 'refused') tasks.start(() => holdAllBack(connection, event.closedForMs));
      notes.start(async () => {
        if (event.kind === 'accepted') await limit.note(event);
        else await limit.note({ ...event, agoMs: clock.monotonicMs() - event.beganMs });
      });
    },
    async heldBackMs() {
      // The store may have come back as an old copy of itself since the line was taken.
      const [ms] = await Promise.all([heldBackMs(connection), use.renew()]);
      return ms;
    },
  };
}
