import { describe, expect, it } from 'vitest';
import { toldClock } from '../../../src/api/transport/clock.ts';
import { timeBounds } from '../../../src/service/retries/clock-skew.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';

const minuteMs = 60_000;
const told = (atMs: number, tookMs = 0) => timeBounds({ date: new Date(atMs).toUTCString(), tookMs });

describe('a clock that is told the time', () => {
  it.each([10, -10, 120, -120])('goes by it on a machine that is %s min ahead, and says so once', (min) => {
    const machine = createFakeClock();
    const skews: number[] = [];
    const clock = toldClock(machine, { onSkew: (aheadMs) => skews.push(Math.round(aheadMs / minuteMs)) });
    const trueMs = () => machine.nowMs() - min * minuteMs;
    expect(clock.isTold).toBe(false);
    clock.tell(told(trueMs()));
    clock.tell(told(trueMs()));
    expect(clock.isTold).toBe(true);
    expect(Math.abs(clock.nowMs() - trueMs())).toBeLessThanOrEqual(1_000);
    expect(skews).toEqual([min]);
  });

  it('goes on by the monotonic clock while the machine’s is set', async () => {
    const machine = createFakeClock();
    let jumpMs = 0;
    const clock = toldClock({ ...machine, nowMs: () => machine.nowMs() + jumpMs });
    clock.tell(told(machine.nowMs()));
    const beforeMs = clock.nowMs();
    jumpMs = -2 * 60 * minuteMs;
    await machine.sleep(minuteMs);
    expect(clock.nowMs() - beforeMs).toBe(minuteMs);
  });

  it('is not corrected where it may be right, as after an answer that took three minutes', () => {
    const machine = createFakeClock();
    const skews: number[] = [];
    const clock = toldClock(machine, { onSkew: (aheadMs) => skews.push(aheadMs) });
    clock.tell(told(machine.nowMs() - 3 * minuteMs, 3 * minuteMs));
    expect(clock.nowMs()).toBe(machine.nowMs());
    expect(skews).toEqual([]);
  });

  it('of an embedded service is the machine’s', () => {
    const machine = createFakeClock();
    const clock = toldClock(machine, { isTold: true });
    clock.tell(told(machine.nowMs() + 120 * minuteMs));
    expect([clock.isTold, clock.machineAheadMs()]).toEqual([true, 0]);
  });
});
