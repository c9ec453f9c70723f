import type { Clock } from '../../api/transport/clock.ts';
import { createAlarm } from '../../follow/wait/alarm.ts';

/**
 * How many shots may wait for their files before more are read. Each of them is held in memory, and their links expire. Files come
 * a few at a time, so that more would bring nothing.
 */
const backlogMost = 64;

/** The shots whose jobs are over, and whose files are still to come. */
export interface DownloadBacklog<Shot> {
  readonly size: number;
  add(shot: Shot): void;
  remove(shot: Shot): void;
  /** Resolves once there are few enough to read more shots, or `isStopped` holds at a change. One caller at a time. */
  room(isStopped: () => boolean): Promise<void>;
  /** Has `isStopped` asked again. */
  recheck(): void;
}

export function createDownloadBacklog<Shot>(clock: Clock): DownloadBacklog<Shot> {
  const shots = new Set<Shot>();
  const alarm = createAlarm(clock);
  return {
    get size() {
      return shots.size;
    },
    add(shot) {
      shots.add(shot);
    },
    remove(shot) {
      if (shots.delete(shot)) alarm.ring();
    },
    async room(isStopped) {
      while (shots.size >= backlogMost && !isStopped()) await alarm.sleepUntil(undefined);
    },
    recheck: alarm.ring,
  };
}
