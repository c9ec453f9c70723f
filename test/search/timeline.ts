import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

/** Work that waits for its time. */
export interface Alarm {
  dueMs: number;
  work: () => void;
}

/** The time of a history, which its service and its machines share. Unit: ms since 1970. */
export interface Timeline {
  nowMs(): number;
  /** Has work done at a time, in a turn of the loop of its own. */
  at(dueMs: number, work: () => void): Alarm;
  cancel(alarm: Alarm): void;
  /** Goes on at once, as a person does something else meanwhile. */
  skip(ms: number): void;
  /**
   * Passes until something is over: as on this machine while anything is on its way, and where all wait, at once to the next time that somebody
   * waits for. So a pause costs nothing, and no time-out comes early because this machine is slow.
   */
  passUntil(isOver: () => boolean, isQuiet: () => boolean): Promise<void>;
  /** Passes so many times as fast as on this machine, for a process beside this one, which has no other clock than that. */
  passFast(isOver: () => boolean, speed: number): Promise<void>;
}

/** So many turns in which nothing is on its way say that all wait: what one has read it may write in the next. */
const quietTurnsLeast = 3;
/** Where nobody waits for a time, or beside a process. Unit: ms. */
const lookMs = 2;

export function createTimeline(beganMs: number): Timeline {
  const alarms = new Set<Alarm>();
  let speed = 1;
  let [shownMs, atMs] = [beganMs, realMs()];
  const nowMs = (): number => shownMs + (realMs() - atMs) * speed;

  function setTo(ms: number): void {
    [shownMs, atMs] = [ms, realMs()];
  }

  /** Does what is due, in its order; false where nothing is. */
  function ring(): boolean {
    const now = nowMs();
    const due = [...alarms].filter(({ dueMs }) => dueMs <= now).sort((one, other) => one.dueMs - other.dueMs);
    for (const alarm of due) if (alarms.delete(alarm)) alarm.work();
    return due.length > 0;
  }

  return {
    nowMs,
    at(dueMs, work) {
      const alarm = { dueMs, work };
      alarms.add(alarm);
      return alarm;
    },
    cancel(alarm) {
      alarms.delete(alarm);
    },
    skip(ms) {
      setTo(nowMs() + ms);
    },
    async passUntil(isOver, isQuiet) {
      for (let quietTurns = 0; !isOver(); ) {
        await turn();
        quietTurns = !ring() && isQuiet() ? quietTurns + 1 : 0;
        if (quietTurns < quietTurnsLeast) continue;
        const nextMs = Math.min(...[...alarms].map(({ dueMs }) => dueMs));
        if (nextMs === Number.POSITIVE_INFINITY) await delay(lookMs);
        else setTo(Math.max(nextMs, nowMs()));
      }
    },
    async passFast(isOver, faster) {
      setTo(nowMs());
      speed = faster;
      while (!isOver()) {
        await delay(lookMs);
        ring();
      }
      setTo(nowMs());
      speed = 1;
    },
  };
}

function realMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
