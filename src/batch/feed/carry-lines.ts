import type { FeedPorts } from '../../queue/feed/fed-line.ts';
import type { SubmitLedger } from '../../submit/submit.ts';
import { isoTime } from '../../text/iso-time.ts';
import type { BatchJournal } from '../journal/journal.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { BatchQueue, OpenBatch } from '../open-batch.ts';
import type { PlannedLine } from '../plan/planned-lines.ts';
import type { BatchEvents } from '../run/batch-events.ts';
import { type BatchPorts, runBatch } from '../run/batch-runner.ts';
import { noteSend } from '../run/journaled.ts';
import type { ShotEnd } from '../run/shots.ts';
import type { OutcomeBook } from '../words/batch-outcome.ts';
import { tellHeldUp, tellWithoutFiles } from './tell-in-queue.ts';

interface Carrying {
  batch: OpenBatch;
  /** Undefined where nothing bounds what the batch may cost. */
  money: Pick<MoneyRun, 'onEnd' | 'onWaited'> | undefined;
  events: Pick<BatchEvents, 'ended'> | undefined;
  journal: Pick<BatchJournal, 'append'>;
  outcomes: Pick<OutcomeBook, 'addLeft'>;
  /** Claims within those bounds, and notes what it does in the journal. */
  ledger: SubmitLedger;
}

/** Carries the lines to their ends: by this run, or by the workers of a queue. */
export async function carryLines(
  lines: AsyncIterable<PlannedLine>,
  ports: BatchPorts<PlannedLine>,
  carrying: Carrying,
): Promise<void> {
  const { queue } = carrying.batch;
  await (queue === undefined ? runBatch(lines, ports) : feedBatch(lines, ports, { ...carrying, queue }));
}

/** Lines of a batch that may be in a queue at once: work for minutes for a large account. This process holds each of them in memory. */
const linesInQueueMost = 2_000;

async function feedBatch(
  lines: AsyncIterable<PlannedLine>,
  ports: BatchPorts<PlannedLine>,
  carrying: Carrying & { queue: BatchQueue },
): Promise<void> {
  const { batch, events, ledger, money, outcomes, queue } = carrying;
  const { detach } = queue.feed;
  const { idempotencyWindowMs: keyWindowMs } = batch.facts.defaults;
  const { feedLines } = await import('../../queue/feed/feed-lines.ts');
  const { connection, own } = await queue.open();
  let withoutFiles = 0;
  await feedLines(lines, {
    ...ports,
    ...{ connection, own, ledger, keyWindowMs, window: linesInQueueMost, detach },
    ...admission(carrying),
    async onEnd(line, end) {
      if (isWithoutFiles(end)) withoutFiles += 1;
      await ports.onEnd(line, end);
    },
    onWaited: (end) => money?.onWaited(end),
    onUnheard: ({ shot }) => money?.onEnd(shot),
    onHeldUp: (why) => tellHeldUp(batch, why),
    onLeft(line) {
      outcomes.addLeft();
      events?.ended(line, undefined, 'left');
    },
  });
  tellWithoutFiles(batch, withoutFiles);
}

/** Tells whether a shot is done whose worker brought no file of it home. */
function isWithoutFiles(end: ShotEnd): boolean {
  if (end.kind !== 'followed') return false;
  const { files, job } = end.job.record;
  return job.status === 'succeeded' && files.length === 0;
}

/**
 * How lines are written down before they are in the queue. Where money is bounded they are claimed in the ledger, which alone knows
 * what is spent and what is in flight; nothing else of this batch lets a line in, so that the bound holds over all workers.
 */
function admission({
  batch: { context, facts },
  journal,
  ledger,
  money,
}: Carrying): Pick<FeedPorts<PlannedLine>, 'admit' | 'refused'> {
  const clock = context.clockOf(facts.account);
  const now = (): string => isoTime(clock.nowMs());
  if (money === undefined)
    return { admit: (intent) => noteSend(journal, intent, now()), refused: async () => {} };
  return {
    async admit(intent) {
      // It notes it in the journal as well. A claim of an earlier run stands for this one, too.
      const claim = await ledger.claimToSend(intent, now());
      if (!claim.claimed) await noteSend(journal, intent, now());
    },
    async refused(intent, { code, message, status }) {
      await ledger.recordRefusal(intent, { at: now(), status: status ?? null, code, message });
    },
  };
}
