import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTaskGroup, eachOf, fewAtOnce, inTurn, together } from '../../src/files/task-group.ts';

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
});

describe('tasks of a group that take turns', () => {
  it('run so many at once, in their order, and are the group’s', async () => {
    const group = createTaskGroup();
    const turns = inTurn(group, 2);
    const begun: number[] = [];
    const tasks = [held(), held(), held(), held()];
    for (const [place, { task }] of tasks.entries())
      turns.start(() => {
        begun.push(place);
        return task();
      });
    expect(begun).toEqual([0, 1]);
    tasks[1]?.release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([0, 1, 2]);
    for (const { release } of tasks) release();
    await group.settle();
    expect(begun).toEqual([0, 1, 2, 3]);
    turns.start(async () => void begun.push(4));
    await group.settle();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('do not go on behind one that fails, whose failure is the group’s', async () => {
    const group = createTaskGroup();
    const turns = inTurn(group, 1);
    let isBegun = false;
    turns.start(async () => {
      throw new Error('first');
    });
    turns.start(async () => {
      isBegun = true;
    });
    await expect(group.settle()).rejects.toThrow('first');
    expect(isBegun).toBe(false);
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

describe('a short task for each of many', () => {
  it('is run for all in order, and not for all at once', async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const many = [...Array(1000).keys()];
    await eachOf(many, async (index) => {
      begun.push(index);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    });
    expect(begun).toEqual(many);
    expect(most).toBeLessThan(100);
    expect(running).toBe(0);
  });

  it('is begun for no more after one failed, once those under way are over', async () => {
    const slow = held();
    let isOver = false;
    let begun = 0;
    const all = eachOf([...Array(1000).keys()], async (index) => {
      begun += 1;
      if (index === 0) throw new Error('no');
      await slow.task();
      isOver = true;
    });
    setImmediate(slow.release);
    await expect(all).rejects.toThrow('no');
    expect(isOver).toBe(true);
    expect(begun).toBeLessThan(100);
  });
});

describe('work side by side', () => {
  it('keeps the order, and goes no further than it may at once', async () => {
    let now = 0;
    let most = 0;
    const results = await fewAtOnce([5, 1, 4, 2, 3], { most: 2, signal: undefined }, async (turns) => {
      most = Math.max(most, ++now);
      for (let left = turns; left > 0; left -= 1) await turn();
      now -= 1;
      return turns * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
    expect(await fewAtOnce([], { most: 2, signal: undefined }, async () => 1)).toEqual([]);
  });

  it('ends whole with the first failure: the rest is told to stop, waited for, and not begun', async () => {
    const seen: string[] = [];
    const work = async (name: string, signal: AbortSignal) => {
      seen.push(`${name} begins`);
      if (name === 'b') throw new Error('b failed');
      while (!signal.aborted) await turn();
      seen.push(`${name} stopped`);
      throw new Error(`${name} was stopped`);
    };
    await expect(fewAtOnce(['a', 'b', 'c'], { most: 2, signal: undefined }, work)).rejects.toThrow(
      'b failed',
    );
    expect(seen).toEqual(['a begins', 'b begins', 'a stopped']);
  });

  it('ends with the signal', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(fewAtOnce([1], { most: 2, signal }, async () => 1)).rejects.toThrow('stop');
  });
});
