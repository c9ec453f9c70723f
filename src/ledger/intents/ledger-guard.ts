import { openLedgerFormat } from '../../account/ledger-format.ts';
import { storeFailure } from '../../errors/system-trouble.ts';

export type LedgerGuard = ReturnType<typeof openGuard>;

type Guarded = <Value>(work: () => Value | Promise<Value>) => Promise<Value>;

/** The guard before all work on a ledger. It makes sure that the format is known, and reports a failing disk as a MachineError. */
export function openGuard(folder: string) {
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
    /** As `reading`, for results that come one by one. */
    async *readingEach<Value>(work: () => AsyncGenerator<Value>): AsyncGenerator<Value> {
      try {
        assertKnown();
        yield* work();
      } catch (error) {
        throw notRead(error);
      }
    },
    writing: guarded(assertKnown, notWritten),
    /** Work that may write the first record. */
    beginning: guarded(ensure, notWritten),
  };
}
