import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { FlowEvent } from '../../ledger/events.ts';
import { stateOf, type WorkerEvent } from '../serve/serve-lines.ts';

/** The name of a worker, and its limits. */
export interface WorkerFacts {
  worker: string;
  /** The address of the queue, without its password. */
  queue: string;
  slots: number;
  /** The version of genctl. */
  version: string;
}

/** Counts what one worker does, since it was started. */
export interface WorkerMetrics {
  registry: Registry;
  /** True if it takes lines. */
  readonly isTaking: boolean;
  tell(event: WorkerEvent): void;
  listen(event: FlowEvent): void;
}

/** Metrics of Node that are of no use to an operator, cost time to list, or have no value at first. */
const leftOut = [
  ...['resources', 'handles', 'requests'].flatMap((what) => [
    `nodejs_active_${what}`,
    `nodejs_active_${what}_total`,
  ]),
  ...['min', 'mean', 'stddev'].map((what) => `nodejs_eventloop_lag_${what}_seconds`),
];

const ends = ['done', 'lost', 'given_back', 'put_off', 'lock_lost'] as const;
const answers = ['accepted', 'refused'] as const;

export function createWorkerMetrics(facts: WorkerFacts): WorkerMetrics {
  const registry = new Registry();
  const now = { held: { size: 0 }, isTaking: false };
  addGauges(registry, facts, now);
  const { bytes, ended, files, repeated, submits, taken } = addCounters(registry);
  collectDefaultMetrics({ register: registry });
  for (const name of leftOut) registry.removeSingleMetric(name);
  return {
    registry,
    get isTaking() {
      return now.isTaking;
    },
    tell(event) {
      switch (event.kind) {
        case 'begun':
          return void Object.assign(now, { held: event.held, isTaking: true });
        case 'stopped':
          now.isTaking = false;
          return;
        case 'accepted':
        case 'refused':
          return submits.labels(event.kind).inc();
        case 'taken':
          return taken.labels(event.isKnown ? 'known' : 'new').inc();
        default:
          return ended.labels(stateOf(event)).inc();
      }
    },
    listen(event) {
      if (event.kind === 'retrying') repeated.inc();
      if (event.kind !== 'downloaded') return;
      files.inc();
      bytes.inc(event.bytes);
    },
  };
}

function addGauges(
  registry: Registry,
  { queue, slots, version, worker }: WorkerFacts,
  now: { readonly held: { readonly size: number }; readonly isTaking: boolean },
): void {
  const registers = [registry];
  const about = { worker, queue, version };
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  };
  new Gauge({
    name: 'genctl_worker_info',
    help: 'Always 1; its labels say what this worker is called, its queue, and the version of genctl.',
    labelNames: Object.keys(about),
    registers,
  }).set(about, 1);
  gauge('genctl_worker_slots', 'Lines that this worker may hold at once.', () => slots);
  gauge('genctl_worker_held_lines', 'Lines that this worker holds.', () => now.held.size);
  gauge('genctl_worker_taking_lines', '1 while this worker takes lines, else 0.', () => Number(now.isTaking));
}

function addCounters(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string): Counter => new Counter({ name, help, registers });
  /** Makes a counter that has each value of its label from the beginning: a rate needs a value before the first. */
  function counterBy<Label extends string>(
    { help, label, name }: { name: string; help: string; label: Label },
    values: readonly string[],
  ): Counter<Label> {
    const made = new Counter<Label>({ name, help, labelNames: [label], registers });
    for (const value of values) made.labels(value).inc(0);
    return made;
  }
  const takenWords = {
    name: 'genctl_worker_taken_lines_total',
    help: 'Lines that this worker took; job="known" had their jobs already.',
    label: 'job',
  } as const;
  const endedWords = {
    name: 'genctl_worker_ended_lines_total',
    help: 'Lines that this worker was done with: done, lost (without success), given_back (another one goes on), put_off (the service was away), lock_lost.',
    label: 'end',
  } as const;
  const submitWords = {
    name: 'genctl_worker_submits_total',
    help: 'Submits of this worker that made a job (accepted), or were answered 429 or held back by one (refused).',
    label: 'answer',
  } as const;
  return {
    taken: counterBy(takenWords, ['new', 'known']),
    ended: counterBy(endedWords, ends),
    submits: counterBy(submitWords, answers),
    repeated: counter('genctl_worker_repeated_requests_total', 'Requests that were tried again.'),
    files: counter('genctl_worker_files_total', 'Files that were brought home.'),
    bytes: counter('genctl_worker_file_bytes_total', 'Bytes of those files.'),
  };
}
