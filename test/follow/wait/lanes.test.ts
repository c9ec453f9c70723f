import { describe, expect, it } from 'vitest';
import { createDueQueue } from '../../../src/follow/wait/lanes.ts';

describe('the queue of what is due', () => {
  it('gives the earliest first, whatever the order they came in', () => {
    const queue = createDueQueue<number>();
    // A fixed permutation of 0..996, so that a failure repeats.
    const times = Array.from({ length: 997 }, (_, index) => (index * 389) % 997);
    for (const time of times) queue.push(time, time);
    const taken = times.map(() => queue.takeDue(Number.POSITIVE_INFINITY));
    expect(taken).toEqual([...times].sort((one, other) => one - other));
    expect(queue.size).toBe(0);
  });

  it('keeps what is not due yet, and says when it will be', () => {
    const queue = createDueQueue<string>();
    queue.push('later', 50);
    queue.push('sooner', 20);
    expect(queue.takeDue(10)).toBeUndefined();
    expect(queue.nextDueMs()).toBe(20);
    expect(queue.takeDue(20)).toBe('sooner');
    expect(queue.takeDue(49)).toBeUndefined();
    expect(queue.size).toBe(1);
  });

  it('makes an item due earlier, wherever it is, and never later', () => {
    const queue = createDueQueue<number>();
    const times = Array.from({ length: 997 }, (_, index) => (index * 389) % 997);
    for (const time of times) queue.push(time, 1_000 + time);
    for (const time of times.filter((each) => each % 3 === 0)) queue.bringForward(time, time);
    for (const time of times) queue.bringForward(time, 3_000);
    queue.bringForward(5_000, 0);
    const sooner = (time: number) => (time % 3 === 0 ? time : 1_000 + time);
    const taken = times.map(() => queue.takeDue(Number.POSITIVE_INFINITY));
    expect(taken).toEqual([...times].sort((one, other) => sooner(one) - sooner(other)));
    expect(queue.size).toBe(0);
  });
});
