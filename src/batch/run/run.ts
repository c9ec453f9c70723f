import { createTaskGroup } from '../../files/task-group.ts';
import { type BatchRunnerPorts, createBatchRunner } from './batch-runner.ts';
import type { PlannedShot } from './shots.ts';

export interface BatchPorts<Shot> extends BatchRunnerPorts<Shot> {
  /** Aborting it ends the batch, as it ends the flow that follows the jobs: no more is sent, and jobs are left as they are. */
  signal: AbortSignal;
}

/**
 * Carries the shots of one account from their submits to their files, as fast as the account takes them. No more than one is read
 * that has no slot yet. Resolves once each that was read has its end.
 *
 * A cause that no submit escapes stops the submits: an empty balance, a refused key, an unwritable ledger, a Retry-After of more
 * than a day. Jobs are then waited for, and shots that are read after that end `unsent`. After an interruption no more are read,
 * and `shots` must end soon, even where it is preparing one. Rejects for a defect and with what a port throws; the jobs are left as
 * they are then, and each shot has been told its end.
 */
export async function runBatch<Shot extends PlannedShot>(
  shots: AsyncIterable<Shot>,
  { signal, ...ports }: BatchPorts<Shot>,
): Promise<void> {
  const runner = createBatchRunner(ports);
  const interrupt = (): void => runner.stop('interrupted');
  async function readShots(): Promise<void> {
    try {
      for await (const shot of shots) if (!(await runner.begin(shot))) return;
    } finally {
      runner.close();
    }
  }
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  // Shots that have begun are carried to their ends even if no more can be read.
  const tasks = createTaskGroup();
  tasks.start(readShots);
  tasks.start(runner.run);
  try {
    await tasks.settle();
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}
