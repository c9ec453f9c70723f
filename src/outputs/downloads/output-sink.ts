import { createHash } from 'node:crypto';
import type { FileContent } from '../../files/same-file.ts';
import { type OutputKind, signatureBytes } from './output-kind.ts';

/**
 * The receiver of the bytes of an output as they come: a file beside its final name, or an object of a store. Its methods throw CliError.
 */
export interface OutputSink {
  /** Received so far. */
  readonly bytes: number;
  /** The first bytes, enough to tell what it is. */
  readonly head: Uint8Array;
  /** The place that keeps the received bytes when the download can't be finished; undefined where nothing is kept. */
  readonly keptAs: string | undefined;
  /** Hears how long the output will be, as far as its host tells. Unit: bytes. */
  expects?(bytes: number | undefined): void;
  /** A promise asks the sender to wait. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Drops all bytes and starts again from zero. */
  restart(): Promise<void>;
  /** Puts the last bytes where they are to be, durably, and resolves with the SHA-256 of all, in hex. */
  seal(): Promise<string>;
  /** Tells whether the received bytes end as its kind must. Asked once it is sealed, where nobody said how long it would be. */
  endsWhole(kind: OutputKind): boolean;
  /** Gives what was sealed its final name, and resolves with that. */
  finish(content: FileContent): Promise<string>;
  /** Gives up. Keeps what was received where that can be looked at and `keep` is set, else removes it. Never rejects. */
  abandon(keep: boolean): Promise<void>;
}

/** The bytes of an output, by their number, the first of them, and their digest. */
export class ReceivedBytes {
  bytes = 0;
  head: Uint8Array = new Uint8Array();
  readonly #hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    if (this.head.byteLength < signatureBytes)
      this.head = Buffer.concat([this.head, chunk.subarray(0, signatureBytes - this.head.byteLength)]);
    this.#hash.update(chunk);
    this.bytes += chunk.byteLength;
  }

  /** SHA-256 in hex. Asked once, after the last byte. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
