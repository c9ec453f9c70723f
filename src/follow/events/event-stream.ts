import type { JourneyLines } from '../../cli/documents/event-lines.ts';
import type { DocumentName } from '../../cli/documents/names.ts';
import { errorDocumentOf } from '../../cli/error-json.ts';
import type { EventOutput, ExecRun, FlowEvent } from '../../ledger/events.ts';
import { type JobDocument, printedJob } from '../../ledger/job-document.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { OutputStream } from '../../terminal/output-stream.ts';
import { isoTime } from '../../text/iso-time.ts';
import { escapeJsonControls } from '../../text/safe-text.ts';

/** The schema that the first line of `--events` names. Lines and fields are only ever added to it. */
const eventsSchema = 'genctl.events/v1' satisfies DocumentName;

/** Prints the lines of `--events`: one JSON object a line, whole, as it happens. `Lines` has the fields of each by its name. */
export interface EventStream<Lines> {
  tell<Name extends keyof Lines & string>(event: Name, fields: Lines[Name]): void;
}

interface EventStreamParts {
  out: Pick<OutputStream, 'write'>;
  clock: { nowMs(): number };
  /** The version of genctl. */
  version: string;
}

/**
 * Begins a stream of events with the line that says what it is. Where its reader goes away, the lines are dropped and the work
 * goes on.
 */
export function openEventStream<Lines>({ clock, out, version }: EventStreamParts): EventStream<Lines> {
  const write = (fields: Record<string, unknown>): void =>
    out.write(`${escapeJsonControls(JSON.stringify(fields))}\n`);
  const at = (): string => isoTime(clock.nowMs());
  write({ schema: eventsSchema, event: 'started', at: at(), version });
  return { tell: (event, fields) => write({ event, at: at(), ...fields }) };
}

/** The lines that come from what use cases tell. Any command with a stream of its own may have these among its lines. */
export type FlowLines = Omit<JourneyLines, 'file' | 'summary'>;

/** Tells an event of a use case as a line. What only a drawing needs has none: the list of those waited for, progress in bytes. */
export function tellFlowEvent(stream: EventStream<FlowLines>, event: FlowEvent): void {
  switch (event.kind) {
    case 'submitted': {
      const { createdAt, jobId, model, replayed } = event;
      stream.tell('submitted', { job_id: jobId, model, replayed, created_at: createdAt ?? null });
      break;
    }
    case 'state': {
      const { ageMs, jobId, previous, status } = event;
      stream.tell('state', { job_id: jobId, status, previous: previous ?? null, age_ms: Math.round(ageMs) });
      break;
    }
    case 'retrying': {
      const { attempt, delayMs, reason, what } = event;
      stream.tell('retrying', { what, reason, attempt, delay_ms: Math.round(delayMs) });
      break;
    }
    case 'uploading':
      stream.tell('upload', { where: event.where, bytes: event.bytes });
      break;
    case 'download-started':
      stream.tell('download', { job_id: event.jobId, index: event.index, path: event.path });
      break;
    case 'download-stopped': {
      const { index, jobId, path, reason } = event;
      stream.tell('download_failed', { job_id: jobId, index, path, reason: reason ?? null });
      break;
    }
    case 'verified': {
      const { findings, index, jobId, path } = event;
      stream.tell('verified', { job_id: jobId, index, path, findings });
      break;
    }
    case 'exec-started':
      stream.tell('exec', { job_id: event.jobId, state: 'started', ...unknown });
      break;
    case 'exec-known':
      stream.tell('exec', { job_id: event.jobId, state: 'done_before', ...unknown });
      break;
    case 'exec-ended':
      stream.tell('exec', { job_id: event.jobId, ...endOfRun(event.run), took_ms: Math.round(event.tookMs) });
      break;
    case 'warning':
      stream.tell('warning', { message: event.message });
      break;
    case 'waiting':
    case 'download-progress':
    // The file is told once it is recorded.
    case 'downloaded':
      break;
  }
}

const unknown = { exit_code: null, signal: null, reason: null, took_ms: null } as const;

function endOfRun(run: ExecRun): Omit<FlowLines['exec'], 'job_id' | 'took_ms'> {
  const { took_ms: _, ...none } = unknown;
  switch (run.how) {
    case 'ended':
      return { ...none, state: run.exitCode === 0 ? 'done' : 'failed', exit_code: run.exitCode };
    case 'killed':
      return { ...none, state: 'failed', signal: run.signal };
    case 'not-started':
      return { ...none, state: 'failed', reason: run.why };
    case 'interrupted':
      return { ...none, state: 'interrupted' };
  }
}

/** Begins the events of a command that follows jobs, whose last line has the jobs and the exit code. */
export function openJourneyEvents({ around, clock, terminal }: OutputMeans): EventOutput {
  const { version } = around;
  const stream = openEventStream<JourneyLines>({ clock, out: terminal.out, version });
  const known = new Map<string, JobDocument>();
  return {
    listen: (event) => tellFlowEvent(stream, event),
    file(job_id, { bytes, index, path, sha256 }, { fetched }) {
      stream.tell('file', { job_id, index, path, bytes, sha256, fetched });
    },
    jobs(documents) {
      for (const document of documents) known.set(document.id, document);
    },
    end({ error, exitCode }) {
      stream.tell('summary', {
        exit_code: exitCode,
        error: error === undefined ? null : errorDocumentOf(error),
        jobs: [...known.values()].map(printedJob),
      });
    },
  };
}
