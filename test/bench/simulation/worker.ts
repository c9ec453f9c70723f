import { createRateGate } from '../../../src/api/transport/rate-gate.ts';
import { createPace, type Slot } from '../../../src/batch/run/pace.ts';
import { limitKeeper, sharedPace } from '../../../src/queue/shared-limit.ts';
import { holdAllBack } from '../../../src/queue/store/held-back.ts';
import type { Line } from './account.ts';
import type { ShardPorts } from './shard.ts';
import type { Store } from './store.ts';

/** A worker of a queue, all of which send as one account. */
export interface SimulatedWorker {
  /** Lines that it holds; none while it is down. */
  readonly room: number;
  take(line: Line): void;
  /** Ends the process; returns the lines that it held. */
  kill(): Line[];
  start(): void;
}

export interface WorkerPorts extends ShardPorts {
  store: Store;
  slots: number;
}

/** Sends lines by the program's own pace, gate, shared limit and shared pauses, as `genctl worker` does. */
export function createWorker(ports: WorkerPorts): SimulatedWorker {
  let life: ReturnType<typeof live> | undefined;
  return {
    get room() {
      return life === undefined ? 0 : ports.slots - life.held.size;
    },
    take: (line) => life?.take(line),
    kill() {
      const lines = [...(life?.held ?? [])];
      life?.kill();
      life = undefined;
      return lines;
    },
    start() {
      life = live(ports);
    },
  };
}

function live({ account, onDone, random, slots, store, tasks, timeLine }: WorkerPorts) {
  const { clock } = timeLine;
  const { connection } = store;
  const held = new Set<Line>();
  const gate = createRateGate(random);
  const limit = limitKeeper(connection, { clock, random });
  const use = { renew: async () => {} };
  const shared = sharedPace({ clock, connection, limit, tasks, use, tell() {} });
  const pace = createPace({ clock, gate, shared, inFlight: slots, onChange() {} });
  let isOver = false;

  /** Sends a line once: resolves with whether it has a job. */
  async function submit(line: Line, slot: Slot): Promise<boolean> {
    if ((await shared.heldBackMs()) > 0) {
      await slot.takeAnother();
      return false;
    }
    const sentMs = clock.monotonicMs();
    const isAccepted = await account.submit(line);
    if (isOver) return false;
    if (isAccepted) {
      gate.answered('submitJob', sentMs);
      slot.keep({ isNew: true });
      return true;
    }
    const { retryAfterMs } = account.rules;
    gate.refused('submitJob', { sentMs, nowMs: clock.monotonicMs(), retryAfterMs });
    await slot.takeAnother();
    return false;
  }
  async function giveBack(line: Line): Promise<void> {
    await holdAllBack(connection, gate.waitMs('submitJob', clock.monotonicMs()));
    if (isOver) return;
    held.delete(line);
    store.putBack(line);
  }
  async function carry(line: Line): Promise<void> {
    const slot = line.seenMs === undefined ? await pace.take() : pace.adopt();
    if (isOver || slot === undefined) return;
    if (line.seenMs === undefined && !(await submit(line, slot))) {
      if (!isOver) await giveBack(line);
      return;
    }
    await clock.sleep(Math.max(0, (line.seenMs ?? 0) - clock.monotonicMs()));
    if (isOver) return;
    held.delete(line);
    slot.leave();
    onDone();
    store.done();
  }
  tasks.start(() => pace.run());
  return {
    held,
    take(line: Line) {
      held.add(line);
      tasks.start(() => carry(line));
    },
    kill() {
      isOver = true;
      pace.stop('interrupted');
      pace.close();
    },
  };
}
