import { describe, expect, it } from 'vitest';
import { createGroupRunner } from '../../src/files/run-together.ts';
import { type Ledger, openLedger } from '../../src/ledger/ledger.ts';
import { ledgerInTemp } from './fixtures/open-ledger.ts';
import { at, intent, startMs } from './fixtures/records.ts';

/** Ledgers of one folder that do their work piece by piece, as those of several processes do: each waits for its own flushes. */
function ledgersOfOneHome(count: number): Ledger[] {
  const { folder } = ledgerInTemp();
  return Array.from({ length: count }, () =>
    openLedger({ folder, nowMs: () => startMs, warn: () => {}, together: createGroupRunner() }),
  );
}

describe('a request that several processes are about to send', () => {
  it('leaves once where its route has no key', async () => {
    const ledgers = ledgersOfOneHome(3);
    const wanted = intent({ route: 'tasks' });
    await ledgers[0]?.claimIntent(wanted);
    const marks = await Promise.all(ledgers.map((ledger) => ledger.markSent(wanted, at(1))));
    expect(marks.map(({ kind }) => kind).sort()).toEqual(['marked', 'sent before', 'sent before']);
  });

  it('has each of its sends counted where it has a key', async () => {
    const ledgers = ledgersOfOneHome(3);
    const wanted = intent();
    await ledgers[0]?.claimIntent(wanted);
    await Promise.all(ledgers.map((ledger) => ledger.markSent(wanted, at(1))));
    expect(await ledgers[0]?.unsettled()).toEqual([{ ...wanted, first_sent_at: at(1), sends: 3 }]);
  });
});
