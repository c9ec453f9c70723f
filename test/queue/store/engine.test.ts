import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../../src/queue/store/engine.ts';

describe('the engine of queues', () => {
  it('that is not installed is told with the one command that installs it', async () => {
    const load = (name: string) =>
      Promise.reject(new Error(`Cannot find package '${name}'.\nRequire stack:`));
    await expect(loadEngine(load)).rejects.toMatchObject({
      code: 'queue_engine_missing',
      exit: 'machine',
      why: "A queue needs bullmq@6 and ioredis@5 beside genctl, and Cannot find package 'bullmq'.",
      hint: 'npm install --global bullmq@6 ioredis@5',
    });
  });

  it('is loaded by its two packages', async () => {
    const { bullmq, ioredis } = await loadEngine();
    expect([typeof bullmq.Worker, typeof ioredis.Redis]).toEqual(['function', 'function']);
  });
});
