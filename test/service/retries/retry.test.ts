import { describe, expect, it } from 'vitest';
import {
  type AttemptOutcome,
  backoffDelayMs,
  type EndedAttempt,
  isKeyInUse,
  isUnverified,
  leavesOpen,
  mayHaveArrived,
  nextAttempt,
  outcomeOfStatus,
  type RetryRoute,
  retryTable,
} from '../../../src/service/retries/retry.ts';

const routes = Object.keys(retryTable) as RetryRoute[];
const outcomes = Object.keys(retryTable.poll.reactions) as AttemptOutcome[];
const half = () => 0.5;

function first(route: RetryRoute, outcome: AttemptOutcome) {
  return nextAttempt({ route, outcome, attempt: 1, elapsedMs: 0, retryAfterMs: undefined, random: half });
}

describe('an unverified answer', () => {
  const ended: Omit<EndedAttempt, 'route'> = {
    outcome: 'page',
    attempt: 1,
    elapsedMs: 1_000,
    random: () => 0.5,
    retryAfterMs: undefined,
  };

  it('ends a single look or list at the third attempt, and a wait, a cancel and a submit after a minute', () => {
    for (const route of ['poll', 'models'] as const) {
      expect(nextAttempt({ ...ended, route, attempt: 2 }).retry).toBe(true);
      expect(nextAttempt({ ...ended, route, attempt: 3 }).retry).toBe(false);
    }
    const hour = 3_600_000;
    for (const [route, leftMs] of [
      ['poll', hour],
      ['cancel', undefined],
      ['submitJob', undefined],
    ] as const) {
      expect(nextAttempt({ ...ended, route, leftMs, attempt: 9, elapsedMs: 59_999 })).toEqual({
        retry: true,
        delayMs: 1,
      });
      expect(nextAttempt({ ...ended, route, leftMs, elapsedMs: 60_000 }).retry).toBe(false);
    }
  });

  it('that asks for more than a minute gets what is left of it from a wait, and ends all else', () => {
    const asked = { ...ended, route: 'poll', retryAfterMs: 300_000 } as const;
    expect(nextAttempt({ ...asked, leftMs: 600_000 })).toEqual({ retry: true, delayMs: 59_000 });
    expect(nextAttempt({ ...asked, leftMs: 600_000, elapsedMs: 60_000 }).retry).toBe(false);
    expect(nextAttempt({ ...asked, leftMs: 20_000 }).retry).toBe(false);
    expect(nextAttempt({ ...asked, leftMs: 600_000, retryAfterMs: 20_000 })).toEqual({
      retry: true,
      delayMs: 20_000,
    });
    expect(nextAttempt(asked).retry).toBe(false);
    expect(nextAttempt({ ...asked, route: 'submitJob' }).retry).toBe(false);
  });
});

describe('who retries what', () => {
  it('repeats what never reached the service, on every route', () => {
    for (const route of routes) expect(first(route, 'never-reached').retry, route).toBe(true);
  });

  it('repeats a v2 submit whatever happened to it, since its key makes that safe', () => {
    for (const outcome of ['unknown', 'server-error', 'unavailable'] as const) {
      expect(first('submitJob', outcome).retry).toBe(true);
      expect(leavesOpen('submitJob', outcome)).toBe(true);
    }
  });

  it('never repeats a v1 submit that may have arrived, and calls its outcome open', () => {
    for (const outcome of ['unknown', 'server-error', 'unavailable'] as const) {
      expect(first('submitTask', outcome).retry).toBe(false);
      expect(leavesOpen('submitTask', outcome)).toBe(true);
    }
  });

  it('repeats references that got a 503, which is documented as harmless, and nothing else that may have arrived', () => {
    expect(first('submitRefs', 'unavailable').retry).toBe(true);
    expect(leavesOpen('submitRefs', 'unavailable')).toBe(false);
    expect(first('submitRefs', 'server-error').retry).toBe(false);
    expect(first('submitRefs', 'unknown').retry).toBe(false);
    expect(leavesOpen('submitRefs', 'unknown')).toBe(true);
  });

  it('repeats a cancel that may have arrived, and calls nothing of it open', () => {
    for (const outcome of outcomes.filter(mayHaveArrived)) {
      expect(first('cancel', outcome).retry, outcome).toBe(true);
      expect(leavesOpen('cancel', outcome), outcome).toBe(false);
    }
  });

  it('takes a refusal and an empty balance as they are', () => {
    for (const route of routes) {
      expect(first(route, 'other').retry, route).toBe(false);
      expect(first(route, 'balance').retry, route).toBe(false);
    }
  });

  it('ends: with random numbers at their highest no route but a poll with a deadline goes on for ever', () => {
    for (const route of routes) {
      for (const outcome of outcomes) {
        let attempts = 1;
        let elapsedMs = 0;
        for (;;) {
          const next = nextAttempt({
            route,
            outcome,
            attempt: attempts,
            elapsedMs,
            retryAfterMs: undefined,
            random: () => 0.999,
          });
          if (!next.retry) break;
          attempts += 1;
          elapsedMs += next.delayMs;
        }
        // A key in use is asked for as often as half a minute allows, and an unverified answer as often as a minute does.
        const most = isKeyInUse(outcome) || isUnverified(outcome) ? 20 : 6;
        expect(attempts, `${route}, ${outcome}`).toBeLessThanOrEqual(most);
        expect(elapsedMs, `${route}, ${outcome}`).toBeLessThanOrEqual(60_000);
      }
    }
  });

  it.each(['key-in-use', 'in-progress'] as const)(
    'asks for a key that is %s for half a minute, and no longer',
    (outcome) => {
      const ended = { route: 'submitJob', outcome, retryAfterMs: undefined } as const;
      const next = (elapsedMs: number, more: Partial<EndedAttempt> = {}) =>
        nextAttempt({ ...ended, attempt: 8, elapsedMs, random: () => 0.999, ...more });
      expect(next(20_000)).toEqual({ retry: true, delayMs: 10_000 });
      expect(next(29_999)).toEqual({ retry: true, delayMs: 1 });
      expect(next(30_000)).toEqual({ retry: false });
      expect(next(20_000, { retryAfterMs: 15_000 })).toEqual({ retry: false });
      expect(next(0, { attempt: 1, retryAfterMs: 5_000 })).toEqual({ retry: true, delayMs: 5_000 });
    },
  );

  it('stops a submit after six attempts or thirty seconds', () => {
    const ended = { route: 'submitJob', outcome: 'unknown', retryAfterMs: undefined, random: half } as const;
    expect(nextAttempt({ ...ended, attempt: 5, elapsedMs: 10_000 }).retry).toBe(true);
    expect(nextAttempt({ ...ended, attempt: 6, elapsedMs: 10_000 }).retry).toBe(false);
    expect(nextAttempt({ ...ended, attempt: 2, elapsedMs: 29_999 }).retry).toBe(false);
  });

  it('goes on with a poll as long as its deadline is ahead', () => {
    const ended = { route: 'poll', outcome: 'unknown', attempt: 400, elapsedMs: 3_600_000 } as const;
    expect(nextAttempt({ ...ended, retryAfterMs: undefined, random: half, leftMs: 60_000 })).toEqual({
      retry: true,
      delayMs: 15_000,
    });
    expect(nextAttempt({ ...ended, retryAfterMs: undefined, random: half, leftMs: 1000 }).retry).toBe(false);
    expect(
      nextAttempt({ ...ended, retryAfterMs: undefined, random: half, leftMs: Number.POSITIVE_INFINITY })
        .retry,
    ).toBe(true);
  });
});

