import { describe, expect, it } from 'vitest';
import { createChannel } from '../../../src/queue/serve/channel.ts';

describe('a channel', () => {
  it('hands items on in their order, and ends when it is closed', async () => {
    const channel = createChannel<number>();
    const read: number[] = [];
    const reading = (async () => {
      for await (const item of channel) read.push(item);
    })();
    channel.put(1);
    await Promise.resolve();
    channel.put(2);
    while (read.length < 2) await Promise.resolve();
    channel.close();
    await reading;
    expect(read).toEqual([1, 2]);
  });

  it('gives back what nobody has read, and takes nothing more', () => {
    const channel = createChannel<string>();
    channel.put('a');
    expect(channel.close()).toEqual(['a']);
    expect(channel.put('b')).toBe(false);
  });
});
