import type {
  JourneyLines,
  LineFields,
  workerLines as workerShapes,
} from '../../contract/documents/event-lines.ts';
import type { LineEvent } from '../../queue/serve/serve-lines.ts';
import { objectOf } from '../../rules/json/json-object.ts';
import { readJson } from '../../rules/json/read-json.ts';
import { safeLine } from '../../rules/safe-text.ts';
import { signedLines } from '../../ui/render/aligned.ts';
import { errorDocumentOf } from '../../ui/render/errors/error-json.ts';
import type { CommandContext } from '../context/context.ts';
import type { EventOutput } from '../context/event-output.ts';
import { openEventStream } from '../journey/events/event-stream.ts';
import { type FlowLines, tellFlowEvent } from '../journey/events/flow-lines.ts';

type WorkerStream = FlowLines & Pick<JourneyLines, 'file'> & LineFields<typeof workerShapes>;

/** Tells what becomes of the lines that a worker holds. */
export interface WorkerLog {
  begin(name: string, queue: string): void;
  tell(event: LineEvent): void;
  end(): void;
}

/** What has become of lines in this run. */
interface Tally {
  done: number;
  lost: number;
  givenBack: number;
}

/** How a line ended here, as a word. */
function stateOf(event: LineEvent): LineFields<typeof workerShapes>['line']['state'] {
  if (event.kind === 'taken') return 'taken';
  if (event.kind === 'lock lost') return 'lock_lost';
  switch (event.fate.kind) {
    case 'done':
      return 'done';
    case 'lost':
      return 'lost';
    case 'given back':
      return 'given_back';
    case 'put off':
      return 'put_off';
  }
}

function count(tally: Tally, event: LineEvent): void {
  if (event.kind !== 'ended') return;
  if (event.fate.kind === 'done') tally.done += 1;
  else if (event.fate.kind === 'lost') tally.lost += 1;
  else tally.givenBack += 1;
}

/** Why a line did not succeed here; undefined where it did, or nothing is wrong with it. */
function whyOf(event: LineEvent): { code: string; message: string } | undefined {
  if (event.kind === 'lock lost')
    return { code: 'lock_lost', message: 'its lock ran out: another worker goes on with it' };
  if (event.kind !== 'ended') return undefined;
  const { fate } = event;
  if (fate.kind === 'lost') return { code: fate.end.error?.code ?? fate.message, message: fate.message };
  if (fate.kind === 'put off') return { code: fate.error.code, message: fate.error.message };
  return fate.kind === 'given back' && fate.stops !== undefined
    ? { code: fate.stops.code, message: fate.stops.message }
    : undefined;
}

/** Lines for people: on stdout the shots that are done, on stderr what went otherwise. */
export function workerLines({ terminal }: CommandContext): WorkerLog {
  const tally: Tally = { done: 0, lost: 0, givenBack: 0 };
  return {
    begin(name, queue) {
      terminal.err.lines([`${name} takes lines from ${queue}; SIGTERM or Ctrl-C gives them back`]);
    },
    tell(event) {
      count(tally, event);
      const why = whyOf(event);
      if (event.kind === 'ended' && event.fate.kind === 'done')
        terminal.out.lines([`${event.shot} ${jobIdIn(event)}`]);
      else if (why !== undefined) {
        const { colors, symbols } = terminal.err;
        const text = safeLine(`${event.shot}: ${why.message}`);
        terminal.err.lines(signedLines({ text: symbols.bad, paint: colors.bad }, { text }, terminal.err));
      }
    },
    end() {
      terminal.err.lines([`${tally.done} done, ${tally.lost} lost, ${tally.givenBack} given back`]);
    },
  };
}

function jobIdIn(event: LineEvent): string {
  const record = event.kind === 'ended' && 'end' in event.fate ? event.fate.end.record : null;
  const told = record === null ? undefined : objectOf(readJson(record));
  return typeof told?.id === 'string' ? told.id : '';
}

/** The same as a stream of events on stdout. */
export function openWorkerEvents({ around, clock, terminal }: CommandContext): {
  output: EventOutput;
  log: WorkerLog;
} {
  const stream = openEventStream<WorkerStream>({ clock, out: terminal.out, version: around.version });
  const tally: Tally = { done: 0, lost: 0, givenBack: 0 };
  const output: EventOutput = {
    listen: (event) => tellFlowEvent(stream, event),
    file: (job_id, { bytes, index, path, sha256 }, { fetched }) =>
      stream.tell('file', { job_id, index, path, bytes, sha256, fetched }),
    jobs() {},
    end({ error, exitCode }) {
      const { done, givenBack, lost } = tally;
      const told = error === undefined ? null : errorDocumentOf(error);
      stream.tell('summary', { exit_code: exitCode, error: told, done, lost, given_back: givenBack });
    },
  };
  const log: WorkerLog = {
    begin() {},
    tell(event) {
      count(tally, event);
      const why = whyOf(event);
      const job_id = jobIdIn(event) || null;
      const told = { code: why?.code ?? null, message: why?.message ?? null };
      stream.tell('line', { shot: event.shot, state: stateOf(event), job_id, ...told });
    },
    end() {},
  };
  return { output, log };
}
