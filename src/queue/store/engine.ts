import { createConnection, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import { format } from 'node:util';
import type * as Bullmq from 'bullmq';
import type * as Ioredis from 'ioredis';
import { MachineError } from '../../errors/endings.ts';
import { isOneFile } from '../../files/program-file.ts';

/** The engine of queues and its client, which are installed by those who use them. */
export interface Engine {
  bullmq: typeof Bullmq;
  ioredis: typeof Ioredis;
}

/** The versions that this was tested with; `package.json` has the same as optional peers. */
const packages = ['bullmq@6', 'ioredis@6'] as const;

/** Loads the engine. Throws MachineError where it is not installed, or not as a version that is known to work. */
export async function loadEngine(
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<Engine> {
  try {
    const [bullmq, ioredis] = await Promise.all([load('bullmq'), load('ioredis')]);
    return { bullmq: bullmq as typeof Bullmq, ioredis: ioredis as typeof Ioredis };
  } catch (cause) {
    const why = isOneFile ? 'this genctl, a single file, loads no packages' : firstLine(cause);
    throw new MachineError({
      code: 'queue_engine_missing',
      message: 'The engine of queues is not installed',
      why: `A queue needs ${packages.join(' and ')} beside genctl, and ${why}.`,
      hint: `npm install --global ${[...(isOneFile ? ['genctl'] : []), ...packages].join(' ')}`,
      retryable: false,
      cause,
    });
  }
}

/** Node tells in further lines who asked for the package, which is no matter here. */
function firstLine(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return line.replace(/\.$/, '');
}

const hearing = new Set<(line: string) => void>();
const { error, warn } = console;

/**
 * Takes what the engine and its client print, which would run into lines that are drawn. Nothing else in this program prints by the
 * console.
 */
export function hearEngine() {
  const lines = new Set<string>();
  let tell: ((line: string) => void) | undefined;
  const hear = (line: string): void => {
    if (!lines.has(line)) tell?.(line);
    lines.add(line);
  };
  hearing.add(hear);
  Object.assign(console, { error: take, warn: take });
  return {
    /** Has each line told once: those that came so far, and those that come. */
    tell(next: (line: string) => void): void {
      tell = next;
      for (const line of lines) next(line);
    },
    /** Leaves them alone again. */
    close(): void {
      hearing.delete(hear);
      if (hearing.size === 0) Object.assign(console, { error, warn });
    },
  };
}

function take(...words: unknown[]): void {
  const [line = ''] = format(...words).split('\n');
  for (const hear of hearing) hear(line.replace(/^\[(?:WARN|ERROR)\] /, ''));
}

/** The address that the client connects to: those of its options that genctl sets. */
type ConnectorOptions = Pick<Ioredis.RedisOptions, 'disconnectTimeout' | 'host' | 'port' | 'tls'>;

/**
 * Connects the client to a store that may answer anything. Its parser calls itself for each array within an array, and an answer that
 * nests too deep throws where nobody can catch it: here that ends the connection, and not the process.
 */
export function guardedConnector({ AbstractConnector }: typeof Ioredis) {
  return class extends AbstractConnector {
    readonly #options: ConnectorOptions;

    constructor(given: unknown) {
      const options = given as ConnectorOptions;
      super(options.disconnectTimeout ?? 2_000);
      this.#options = options;
    }

    async connect(): Promise<Socket> {
      const { host, port = 6379, tls } = this.#options;
      const to = host === undefined ? { port } : { host, port };
      this.connecting = true;
      const stream = guarded(tls === undefined ? createConnection(to) : connectEncrypted({ ...to, ...tls }));
      stream.once('error', (error) => {
        this.firstError = error;
      });
      this.stream = stream;
      return stream;
    }
  };
}

function guarded(stream: Socket): Socket {
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string | symbol, ...more: unknown[]): boolean => {
    try {
      return emit(event, ...more);
    } catch (error) {
      if (event !== 'data' || !(error instanceof RangeError)) throw error;
      stream.destroy(new Error('Its answer nests too deep to be read.'));
      return true;
    }
  };
  return stream;
}
