import { failureOf } from '../../errors/system-trouble.ts';
import type { FollowedJob } from '../../follow/follow.ts';
import { type KeepPorts, keepState, type SeenState, withState, writeState } from '../../ledger/keep-state.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';

export type SeenStates = ReturnType<typeof createSeenStates>;

/**
 * A job of a batch is written once after its submit, and its slot is free as soon as it is over. A state that is not its last one
 * stays in memory: whoever goes on with the job looks at it again. Its success is written together with its first file, if files
 * are wanted; a run that is killed before that finds the job succeeded by a look. What came with a body that is kept, as on v1, is
 * written at once.
 */
export function createSeenStates(ports: KeepPorts, { download }: { download: boolean }) {
  return {
    /** Keeps a state that was just received; the record has it then. Throws as `keepState` does. */
    async keep(record: JobRecord, seen: SeenState): Promise<JobRecord> {
      const { job, raw } = seen;
      const isForLater = !isOver(job) || (download && job.status === 'succeeded');
      return raw === undefined && isForLater
        ? withState(ports, record, seen)
        : keepState(ports, record, seen);
    },
    /** Writes down the state of a job that is followed no more, where it is in memory alone. Warns where that fails. */
    async settle({ end, isMissing, record }: FollowedJob): Promise<void> {
      const isUnwritten = end.kind === 'timed-out' || (isOver(record.job) && isMissing);
      if (!isUnwritten) return;
      try {
        await writeState(ports, record);
      } catch (error) {
        const failure = failureOf(error);
        if (failure === undefined) throw error;
        const message = `genctl could not record the last state of ${record.id} (${failure.message}): genctl status ${record.id}`;
        ports.listen({ kind: 'warning', message });
      }
    },
  };
}
