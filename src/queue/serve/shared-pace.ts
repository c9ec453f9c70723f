import type { Clock } from '../../client/transport/clock.ts';
import type { SharedPace } from '../../flows/batch/shared-pace.ts';
import { inTurn, type TaskGroup } from '../../flows/task-group.ts';
import type { QueueConnection } from '../store/connection.ts';
import { fetchLimit, type LimitKeeper } from '../store/shared-limit.ts';

export interface SharedPacePorts {
  clock: Clock;
  connection: QueueConnection;
  limit: Pick<LimitKeeper, 'note'>;
  tasks: Pick<TaskGroup, 'start'>;
}

/** Tells all workers of an account what became of this one's submits: a 429 that one is answered holds all of them back. */
export function sharedPace({ clock, connection, limit, tasks }: SharedPacePorts): SharedPace {
  // In their order, because a 429 counts otherwise after another one.
  const notes = inTurn(tasks, 1);
  return {
    note(event) {
      if (event.kind === 'refused') tasks.start(() => holdAllBack(connection, event.closedForMs));
      notes.start(async () => {
        if (event.kind === 'accepted') await limit.note(event);
        else await limit.note({ kind: 'refused', agoMs: clock.monotonicMs() - event.beganMs });
      });
    },
    isHeldBack: async () => (await connection.queue.getRateLimitTtl(fetchLimit.max)) > 0,
  };
}

/** Has all workers wait with their submits, for as long as the service asked one of them to; never for less than before. */
export async function holdAllBack({ queue }: QueueConnection, ms: number): Promise<void> {
  const heldMs = await queue.getRateLimitTtl(fetchLimit.max);
  if (ms > heldMs) await queue.rateLimit(Math.ceil(ms));
}
