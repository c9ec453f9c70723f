import { describe, expect, it } from 'vitest';
import { createRateGate } from '../../../src/api/transport/rate-gate.ts';

const gateOf = () => createRateGate(() => 0.5);

describe('the gate of an account', () => {
  it('is open until a request is refused, and closed for as long as is asked', () => {
    const gate = gateOf();
    expect(gate.waitMs('poll', 0)).toBe(0);
    expect(gate.atOnceMost('poll')).toBe(8);
    gate.refused('poll', { sentMs: 0, nowMs: 10, retryAfterMs: 5_000 });
    expect(gate.waitMs('poll', 1_010)).toBe(4_000);
    expect(gate.waitMs('submitJob', 1_010)).toBe(0);
    expect(gate.waitMs('poll', 6_000)).toBe(0);
  });

  it('doubles pauses of its own one after another, and begins anew after an answer', () => {
    const gate = gateOf();
    const pauses = [0, 1_000, 3_000].map((sentMs) =>
      gate.refused('poll', { sentMs, nowMs: sentMs + 10, retryAfterMs: undefined }),
    );
    expect(pauses).toEqual([250, 500, 1_000]);
    gate.answered('poll', 5_000);
    expect(gate.refused('poll', { sentMs: 6_000, nowMs: 6_010, retryAfterMs: undefined })).toBe(250);
  });

  it('takes refusals of requests that were under way together for one pause, the longest of them', () => {
    const gate = gateOf();
    gate.refused('poll', { sentMs: 0, nowMs: 100, retryAfterMs: undefined });
    expect(gate.refused('poll', { sentMs: 0, nowMs: 150, retryAfterMs: undefined })).toBe(200);
    expect(gate.refused('poll', { sentMs: 50, nowMs: 160, retryAfterMs: 2_000 })).toBe(2_000);
    expect(gate.refused('poll', { sentMs: 3_000, nowMs: 3_010, retryAfterMs: undefined })).toBe(500);
  });

  it('lets one through after a pause, and one more with each answer to what was sent since', () => {
    const gate = gateOf();
    gate.refused('poll', { sentMs: 0, nowMs: 100, retryAfterMs: 1_000 });
    // Sent before the pause, answered in it.
    gate.answered('poll', 50);
    expect(gate.atOnceMost('poll')).toBe(1);
    gate.answered('poll', 1_200);
    gate.answered('poll', 1_300);
    expect(gate.atOnceMost('poll')).toBe(3);
    expect(gate.atOnceMost('submitJob')).toBe(8);
  });

  it('lasts as long as it was asked, at a time of fractions too', () => {
    const gate = createRateGate(() => 0);
    const nowMs = 1415.7956247192826;
    expect(gate.refused('poll', { sentMs: nowMs, nowMs, retryAfterMs: 1_000 })).toBe(1_000);
  });
});
