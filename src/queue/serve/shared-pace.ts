import type { Clock } from '../../api/transport/clock.ts';
import type { SharedPace } from '../../batch/run/pace.ts';
import { inTurn, type TaskGroup } from '../../files/task-group.ts';
import type { LimitKeeper } from '../shared-limit.ts';
import type { LastUse } from '../store/last-use.ts';
import { heldBackMs, holdAllBack, type PauseStore } from '../store/shared-pause.ts';

/** A submit of this worker made a job, or was answered 429. */
export interface SubmitAnswered {
  kind: 'accepted' | 'refused';
}

export interface SharedPacePorts {
  clock: Clock;
  connection: PauseStore;
  limit: Pick<LimitKeeper, 'note'>;
  tasks: Pick<TaskGroup, 'start'>;
  use: Pick<LastUse, 'renew'>;
  tell(event: SubmitAnswered): void;
}

/** Tells all workers of an account what became of this one's submits: a 429 that one is answered holds all of them back. */
export function sharedPace({ clock, connection, limit, tasks, tell, use }: SharedPacePorts): SharedPace {
  // In their order, because a 429 counts otherwise after another one.
  const notes = inTurn(tasks, 1);
  return {
    note(event) {
      if (event.kind !== 'accepted' && event.kind !== 'refused') return;
      tell({ kind: event.kind });
      if (event.kind === 'refused') tasks.start(() => holdAllBack(connection, event.closedForMs));
      notes.start(async () => {
        if (event.kind === 'accepted') await limit.note(event);
        else await limit.note({ ...event, agoMs: clock.monotonicMs() - event.beganMs });
      });
    },
    async heldBackMs() {
      // The store may have come back as an old copy of itself since the line was taken.
      const [ms] = await Promise.all([heldBackMs(connection), use.renew()]);
      return ms;
    },
  };
}
