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
import { type BatchOutcome, type LineResult, type NamedLine, outcomeFields } from '../words/batch-outcome.ts';
import type { BatchPace } from './shots.ts';

/** The lines of a batch: its own, and those of what its jobs do. */
type BatchStream = EventStream<FlowLines & Pick<JourneyLines, 'file'> & LineFields<typeof batchLines>>;

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
  return {
    /** Tells how a line came out, or that a job of it exists. */
    line({ line, shot }: NamedLine, result: LineResult | { kind: 'sent'; record: JobRecord }): void {
      const record = 'record' in result ? result.record : undefined;
      const trouble = result.kind === 'held' ? result.reason : undefined;
      const loss = result.kind === 'lost' ? result.loss : undefined;
      const { code = null, message = null } = trouble ?? loss ?? {};
      stream.tell('line', {
        ...{ line, id: shot ?? null, state: loss?.goesOn === true ? 'left' : result.kind },
        job_id: record?.id ?? loss?.jobId ?? null,
        status: record?.job.status ?? null,
        attempt: record?.intent?.attempt ?? null,
        cost_usd: record?.job.cost_usd ?? null,
        ...{ code, message },
      });
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