describe('a Retry-After', () => {
  const ended = {
    route: 'submitJob',
    outcome: 'rate-limited',
    attempt: 1,
    elapsedMs: 0,
    random: half,
  } as const;

  it('is honoured in full', () => {
    expect(nextAttempt({ ...ended, retryAfterMs: 20_000 })).toEqual({ retry: true, delayMs: 20_000 });
  });

  it('that is longer than the time left ends the attempts instead of being undercut', () => {
    expect(nextAttempt({ ...ended, retryAfterMs: 30_001 })).toEqual({ retry: false });
    expect(nextAttempt({ ...ended, elapsedMs: 15_000, retryAfterMs: 20_000 })).toEqual({ retry: false });
    expect(nextAttempt({ ...ended, retryAfterMs: 20_000, leftMs: 19_999 })).toEqual({ retry: false });
  });

  it('may be as long as the caller permits, however often, but not over a day', () => {
    const hourMs = 3_600_000;
    expect(nextAttempt({ ...ended, attempt: 50, retryAfterMs: hourMs, leftMs: 2 * hourMs })).toEqual({
      retry: true,
      delayMs: hourMs,
    });
    expect(nextAttempt({ ...ended, retryAfterMs: 25 * hourMs, leftMs: Number.POSITIVE_INFINITY })).toEqual({
      retry: false,
    });
  });

  it('holds for a 503 too, and a short one does not shorten the wait', () => {
    const unavailable = { ...ended, outcome: 'unavailable', attempt: 3 } as const;
    expect(nextAttempt({ ...unavailable, retryAfterMs: 9000 })).toEqual({ retry: true, delayMs: 9000 });
    expect(nextAttempt({ ...unavailable, retryAfterMs: 0 })).toEqual({ retry: true, delayMs: 1000 });
  });
});

describe('the wait between attempts', () => {
  it('doubles, is spread over its whole length, and is capped', () => {
    expect([1, 2, 3, 4].map((attempt) => backoffDelayMs(attempt, half))).toEqual([250, 500, 1000, 2000]);
    expect(backoffDelayMs(4, () => 0.25)).toBe(1000);
    expect(backoffDelayMs(5000, () => 0.999)).toBeLessThanOrEqual(30_000);
  });

  it('is never nothing', () => {
    expect(backoffDelayMs(1, () => 0)).toBe(100);
  });
});

describe('the outcome that a status stands for', () => {
  it.each([
    [408, 'server-error'],
    [425, 'server-error'],
    [500, 'server-error'],
    [502, 'server-error'],
    [503, 'unavailable'],
    [504, 'server-error'],
    [524, 'server-error'],
    [429, 'rate-limited'],
    [402, 'balance'],
    [400, 'other'],
    [401, 'other'],
    [404, 'other'],
    [409, 'other'],
    [302, 'other'],
  ] as const)('%d is %s', (status, outcome) => {
    expect(outcomeOfStatus(status)).toBe(outcome);
  });
});
