import { createConnection, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import type * as Ioredis from 'ioredis';

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
