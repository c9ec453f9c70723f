import { describe, expect, it } from 'vitest';
import { createDueQueue } from '../../../src/follow/wait/due-queue.ts';

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
});
