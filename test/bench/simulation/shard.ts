import { createRateGate } from '../../../src/api/transport/rate-gate.ts';
import { createPace, type Slot } from '../../../src/batch/run/pace.ts';
import type { TaskGroup } from '../../../src/files/task-group.ts';
import type { Account, Line } from './account.ts';
import type { TimeLine } from './time-line.ts';

export interface ShardPorts {
  timeLine: TimeLine;
  account: Account;
  tasks: Pick<TaskGroup, 'start'>;
  random: () => number;
  /** A line is done. */
  onDone(): void;
}

/** A process that knows its own answers only. */
export interface Shard {
  /** Ends the process; what it held is known to the next one. */
  kill(): void;
  start(): void;
}

/** Sends so many lines by the program's own pace and gate, as `genctl batch --shard` does. */
export function createShard(count: number, ports: ShardPorts): Shard {
  const { account, onDone, random, tasks, timeLine } = ports;
  const { clock } = timeLine;
  const { retryAfterMs } = account.rules;
  /** Lines that were begun and are not done, whoever began them. */
  const begun = new Set<Line>();
  let unread = count;
  let kill = (): void => {};

  function live(): void {
    const gate = createRateGate(random);
    const pace = createPace({ clock, gate, onChange() {} });
    let isOver = false;
    kill = () => {
      isOver = true;
      pace.stop('interrupted');
      pace.close();
    };
    async function submit(line: Line, slot: Slot): Promise<boolean> {
      for (;;) {
        const sentMs = clock.monotonicMs();
        const isAccepted = await account.submit(line);
        if (isOver) return false;
        const nowMs = clock.monotonicMs();
        if (isAccepted) {
          gate.answered('submitJob', sentMs);
          slot.keep({ isNew: true });
          return true;
        }
        gate.refused('submitJob', { sentMs, nowMs, retryAfterMs });
        if (!(await slot.takeAnother())) return false;
      }
    }
    async function carry(line: Line, slot: Slot): Promise<void> {
      if (line.seenMs === undefined && !(await submit(line, slot))) return;
      await clock.sleep(Math.max(0, (line.seenMs ?? 0) - clock.monotonicMs()));
      if (isOver) return;
      begun.delete(line);
      slot.leave();
      onDone();
    }
    async function read(): Promise<void> {
      const found = [...begun];
      for (const line of found.filter(({ seenMs }) => seenMs !== undefined)) {
        const slot = pace.adopt();
        tasks.start(() => carry(line, slot));
      }
      const again = found.filter(({ seenMs }) => seenMs === undefined);
      for (;;) {
        if (again.length === 0 && unread === 0) return;
        const slot = await pace.take();
        if (slot === undefined) return;
        const line = again.pop() ?? newLine();
        tasks.start(() => carry(line, slot));
      }
    }
    tasks.start(read);
    tasks.start(() => pace.run());
  }
  function newLine(): Line {
    const line: Line = { seenMs: undefined };
    unread -= 1;
    begun.add(line);
    return line;
  }
  return { start: live, kill: () => kill() };
}
