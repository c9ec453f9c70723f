import type { JourneyLines, LineFields, workerLines as workerShapes } from '../cli/documents/event-lines.ts';
import { errorDocumentOf } from '../cli/error-json.ts';
import { type FlowLines, openEventStream, tellFlowEvent } from '../follow/events/event-stream.ts';
import type { EventOutput, FlowEvent } from '../ledger/events.ts';
import { documentJson } from '../ledger/job-document.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { readJson } from '../schema/json/read-json.ts';
import { signedLines } from '../text/aligned.ts';
import { objectOf } from '../text/json-object.ts';
import { safeLine } from '../text/safe-text.ts';
import { counted } from '../text/shown-value.ts';
import { type LineEvent, stateOf } from './serve/serve-lines.ts';

type WorkerStream = FlowLines & Pick<JourneyLines, 'file'> & LineFields<typeof workerShapes>;

/** The words of a worker about itself as it begins. */
type WorkerBegin = LineFields<typeof workerShapes>['worker'];

/** Tells what becomes of the lines that a worker holds. */
export interface WorkerLog {
  begin(what: WorkerBegin): void;
  tell(event: LineEvent): void;
  /** The event to tell for an event of the flow. */
  told(event: FlowEvent): FlowEvent;
  end(): void;
}

/** The counts of lines of this run, by their ends. */
type Tally = Record<'done' | 'lost' | 'given_back', number>;

function newTally(): Tally {
  return { done: 0, lost: 0, given_back: 0 };
}

function count(tally: Tally, event: LineEvent): void {
  if (event.kind !== 'ended') return;
  if (event.fate.kind === 'done') tally.done += 1;
  else if (event.fate.kind === 'lost') tally.lost += 1;
  else tally.given_back += 1;
}

/**
 * Lines for people: on stdout the shots that are done, on stderr what went otherwise. With `--json` stdout has one document, at
 * the end.
 */
export function workerLines({ globals, terminal }: OutputMeans): WorkerLog {
  const tally = newTally();
  let begun: WorkerBegin | undefined;
  let found = 0;
  return {
    begin(what) {
      const { account, metrics_url: metrics, queue, service, worker } = what;
      begun = what;
      terminal.err.lines([
        safeLine(`${worker} takes lines from ${queue}; SIGTERM or Ctrl-C gives them back`),
        safeLine(`those of the account ${account}, for ${service}`),
        ...(metrics === null ? [] : [`metrics at ${metrics}`]),
      ]);
    },
    tell(event) {
      count(tally, event);
      const why = whyOf(event);
      if (event.kind === 'ended' && event.fate.kind === 'done') {
        if (!globals.json) terminal.out.lines([`${event.shot} ${jobIdIn(event)}`]);
      } else if (why !== undefined) {
        const { colors, symbols } = terminal.err;
        const text = safeLine(`${event.shot}: ${why.message}`);
        terminal.err.lines(signedLines({ text: symbols.bad, paint: colors.bad }, { text }, terminal.err));
      }
    },
    told(event) {
      if (event.kind !== 'submitted' || !event.replayed) return event;
      found += 1;
      // After a handover there may be hundreds, and nothing is wrong: that is how no line is paid twice.
      return globals.verbose ? event : { ...event, replayed: false };
    },
    end() {
      if (begun === undefined) return;
      const { queue, worker } = begun;
      if (globals.json)
        terminal.out.write(documentJson('genctl.worker/v1', { worker, queue, ...tally }, terminal.out));
      const known = found === 0 ? '' : `; ${counted(found, 'job')} found by their keys, and not made again`;
      terminal.err.lines([
        `${tally.done} done, ${tally.lost} failed, ${tally.given_back} given back${known}`,
      ]);
    },
  };
}

/** Why a line did not succeed here; undefined where it did, or nothing is wrong with it. */
function whyOf(event: LineEvent): { code: string; message: string } | undefined {
  if (event.kind === 'lock_lost')
    return { code: 'lock_lost', message: 'its lock ran out: another worker goes on with it' };
  if (event.kind !== 'ended') return undefined;
  const { fate } = event;
  if (fate.kind === 'lost') return { code: fate.end.error?.code ?? fate.message, message: fate.message };
  if (fate.kind === 'put_off') return { code: fate.error.code, message: fate.error.message };
  return fate.kind === 'given_back' && fate.stops !== undefined
    ? { code: fate.stops.code, message: fate.stops.message }
    : undefined;
}

function jobIdIn(event: LineEvent): string {
  const record = event.kind === 'ended' && 'end' in event.fate ? event.fate.end.record : null;
  const told = record === null ? undefined : objectOf(readJson(record));
  return typeof told?.id === 'string' ? told.id : '';
}

/** As `workerLines`, for a stream of events on stdout. */
export function openWorkerEvents({ around, clock, terminal }: OutputMeans): {
  output: EventOutput;
  log: WorkerLog;
} {
  const stream = openEventStream<WorkerStream>({ clock, out: terminal.out, version: around.version });
  const tally = newTally();
  const output: EventOutput = {
    listen: (event) => tellFlowEvent(stream, event),
    file: (job_id, { bytes, index, path, sha256 }, { fetched }) =>
      stream.tell('file', { job_id, index, path, bytes, sha256, fetched }),
    jobs() {},
    end({ error, exitCode }) {
      const told = error === undefined ? null : errorDocumentOf(error);
      stream.tell('summary', { exit_code: exitCode, error: told, ...tally });
    },
  };
  const log: WorkerLog = {
    begin: (what) => stream.tell('worker', what),
    tell(event) {
      count(tally, event);
      const why = whyOf(event);
      const job_id = jobIdIn(event) || null;
      const told = { code: why?.code ?? null, message: why?.message ?? null };
      stream.tell('line', { shot: event.shot, state: stateOf(event), job_id, ...told });
    },
    told: (event) => event,
    end() {},
  };
  return { output, log };
}
