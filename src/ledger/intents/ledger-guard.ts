import { openLedgerFormat } from '../../account/ledger-format.ts';
import { storeFailure } from '../../errors/system-trouble.ts';

/** The guard before all work on a ledger. It makes sure that the format is known, and reports a failing disk as a MachineError. */
export interface LedgerGuard {
  reading: Guarded;
  /** As `reading`, for results that come one by one. */
  readingEach<Value>(work: () => AsyncGenerator<Value>): AsyncGenerator<Value>;
  writing: Guarded;
  /** Work that may write the first record. */
  beginning: Guarded;
}

type Guarded = <Value>(work: () => Value | Promise<Value>) => Promise<Value>;

export function openGuard(folder: string): LedgerGuard {
  const { assertKnown, ensure } = openLedgerFormat(folder);
  const notRead = (error: unknown) => storeFailure("the ledger can't be read", folder, error);
  const notWritten = (error: unknown) => storeFailure("the ledger can't be written", folder, error);

  function guarded(look: () => void, failure: (error: unknown) => unknown): Guarded {
    return async (work) => {
      try {
        look();
        return await work();
      } catch (error) {
        throw failure(error);
      }
    };
  }
  return {
    reading: guarded(assertKnown, notRead),
    async *readingEach(work) {
      try {
        assertKnown();
        yield* work();
      } catch (error) {
        throw notRead(error);
      }
    },
    writing: guarded(assertKnown, notWritten),
    beginning: guarded(ensure, notWritten),
  };
}
