import { afterSignal } from '../../follow/words/on-interrupt.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { signedLines } from '../../text/aligned.ts';
import { safeLine } from '../../text/safe-text.ts';
import type { CheckedBatch } from '../check/check-batch.ts';
import { notePicks } from '../finals/pick-gate.ts';
import { openJournal } from '../journal/journal.ts';
import { withParts } from '../journal/journal-places.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { LineTrouble } from '../report/line-ends.ts';
import { batchTally, createBatchProgress } from '../words/batch-progress.ts';
import type { BatchEvents } from './batch-events.ts';
import { catchUp, journalRun } from './journaled.ts';
import { sendLines } from './send-lines.ts';
import type { BatchPace } from './shots.ts';

/** The parts of sending, beside the batch itself. */
interface SendingParts {
  events: BatchEvents | undefined;
  money: MoneyRun | undefined;
  troubles: Map<number, LineTrouble>;
}

/** Sends and follows the lines, with the progress shown meanwhile. Resolves with the jobs that a signal left, as they are then. */
export async function sendAll(
  batch: OpenBatch,
  { book, isBehind, outcomes, total }: CheckedBatch,
  { events, money, troubles }: SendingParts,
): Promise<readonly JobRecord[]> {
  const { context, input, journey } = batch;
  const { clock, terminal } = context;
  const journal = await openJournal(batch.journalPlace, clock.nowMs);
  let ended = 0;
  let [pace, paceMs]: [BatchPace | undefined, number] = [undefined, 0];
  const tallied = { outcomes, money, total, sinceMs: clock.monotonicMs() };
  const tally = () => batchTally(tallied, { ended, pace, paceMs });
  const progress = createBatchProgress(terminal, clock, tally);
  const shown = progress.run();
  try {
    await journal.begin(journalRun(batch));
    if (batch.gate !== undefined) await notePicks(journal, batch.gate.newlyPicked(), clock);
    // From here on no other run writes to the journal; until then one may have, while the lines were checked.
    const known = withParts(journal, batch.otherParts);
    const held = { ...batch, statePorts: { ...batch.statePorts, journal: known } };
    if (isBehind) await catchUp(held, book, journal);
    const left = await sendLines({
      batch: held,
      book,
      journal,
      outcomes,
      events,
      money,
      onLost({ code, line, message, shot }) {
        if (input.report !== undefined || input.failed !== undefined) troubles.set(line, { code, message });
        const { colors, symbols } = terminal.err;
        const text = safeLine(`line ${line}${shot === undefined ? '' : `, ${shot}`}: ${message}`);
        terminal.err.lines(signedLines({ text: symbols.bad, paint: colors.bad }, { text }, terminal.err));
      },
      onUnsent(line, why) {
        if (input.report !== undefined) troubles.set(line, why);
      },
      onEnd() {
        ended += 1;
      },
      onPace(now) {
        [pace, paceMs] = [now, clock.monotonicMs()];
        events?.pace(now, money?.sums);
      },
    });
    return await afterSignal(context, left, journey);
  } finally {
    if (context.interruption().aborted) outcomes.addUnread(total);
    progress.stop();
    await shown;
    await journal.close();
  }
}
