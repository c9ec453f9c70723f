import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../fake-clock.ts';
import { syncNothing } from '../fixtures/no-sync.ts';
import { endWords, openBatches } from './batches.ts';
import { type CappedAccount, cappedService, exchangeTo } from './capped-service.ts';

syncNothing();

const names = (count: number): string[] => Array.from({ length: count }, (_, place) => `s${place}`);

function setUp(account: CappedAccount = {}, around: Partial<Parameters<typeof openBatches>[0]> = {}) {
  const clock = createFakeClock();
  const service = cappedService(account);
  const batch = openBatches({ clock, exchange: exchangeTo(service, clock), ...around });
  return { clock, service, ...batch };
}

describe('200 shots of an account that bears 25', () => {
  it('are each sent once, within no Retry-After, and looked at no earlier than asked', async () => {
    const { clock, ends, run, sent, service, submitOf } = setUp({
      lastsMs: (place) => 60_000 + (place % 7) * 40_000,
    });
    await run(names(200).map(submitOf));
    expect(endWords(ends)).toEqual({ 'over succeeded': 200 });
    expect([...ends.values()].every((each) => each.length === 1)).toBe(true);
    expect(sent.toSorted()).toEqual(names(200).toSorted());
    expect(service.jobs.size).toBe(200);
    expect(service.seen).toMatchObject({ undercut: 0, early: 0, mostInFlight: 25 });
    const ideal = (200 * 180_000) / 25;
    expect(clock.monotonicMs() / ideal).toBeLessThan(1.25);
    expect(service.seen.refused).toBeLessThan(20);
    expect(service.seen.submits).toHaveLength(200 + service.seen.refused);
  });
});
