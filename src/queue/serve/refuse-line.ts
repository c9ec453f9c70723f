import { stopReasonOf } from '../../batch/run/send.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { refusedEnd } from '../line/line-end.ts';
import type { LockedJob } from '../store/held-write.ts';
import { failLine, type SettlePorts } from './return-or-end-line.ts';

export type RefusePorts = Pick<SettlePorts, 'connection' | 'endFor' | 'tell'>;

/**
 * Puts a line where it belongs that can't be taken on. What is wrong with this machine is no fault of the line, whose job may be
 * running: another worker goes on with it. Rejects with what the engine takes for that.
 */
export async function refuseLine(
  { job, token }: LockedJob,
  error: CliError,
  { connection, endFor, tell }: RefusePorts,
): Promise<never> {
  if (stopReasonOf(error) !== undefined) {
    tell({ kind: 'ended', shot: job.name, fate: { kind: 'given_back', stops: error } });
    await endFor(error);
    await job.moveToWait(token);
    throw new connection.engine.bullmq.WaitingError();
  }
  const end = refusedEnd(error);
  const message = error.why === undefined ? error.message : `${error.message}: ${error.why}`;
  tell({ kind: 'ended', shot: job.name, fate: { kind: 'lost', end, message } });
  return failLine({ job, token }, { data: job.data, end }, connection);
}
