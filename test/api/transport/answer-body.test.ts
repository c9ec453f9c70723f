import { describe, expect, it } from 'vitest';
import { readBody, textOf } from '../../../src/api/transport/answer-body.ts';
import { createFakeClock } from '../fake-clock.ts';

const limits = { bytesMost: 1000, timeoutMs: 60_000 };

function answer(chunks: Iterable<string>, headers: Record<string, string> = {}) {
  async function* body() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  return { status: 200, headers, body: body(), discard: async () => {} };
}

describe('the body of an answer', () => {
  it('is its bytes as UTF-8, also where a character is torn, without a byte order mark', async () => {
    const bytes = Buffer.from('\uFEFF{"é":1}');
    const body = (async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    })();
    const whole = { status: 200, headers: {}, body, discard: async () => {} };
    const { bytes: read, ...end } = await readBody(whole, { ...limits, clock: createFakeClock() });
    expect(textOf(read)).toBe('{"é":1}');
    expect(end).toEqual({ cut: false, broken: undefined });
  });

  it('is cut at its limit, and says so', async () => {
    let asked = 0;
    const endless = (function* () {
      for (;;) {
        asked += 1;
        yield 'x'.repeat(600);
      }
    })();
    const { bytes, cut } = await readBody(answer(endless), { ...limits, clock: createFakeClock() });
    expect(bytes).toHaveLength(1000);
    expect(cut).toBe(true);
    expect(asked).toBe(2);
  });

  it('is not waited for longer than its time, however it drips', async () => {
    const clock = createFakeClock();
    const drip = (function* () {
      for (;;) {
        clock.advance(29_000);
        yield ' ';
      }
    })();
    const { broken, bytes } = await readBody(answer(drip), { ...limits, clock });
    expect(broken).toMatchObject({ reached: 'unknown', code: 'BODY_TIMEOUT' });
    expect(bytes.toString()).toBe('  ');
  });

  it('that is shorter than it said is not whole, and what came of it is there', async () => {
    const short = answer(['{}'], { 'content-length': '3' });
    const { broken, bytes } = await readBody(short, { ...limits, clock: createFakeClock() });
    expect(broken).toMatchObject({ code: 'BODY_CUT' });
    expect(bytes.toString()).toBe('{}');
  });
});
