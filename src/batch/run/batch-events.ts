import type { batchLines, JourneyLines, LineFields } from '../../cli/documents/event-lines.ts';
import { errorDocumentOf } from '../../cli/error-json.ts';
import {
  type EventStream,
  type FlowLines,
  openEventStream,
  tellFlowEvent,
} from '../../follow/events/event-stream.ts';
import type { EventOutput } from '../../ledger/events.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { usdOf } from '../../text/money.ts';
import type { MoneySums } from '../money/money-run.ts';
import type { PlannedLine } from '../plan/planned-lines.ts';
import type { HeldReason } from '../rules/parents.ts';
import { type BatchOutcome, type LostLine, outcomeFields } from '../words/batch-outcome.ts';
import type { BatchPace } from './shots.ts';

/** The lines of a batch: its own, and those of what its jobs do. */
type BatchStream = EventStream<FlowLines & Pick<JourneyLines, 'file'> & LineFields<typeof batchLines>>;

type NamedLine = Pick<PlannedLine, 'line' | 'shot'>;

export type BatchEvents = ReturnType<typeof eventsOf>;

/** Begins the events of a batch. `outcome` is read at the end. */
export function openBatchEvents(
  { around, clock, terminal }: OutputMeans,
  outcome: () => BatchOutcome,
): { output: EventOutput; events: BatchEvents } {
  const stream: BatchStream = openEventStream({ clock, out: terminal.out, version: around.version });
  const output: EventOutput = {
    listen: (event) => tellFlowEvent(stream, event),
    file: (job_id, { bytes, index, path, sha256 }, { fetched }) =>
      stream.tell('file', { job_id, index, path, bytes, sha256, fetched }),
    jobs() {},
    end({ error, exitCode }) {
      stream.tell('summary', {
        exit_code: exitCode,
        error: error === undefined ? null : errorDocumentOf(error),
        ...outcomeFields(outcome()),
        cost_usd: usdOf(outcome().chargedMicroUsd),
      });
    },
  };
  return { output, events: eventsOf(stream) };
}

/** Tells what becomes of a batch on stdout, in place of its answer. */
function eventsOf(stream: BatchStream) {
  let told: string | undefined;
  const jobOf = (record: JobRecord | undefined) => ({
    job_id: record?.id ?? null,
    status: record?.job.status ?? null,
    attempt: record?.intent?.attempt ?? null,
    cost_usd: record?.job.cost_usd ?? null,
  });
  const noTrouble = { code: null, message: null };
  return {
    sent({ line, shot: id }: NamedLine, record: JobRecord): void {
      stream.tell('line', { line, id, state: 'sent', ...jobOf(record), ...noTrouble });
    },
    ended(
      { line, shot: id }: NamedLine,
      record: JobRecord | undefined,
      state: 'done' | 'left' | 'unsent',
    ): void {
      stream.tell('line', { line, id, state, ...jobOf(record), ...noTrouble });
    },
    lost({ code, jobId, line, message, shot }: LostLine): void {
      const id = shot ?? null;
      stream.tell('line', {
        line,
        id,
        state: 'lost',
        ...jobOf(undefined),
        job_id: jobId ?? null,
        code,
        message,
      });
    },
    held({ line, shot: id }: NamedLine, { code, message }: HeldReason): void {
      stream.tell('line', { line, id, state: 'held', ...jobOf(undefined), code, message });
    },
    pace({ fetching, limit, limitIs, nextSubmitInMs, running, stopped }: BatchPace, money?: MoneySums): void {
      // Jobs come and go all the time, and their lines tell it; what counts here is what holds the batch back.
      const news = [
        limitIs === 'sought' ? undefined : limit,
        limitIs,
        nextSubmitInMs === undefined,
        stopped,
      ].join();
      if (news === told) return;
      told = news;
      const next_submit_in_ms = nextSubmitInMs === undefined ? null : Math.round(nextSubmitInMs);
      const held = { next_submit_in_ms, stopped: stopped ?? null };
      const spent = {
        spent_usd: money === undefined ? null : usdOf(money.spent),
        max_cost_usd: money?.most === undefined ? null : usdOf(money.most),
      };
      stream.tell('pace', { limit, limit_is: limitIs, running, fetching, ...held, ...spent });
    },
  };
}
