import { describe, expect, it } from 'vitest';
import { readText } from '../../src/client/answer-text.ts';
import { createFakeClock } from './fake-clock.ts';

const limits = { bytesMost: 1000, timeoutMs: 60_000 };

function answer(chunks: Iterable<string>, headers: Record<string, string> = {}) {
  async function* body() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  return { status: 200, headers, body: body(), discard: async () => {} };
}

describe('the text of an answer', () => {
  it('is its bytes as UTF-8, also where a character is torn, without a byte order mark', async () => {
    const bytes = Buffer.from('\uFEFF{"é":1}');
    const body = (async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    })();
    const whole = { status: 200, headers: {}, body, discard: async () => {} };
    expect(await readText(whole, { ...limits, clock: createFakeClock() })).toEqual({
      text: '{"é":1}',
      cut: false,
    });
  });

  it('is cut at its limit, and says so', async () => {
    let asked = 0;
    const endless = (function* () {
      for (;;) {
        asked += 1;
        yield 'x'.repeat(600);
      }
    })();
    const { text, cut } = await readText(answer(endless), { ...limits, clock: createFakeClock() });
    expect(text).toHaveLength(1000);
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
    await expect(readText(answer(drip), { ...limits, clock })).rejects.toMatchObject({
      reached: 'unknown',
      code: 'BODY_TIMEOUT',
    });
  });

  it('that is shorter than it said is not whole', async () => {
    const short = answer(['{}'], { 'content-length': '3' });
    await expect(readText(short, { ...limits, clock: createFakeClock() })).rejects.toMatchObject({
      code: 'BODY_CUT',
    });
  });
});
