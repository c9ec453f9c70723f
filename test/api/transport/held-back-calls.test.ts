import { describe, expect, it } from 'vitest';
import { fixedKey } from '../../../src/account/keys/account-key.ts';
import { createApi } from '../../../src/api/transport/api.ts';
import type { ApiCall } from '../../../src/api/transport/api-call.ts';
import type { ExchangeResponse } from '../../../src/api/transport/exchange.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';
import { failureOf, poll, submit } from '../api-bench.ts';

/** What one request is answered, after so long: 200 at once unless it says otherwise. */
interface Reply {
  status?: number;
  retryAfterSeconds?: number;
  takesMs?: number;
}

interface Sent {
  atMs: number;
  /** How many were under way with it. */
  underWay: number;
  id: string;
}

/** An API whose requests are answered in their order; the last reply stays. */
function answering(...replies: Reply[]) {
  const clock = createFakeClock();
  const sent: Sent[] = [];
  let underWay = 0;
  const api = createApi({
    baseUrl: 'https://api.example.com',
    key: fixedKey('k'),
    clock,
    random: () => 0.5,
    userAgent: 'genctl/0 (test)',
    exchange: {
      async send({ url, signal }): Promise<ExchangeResponse> {
        const { retryAfterSeconds, status = 200, takesMs = 0 } = replies[sent.length] ?? replies.at(-1) ?? {};
        underWay += 1;
        sent.push({ atMs: clock.monotonicMs(), underWay, id: url.pathname.split('/').at(-1) ?? '' });
        await clock.sleep(takesMs, signal);
        underWay -= 1;
        return {
          status,
          headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
          body: oneChunk('{}'),
          discard: async () => {},
        };
      },
      close: async () => {},
    },
  });
  /** Closes the gate by an attempt that is answered 429. */
  async function refuseOne(call: ApiCall): Promise<void> {
    await expect(api.attempt(call)).rejects.toThrow('has to wait');
  }
  return { api, clock, refuseOne, sent };
}

async function* oneChunk(text: string): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `job_${index}`);

describe('calls that wait for the end of a pause', () => {
  it('go out one after another in their order, and one more at once with each answer', async () => {
    const { api, refuseOne, sent } = answering({ status: 429, retryAfterSeconds: 20 }, { takesMs: 100 });
    await refuseOne(poll);
    await Promise.all(ids(9).map((id) => api.call({ ...poll, id })));
    const after = sent.slice(1);
    expect(after.map(({ id }) => id)).toEqual(ids(9));
    expect(after.map(({ atMs }) => atMs)).toEqual(
      [20, 20.1, 20.1, 20.2, 20.2, 20.2, 20.2, 20.3, 20.3].map(ms),
    );
  });

  it('wait for the end of the next one, too, of which one of them is told', async () => {
    const full = { status: 429, retryAfterSeconds: 10 };
    const { api, refuseOne, sent } = answering(full, full, {});
    await refuseOne(poll);
    await Promise.all(ids(5).map((id) => api.call({ ...poll, id })));
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 10, 20, 20, 20, 20, 20].map(ms));
  });

  it('end where their patience does, and the others still go', async () => {
    const { api, clock, refuseOne, sent } = answering(
      { status: 429, retryAfterSeconds: 10 },
      { status: 429, retryAfterSeconds: 10 },
      {},
    );
    await refuseOne(submit);
    const [patient, hasty] = [60_000, 15_000].map((leftMs) =>
      api.call({ ...submit, deadlineMs: clock.monotonicMs() + leftMs }),
    );
    if (patient === undefined || hasty === undefined) throw new Error('there are two');
    expect(await failureOf(hasty)).toMatchObject({ exitCode: 8 });
    await patient;
    expect(sent.at(-1)?.atMs).toBe(20_000);
  });

  it('leave their place to the next when they are given up', async () => {
    const { api, clock, refuseOne, sent } = answering(
      { status: 429, retryAfterSeconds: 1 },
      { takesMs: 1_000 },
    );
    await refuseOne(poll);
    const stop = new AbortController();
    const calls = ids(3).map((id) =>
      api.call({ ...poll, id, ...(id === 'job_1' ? { signal: stop.signal } : {}) }),
    );
    // The first is under way by now, and the others wait for their turn.
    await clock.sleep(1_500);
    stop.abort(new Error('enough'));
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sent.map(({ id }) => id)).toEqual(['job_1', 'job_0', 'job_2']);
  });

  it('go out beside one whose answer is a failure of the service, which is no 429', async () => {
    const { api, refuseOne, sent } = answering({ status: 429, retryAfterSeconds: 1 }, { status: 500 }, {});
    await refuseOne(poll);
    expect(api.gate.atOnceMost('poll')).toBe(1);
    await api.call({ ...poll, id: 'job_0' });
    expect(sent).toHaveLength(3);
    expect(api.gate.atOnceMost('poll')).toBe(3);
  });
});

function ms(seconds: number): number {
  return Math.round(seconds * 1000);
}
