import { describe, expect, it } from 'vitest';
import { firstLookDelayMs, pollDelayMs } from '../../../src/service/retries/polling.ts';

/** @see service document §4.2, §4.5, §8.12 */
const nothing = { route: 'jobs' as const, bodySeconds: undefined, headerMs: undefined, floorMs: 0 };

describe('the time to the next look at a job', () => {
  it('is five seconds on v1, which asks nothing', () => {
    expect(pollDelayMs({ ...nothing, route: 'tasks' })).toBe(5000);
    expect(pollDelayMs({ ...nothing, route: 'tasks', headerMs: 2000 })).toBe(2000);
    expect(pollDelayMs({ ...nothing, route: 'tasks', floorMs: 8000 })).toBe(8000);
  });

  it('is what the body asks, or the header, whichever is longer', () => {
    expect(pollDelayMs({ route: 'jobs', bodySeconds: 5, headerMs: 2000, floorMs: 0 })).toBe(5000);
    expect(pollDelayMs({ route: 'jobs', bodySeconds: 2, headerMs: 5000, floorMs: 0 })).toBe(5000);
  });

  it('is rounded up to whole seconds', () => {
    expect(pollDelayMs({ route: 'jobs', bodySeconds: 0.001, headerMs: undefined, floorMs: 0 })).toBe(1000);
    expect(pollDelayMs({ route: 'jobs', bodySeconds: 1.5, headerMs: undefined, floorMs: 0 })).toBe(2000);
    expect(pollDelayMs({ route: 'jobs', bodySeconds: undefined, headerMs: 300, floorMs: 0 })).toBe(1000);
    expect(firstLookDelayMs(0.001, 0)).toBe(1000);
  });

  it('is never less than the floor, and the floor never undercuts what was asked', () => {
    expect(pollDelayMs({ route: 'jobs', bodySeconds: 2, headerMs: undefined, floorMs: 10_000 })).toBe(10_000);
    expect(pollDelayMs({ route: 'tasks', bodySeconds: 30, headerMs: undefined, floorMs: 10_000 })).toBe(
      30_000,
    );
    expect(pollDelayMs({ ...nothing, floorMs: 10_000 })).toBe(10_000);
  });

  it.each([undefined, 0, -5, Number.NaN, Number.NEGATIVE_INFINITY])(
    'is a second where %j is asked',
    (bodySeconds) => {
      expect(pollDelayMs({ ...nothing, bodySeconds })).toBe(1000);
      expect(pollDelayMs({ ...nothing, headerMs: bodySeconds })).toBe(1000);
    },
  );

  it.each([3e9, Number.POSITIVE_INFINITY])(
    'is what a timer can take where %d seconds are asked',
    (seconds) => {
      expect(pollDelayMs({ ...nothing, bodySeconds: seconds })).toBe(2 ** 31 - 1);
      expect(pollDelayMs({ ...nothing, floorMs: seconds * 1000 })).toBe(2 ** 31 - 1);
    },
  );
});

describe('the time to the first look at a job that an answer told of', () => {
  it('is what is left of what that answer asked', () => {
    expect(firstLookDelayMs(3, 0)).toBe(3000);
    expect(firstLookDelayMs(3, 1200)).toBe(1800);
    expect(firstLookDelayMs(3, 60_000)).toBe(0);
  });

  it.each([undefined, 0, -5, Number.NaN])('is none where %j is asked', (seconds) => {
    expect(firstLookDelayMs(seconds, 0)).toBe(0);
  });

  it('counts an answer from the future, or of no known time, as new', () => {
    expect(firstLookDelayMs(3, -10_000)).toBe(3000);
    expect(firstLookDelayMs(3, Number.NaN)).toBe(3000);
  });
});
