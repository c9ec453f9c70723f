import { describe, expect, it } from 'vitest';
import { createCallbacks } from '../../src/sandbox/callbacks.ts';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { receiver } from '../sandbox/fixtures/receiver.ts';
import { service } from '../sandbox/fixtures/service.ts';

/** §2.4 and §6: the one thing the service sends by itself. */
function listenedTo() {
  const one = service();
  const { sweep } = createCallbacks(createDeployment(one.settings), {
    port: undefined,
    signal: new AbortController().signal,
  });
  return { ...one, sweep };
}

const picture = { model: 'vendor-a/image-1', input: { prompt: 'a red fox', size: '64x64' } };

describe('a callback, §6.1', () => {
  it.each(['succeeded', 'failed', 'canceled', 'expired'])('is posted when a job is %s', async (end) => {
    const { url, received } = await receiver();
    const { submit, poll, cancel, clock, sweep } = listenedTo();
    const scenario = { failed: 'internal', expired: 'stuck' }[end];
    const { body } = await submit(
      { ...picture, callback_url: url },
      scenario === undefined ? {} : { scenario },
    );
    await sweep();
    expect(received).toEqual([]);
    if (end === 'canceled') await cancel(body.id);
    clock.advanceSeconds(600);
    await sweep();
    expect((await poll(body.id)).body.status).toBe(end);
    expect(received.map(({ method }) => method)).toEqual(['POST']);
  });

  it('is the only thing that is sent, and once, §6.2', async () => {
    const { url, received } = await receiver();
    const { submit, clock, sweep } = listenedTo();
    await submit({ ...picture, callback_url: url });
    await submit(picture);
    for (let look = 0; look < 5; look++) {
      clock.advanceSeconds(2);
      await sweep();
    }
    expect(received).toHaveLength(1);
  });
});
