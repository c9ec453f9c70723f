import { isIP } from 'node:net';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Clock, type ToldClock, toldClock } from '../../api/transport/clock.ts';
import type { QueueAddress } from '../../batch/queue-flags.ts';
import { CliError } from '../../errors/cli-error.ts';
import { MachineError, UnreachableError } from '../../errors/endings.ts';
import { createRedactor } from '../../text/redaction.ts';
import { type Engine, guardedConnector, hearEngine, loadEngine } from './engine.ts';
import { type StoreTrouble, storeRefusalOf, storeTrouble } from './store-trouble.ts';

/** The queue of an account, and the connection that it goes by. */
export interface QueueConnection {
  engine: Engine;
  redis: Redis;
  queue: Queue;
  /** The text that names of the queue begin with. */
  prefix: string;
  /** The address without its password, for people. */
  shown: string;
  /** The store's time, which all machines share. */
  clock: ToldClock;
  /** Sets it, since it stands while a machine sleeps. */
  setClock(): Promise<void>;
  close(): Promise<void>;
}

/** The parts of a queue by which scripts of genctl run in its store, each in one step. */
export interface ScriptStore extends Pick<QueueConnection, 'prefix' | 'shown'> {
  redis: { eval(script: string, keys: number, ...words: (string | number)[]): Promise<unknown> };
  queue: Pick<Queue, 'toKey'>;
}

export interface ConnectionPorts {
  /** The fingerprint of the account's key: each account has a queue of its own. */
  account: string;
  /** The clock of this machine. */
  clock: Clock;
  warn(message: string): void;
}

/** All lines of an account are in one queue. */
export const queueName = 'lines';

/** How long the store may take to answer at first. Unit: ms. */
const connectMs = 10_000;
/** Time between two tries to reach a store that was reached before, at most. Unit: ms. */
const againMsMost = 5_000;

/**
 * Connects to the queue of an account. Throws MachineError where the engine is missing or the store would lose lines. Throws
 * UnreachableError where it can't be reached, refuses the password or lets nobody look at how it keeps. Once connected, it comes back by
 * itself whenever the store does.
 */
export async function openQueue(address: QueueAddress, ports: ConnectionPorts): Promise<QueueConnection> {
  const engine = await loadEngine();
  const words = hearEngine();
  const redis = await connect(engine, address).catch((error: unknown) => {
    words.close();
    throw error;
  });
  const clock = toldClock(ports.clock);
  async function setClock(): Promise<void> {
    const sentMs = clock.monotonicMs();
    const told: unknown = await redis.time();
    const [seconds, microseconds] = Array.isArray(told) ? told : [];
    if (typeof seconds !== 'string' || typeof microseconds !== 'string') throw noStore(address);
    const leastMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    clock.tell({ leastMs, mostMs: leastMs + clock.monotonicMs() - sentMs });
  }
  try {
    await assertKeeps(redis, address, ports);
    await setClock();
  } catch (error) {
    words.close();
    redis.disconnect();
    throw storeRefusalOf(error, address);
  }
  // In braces, so that a cluster has all of it in one place.
  const prefix = `{genctl:${ports.account}}`;
  const queue = new engine.bullmq.Queue(queueName, { connection: redis, prefix });
  const stopTelling = tellTrouble(redis, address, ports);
  words.tell((line) => ports.warn(`the queue at ${address.shown}: ${withoutPassword(line, address)}`));
  queue.on('error', () => {});
  return {
    engine,
    redis,
    queue,
    prefix,
    shown: address.shown,
    clock,
    setClock,
    async close() {
      await queue.close();
      stopTelling();
      redis.disconnect();
      words.close();
    },
  };
}

/** Tells what keeps the client from the store, once: it tries again by itself. */
function tellTrouble(redis: Redis, address: QueueAddress, { warn }: ConnectionPorts): () => void {
  let toldMessage: string | undefined;
  const told = (error: Error): void => {
    if (error.message === toldMessage) return;
    toldMessage = error.message;
    const { mend, why } = troubleOf(error, address);
    warn(`the queue at ${address.shown}: ${why}; genctl tries again. To fix it: ${mend}`);
  };
  redis.on('error', told);
  redis.on('ready', () => {
    toldMessage = undefined;
  });
  return () => {
    redis.off('error', told);
    redis.on('error', () => {});
  };
}

