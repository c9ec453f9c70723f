import { describe, expect, it } from 'vitest';
import { createTaskGroup, together } from '../../src/flows/task-group.ts';

/** A task that ends when it is told to. */
function held() {
  let release: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    release = resolve;
    fail = reject;
  });
  return { task: () => promise, release, fail };
}

describe('a group of tasks', () => {
  it('is settled when each is over, those too that a task began', async () => {
    const group = createTaskGroup();
    const done: string[] = [];
    const later = held();
    group.start(async () => {
      group.start(async () => {
        await later.task();
        done.push('began by another');
      });
      done.push('first');
    });
    later.release();
    await group.settle();
    expect(done).toEqual(['first', 'began by another']);
    expect(group.size).toBe(0);
  });

  it('holds a failure that nobody waits for yet, tells its owner at once, and rejects when the others are over', async () => {
    let told = 0;
    const group = createTaskGroup(() => {
      told += 1;
    });
    const other = held();
    let otherIsOver = false;
    group.start(async () => {
      throw new Error('first');
    });
    group.start(async () => {
      await other.task();
      otherIsOver = true;
    });
    // Longer than Node lets a rejection go unheard.
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toBe(1);
    group.start(async () => {
      throw new Error('second');
    });
    other.release();
    await expect(group.settle()).rejects.toThrow('first');
    expect(otherIsOver).toBe(true);
    expect(told).toBe(1);
  });

  it('says when any of them ends, well or not', async () => {
    const group = createTaskGroup();
    const one = held();
    group.start(one.task);
    group.start(held().task);
    const next = group.nextEnd();
    one.fail(new Error('not well'));
    await expect(next).resolves.toBeUndefined();
    expect(group.size).toBe(1);
  });
});

describe('tasks run together', () => {
  it('give their results in order', async () => {
    expect(await together([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
  });

  it('are all waited for before the failure of one is thrown', async () => {
    const slow = held();
    let isOver = false;
    const all = together([
      Promise.reject(new Error('no')),
      slow.task().then(() => {
        isOver = true;
      }),
    ]);
    setImmediate(slow.release);
    await expect(all).rejects.toThrow('no');
    expect(isOver).toBe(true);
  });
});
