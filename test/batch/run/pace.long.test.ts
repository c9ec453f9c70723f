import { describe, expect, it } from 'vitest';
import { createRateGate, type RateGate } from '../../../src/api/transport/rate-gate.ts';
import { createPace, type Pace, type SharedPace, type Slot } from '../../../src/batch/run/pace.ts';
import { createTaskGroup } from '../../../src/files/task-group.ts';
import { createTimeLine, seeded, type TimeLine } from '../../bench/simulation/time-line.ts';

/** Other processes send as the same account, and hold nothing back. */
const shared: SharedPace = { note() {}, heldBackMs: async () => 0 };

function openPace(given: { random?: () => number; shared?: SharedPace; inFlight?: number }) {
  const timeLine = createTimeLine();
  const { clock } = timeLine;
  const gate = createRateGate(given.random ?? (() => 0));
  const pace = createPace({ ...given, clock, gate, onChange() {} });
  return { ...{ timeLine, clock, gate, pace }, running: pace.run() };
}

it('a slot that is given up after a 429 wakes the next line, where other processes send as well', async () => {
  const { clock, gate, pace, running, timeLine } = openPace({ shared, inFlight: 20 });
  const taken: Slot[] = [];
  for (let place = 0; place < 9; place += 1)
    void pace.take().then((slot) => slot !== undefined && taken.push(slot));
  await timeLine.runUntil(() => taken.length === 8);
  // All submits that may be under way are refused, so that no other one's answer wakes the ninth line.
  gate.refused('submitJob', { sentMs: 0, nowMs: clock.monotonicMs(), retryAfterMs: 3_000 });
  for (const slot of taken.slice(0, 8)) expect(await slot.takeAnother()).toBe(false);
  await timeLine.runUntil(() => taken.length === 9);
  expect(clock.monotonicMs()).toBe(3_000);
  pace.close();
  await running;
});

it('a pause that is over between two looks at the clock keeps no line asleep', async () => {
  for (let place = 0; place < 40; place += 1) {
    const timeLine = createTimeLine();
    let looks = 0;
    const monotonicMs = (): number => {
      looks += 1;
      return timeLine.clock.monotonicMs() + looks / 1_000;
    };
    // A timer of Node may come a millisecond early.
    const sleep = (ms: number, signal?: AbortSignal) => timeLine.clock.sleep(Math.max(0, ms - 1), signal);
    const clock = { ...timeLine.clock, monotonicMs, sleep };
    const gate = createRateGate(() => 0);
    const pace = createPace({ clock, gate, onChange() {} });
    gate.refused('submitJob', { sentMs: 0, nowMs: place / 1_000, retryAfterMs: 1_000 });
    let hasSlot = false;
    void pace.take().then(() => {
      hasSlot = true;
    });
    const running = pace.run();
    await timeLine.runUntil(() => hasSlot);
    pace.close();
    await running;
  }
});

/** Lines that are sent as one account, some of which wait in a queue until so many others are held no more. */
interface Walk {
  timeLine: TimeLine;
  gate: RateGate;
  pace: Pace;
  random: () => number;
  /** Jobs that the account bears, which changes. */
  cap: number;
  inFlight: number;
  /** Lines that are held, and how many there may be. */
  held: number;
  heldMost: number;
  waiting: (() => void)[];
}

/** Has a line held as soon as the queue lets it. */
async function hold(walk: Walk): Promise<void> {
  if (walk.held >= walk.heldMost) return new Promise<void>((resolve) => void walk.waiting.push(resolve));
  walk.held += 1;
}

function letGo(walk: Walk): void {
  walk.held -= 1;
  while (walk.held < walk.heldMost && walk.waiting.length > 0) {
    walk.held += 1;
    walk.waiting.shift()?.();
  }
}

/** Sends a line until it has an end; resolves with false where it was given up, and comes again. */
async function sendLine(walk: Walk): Promise<boolean> {
  const { gate, pace, random } = walk;
  const { clock } = walk.timeLine;
  const slot = await pace.take(random() < 0.3 ? 'begun' : 'new');
  if (slot === undefined) return true;
  for (;;) {
    const sentMs = clock.monotonicMs();
    await clock.sleep(Math.ceil(random() * 200));
    if (random() < 0.05) {
      // It ends without a job: the request was at fault.
      gate.answered('submitJob', sentMs);
      slot.leave();
      return true;
    }
    if (walk.inFlight < walk.cap) {
      walk.inFlight += 1;
      gate.answered('submitJob', sentMs);
      slot.keep({ isNew: random() < 0.9 });
      await clock.sleep(random() * 20_000);
      walk.inFlight -= 1;
      await clock.sleep(random() * 2_000);
      slot.leave();
      return true;
    }
    const retryAfterMs = random() < 0.3 ? undefined : Math.ceil(random() * 9_000);
    gate.refused('submitJob', { sentMs, nowMs: clock.monotonicMs(), retryAfterMs });
    if (Number.isFinite(walk.heldMost)) walk.heldMost = Math.max(1, walk.inFlight);
    if (!(await slot.takeAnother())) return pace.now().stopped !== undefined;
  }
}

async function walkRandomly(seed: number, heldMost: number, given: Parameters<typeof openPace>[0]) {
  const random = seeded(seed * 7_919 + 1);
  for (let each = 0; each < 3; each += 1) random();
  const { gate, pace, running, timeLine } = openPace({ ...given, random });
  // Where others have all that the account bears, none is left.
  const newCap = (): number => Math.floor(random() * 12);
  const account = { cap: newCap(), inFlight: 0, held: 0, heldMost, waiting: [] };
  const walk: Walk = { ...account, timeLine, gate, pace, random };
  const tasks = createTaskGroup();
  const lines = 10 + Math.floor(random() * 60);
  let ended = 0;
  async function carry(): Promise<void> {
    for (let isOver = false; !isOver; ) {
      await hold(walk);
      isOver = await sendLine(walk);
      letGo(walk);
    }
    ended += 1;
  }
  for (let place = 0; place < lines; place += 1) {
    const adopted = random() < 0.1 ? pace.adopt() : undefined;
    timeLine.after(random() * 10_000, () => {
      adopted?.leave();
      tasks.start(carry);
    });
  }
  for (const ms of [10_000, 20_000, 30_000]) {
    timeLine.after(random() * ms, () => {
      walk.cap = newCap();
    });
  }
  timeLine.after(40_000, () => {
    walk.cap = 1 + newCap();
  });
  if (random() < 0.2) timeLine.after(random() * 90_000, () => pace.stop('interrupted'));
  await timeLine
    .runUntil(() => ended === lines)
    .catch((cause: unknown) => {
      throw new Error(`seed ${seed}: ${lines - ended} of ${lines} lines sleep for ever`, { cause });
    });
  expect(pace.now().running, `seed ${seed}`).toBe(0);
  pace.close();
  await Promise.all([running, tasks.settle()]);
}

describe('whatever happens to them, no lines sleep while there is room', () => {
  it.each([
    ['by a limit that is looked for', Number.POSITIVE_INFINITY, {}],
    ['by a limit that a person has set', Number.POSITIVE_INFINITY, { inFlight: 12 }],
    ['by one that is shared', 40, { shared, inFlight: 20 }],
  ])('%s', async (_, heldMost, given) => {
    for (let seed = 0; seed < 60; seed += 1) await walkRandomly(seed, heldMost, given);
  });
});
