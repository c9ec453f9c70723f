import { type NamedQueue, queueLine } from '../batch/queue-flags.ts';
import type { DocumentFields } from '../cli/documents/index.ts';
import { documentJson } from '../ledger/job-document.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { isoTime } from '../text/iso-time.ts';
import { openAccountQueue } from './open-account-queue.ts';
import { type QueueState, readQueueState } from './operate/queue-state.ts';
import { queueLines } from './queue.ts';
import type { QueueConnection } from './store/connection.ts';
import { otherAccounts } from './store/other-accounts.ts';
import { storeRefusalOf } from './store/store-refusal.ts';

/** Does something to the queue of the account at hand, and prints what stands in it then. */
export async function withQueue(
  context: OutputMeans,
  named: NamedQueue,
  act: (connection: QueueConnection) => Promise<unknown>,
): Promise<void> {
  const { connection, own } = await openAccountQueue(context, named);
  try {
    await act(connection);
    const [state, others] = await Promise.all([readQueueState(connection), otherAccounts(connection)]);
    const { globals, terminal } = context;
    const document = documentOf(state, { queue: connection.shown, account: own.account, others });
    if (globals.json) terminal.out.write(documentJson('genctl.queue/v1', document, terminal.out));
    else {
      const lineFor = (...words: string[]): string => queueLine(globals, named, words);
      terminal.out.lines(queueLines(document, connection.clock.nowMs(), terminal.out, lineFor));
    }
  } catch (error) {
    throw storeRefusalOf(error, connection);
  } finally {
    await connection.close();
  }
}

function documentOf(
  state: QueueState,
  names: Pick<DocumentFields<'genctl.queue/v1'>, 'account' | 'others' | 'queue'>,
): DocumentFields<'genctl.queue/v1'> {
  const { active, done, ended, failed, isPaused, limit, nextSubmitMs, oldestMs, putOff, waiting } = state;
  return {
    ...names,
    paused: isPaused,
    ...{ waiting, active, put_off: putOff, done, failed },
    failed_lines: state.failedLines.map(({ setAside, ...line }) => ({ ...line, set_aside: setAside })),
    workers: state.workers,
    limit: limit.limit,
    limit_is: limit.how,
    refusals: limit.refusals,
    next_submit_in_ms: nextSubmitMs ?? null,
    oldest_at: oldestMs === undefined ? null : isoTime(oldestMs),
    ended,
    charged_usd: state.chargedUsd,
  };
}