async function connect({ ioredis }: Engine, address: QueueAddress): Promise<Redis> {
  const { database, host, isEncrypted, password, port, username } = address;
  let isOpen = false;
  let trouble: Error | undefined;
  const redis = new ioredis.Redis({
    ...{ host, port, db: database, lazyConnect: true, connectTimeout: connectMs },
    Connector: guardedConnector(ioredis),
    // Every Redis speaks it. Version 6 of the client would ask for RESP3, which a Redis of version 5 lacks.
    protocol: 2,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    // A name for the certificate; TLS has none for an address.
    ...(isEncrypted ? { tls: isIP(host) === 0 ? { servername: host } : {} } : {}),
    // The engine asks for that: a call waits for as long as the store is away.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isOpen ? Math.min(100 * 2 ** Math.min(times, 10), againMsMost) : null),
  });
  const hear = (error: Error): void => {
    trouble ??= error;
  };
  redis.on('error', hear);
  // A store that is frozen takes connections, and says nothing.
  const late = setTimeout(() => {
    hear(new Error(`It did not answer within ${connectMs / 1_000} s.`));
    redis.disconnect();
  }, connectMs);
  try {
    await redis.connect();
    // A refused password is told by the first command only, and ioredis uses database 0 in place of one that is not there.
    await (database === 0 ? redis.ping() : redis.select(database));
    isOpen = true;
    redis.off('error', hear);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw unreachable(address, trouble ?? error);
  } finally {
    clearTimeout(late);
  }
}

/** Refuses a store that would let lines fall, and warns of one that forgets them when it stops. */
async function assertKeeps(redis: Redis, address: QueueAddress, { warn }: ConnectionPorts): Promise<void> {
  const { shown } = address;
  const told: unknown = await redis.info();
  if (typeof told !== 'string') throw noStore(address);
  const policy = /^maxmemory_policy:(\S+)/m.exec(told)?.[1];
  if (policy !== undefined && policy !== 'noeviction')
    throw new MachineError({
      code: 'queue_evicts',
      message: `${shown} may drop lines of the queue when its memory is full`,
      why: `Its maxmemory-policy is ${policy}; a queue needs noeviction.`,
      hint: `redis-cli -u ${shown} CONFIG SET maxmemory-policy noeviction, and the same in its redis.conf`,
      retryable: false,
    });
  if (/^aof_enabled:0/m.test(told))
    warn(
      `${shown} keeps no append-only file, so its lines are lost when it stops; running the batch again restores them without paying twice (redis.conf: appendonly yes)`,
    );
}

function noStore(address: QueueAddress): CliError {
  return unreachable(address, new Error(noRedis));
}

const noRedis = 'It does not answer as Redis does.';

function unreachable(address: QueueAddress, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  const { shown } = address;
  const { isRefused, mend, why } = troubleOf(cause, address);
  return new UnreachableError({
    code: isRefused ? 'queue_refused' : 'queue_unreachable',
    message: isRefused
      ? `The queue at ${shown} refuses the password`
      : `The queue at ${shown} can't be reached`,
    why,
    hint: mend,
    ...(isRefused ? { retryable: false } : {}),
    cause,
  });
}

function troubleOf(cause: unknown, address: QueueAddress): StoreTrouble {
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  const { code, message, name } = (first instanceof Error ? first : new Error(String(first))) as Error & {
    code?: string;
  };
  // The parser asks people to report what it can't read: by a name in version 5 of the client, by words in 6.
  const isUnread = name === 'ParserError' || message.includes('Please report this');
  const text = isUnread ? noRedis : withoutPassword(message || code || name, address);
  return storeTrouble({ code, text }, address);
}

/** The words of a store, some of which quote what they were sent. */
function withoutPassword(text: string, { password }: QueueAddress): string {
  return createRedactor(password === undefined ? [] : [password])(text);
}
