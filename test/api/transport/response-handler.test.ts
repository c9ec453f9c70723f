import { describe, expect, it } from 'vitest';
import { createByteQueue } from '../../../src/api/transport/response-handler.ts';

function recordedQueue() {
  const asked: string[] = [];
  const queue = createByteQueue({
    pause: () => asked.push('pause'),
    resume: () => asked.push('resume'),
    stop: () => asked.push('stop'),
  });
  return { asked, queue };
}

const chunk = new Uint8Array(100 * 1024);

describe('bytes between a fast sender and a slow reader', () => {
  it('pile up to a megabyte, then the sender pauses until most of them are read', async () => {
    const { asked, queue } = recordedQueue();
    for (let pushed = 0; pushed < 11; pushed += 1) queue.push(chunk);
    expect(asked).toEqual(['pause']);
    const reader = queue.body[Symbol.asyncIterator]();
    for (let read = 0; read < 8; read += 1) await reader.next();
    expect(asked).toEqual(['pause']);
    await reader.next();
    expect(asked).toEqual(['pause', 'resume']);
  });

  it('come in order, and then the end or the failure', async () => {
    const { queue } = recordedQueue();
    queue.push(Uint8Array.of(1));
    queue.push(Uint8Array.of(2));
    queue.fail(new Error('torn'));
    queue.push(Uint8Array.of(3));
    const reader = queue.body[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual(Uint8Array.of(1));
    expect((await reader.next()).value).toEqual(Uint8Array.of(2));
    await expect(reader.next()).rejects.toThrow('torn');
  });

  it('stop when the reader leaves', async () => {
    const { asked, queue } = recordedQueue();
    queue.push(chunk);
    for await (const _ of queue.body) break;
    expect(asked).toEqual(['stop']);
  });

  it('that nobody wants run out where they are few, and are cut off where they are many', async () => {
    const few = recordedQueue();
    const done = few.queue.discard();
    few.queue.push(new Uint8Array(1024));
    few.queue.end();
    await done;
    expect(few.asked).toEqual([]);

    const many = recordedQueue();
    const cut = many.queue.discard();
    many.queue.push(chunk);
    await cut;
    expect(many.asked).toEqual(['stop']);
  });
});
