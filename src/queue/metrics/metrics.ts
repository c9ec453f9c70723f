import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { FlowEvent } from '../../ledger/events.ts';
import type { QueueFigures } from '../queue-state.ts';
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

/** Metrics of Node that are of no use to an operator, cost time to list, or have no value at first. */
const leftOut = [
  ...['resources', 'handles', 'requests'].flatMap((what) => [
    `nodejs_active_${what}`,
    `nodejs_active_${what}_total`,
  ]),
  ...['min', 'mean', 'stddev'].map((what) => `nodejs_eventloop_lag_${what}_seconds`),
];

/** Counts what one worker does, since it was started. */
export function createWorkerMetrics(facts: WorkerFacts) {
  const registry = new Registry();
  const now = { held: { size: 0 }, isTaking: false };
  addGauges(registry, facts, now);
  const { bytes, ended, files, repeated, submits, taken } = addCounters(registry);
  collectDefaultMetrics({ register: registry });
  for (const name of leftOut) registry.removeSingleMetric(name);
  return {
    registry,
    /** True if it takes lines. */
    get isTaking() {
      return now.isTaking;
    },
    tell(event: WorkerEvent): void {
      if (event.kind === 'begun') Object.assign(now, { held: event.held, isTaking: true });
      else if (event.kind === 'stopped') now.isTaking = false;
      else if (event.kind === 'taken') taken.labels(event.isKnown ? 'known' : 'new').inc();
      else if ('shot' in event) ended.labels(stateOf(event)).inc();
      else submits.labels(event.kind).inc();
    },
    listen(event: FlowEvent): void {
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
    name: string,
    help: string,
    label: Label,
    values: readonly string[],
  ): Counter<Label> {
    const made = new Counter<Label>({ name, help, labelNames: [label], registers });
    for (const value of values) made.labels(value).inc(0);
    return made;
  }
  return {
    taken: counterBy(
      'genctl_worker_taken_lines_total',
      'Lines that this worker took; job="known" had their jobs already.',
      'job',
      ['new', 'known'],
    ),
    ended: counterBy(
      'genctl_worker_ended_lines_total',
      'Lines that this worker was done with: done, lost (without success), given_back (another one goes on), put_off (the service was away), lock_lost.',
      'end',
      ['done', 'lost', 'given_back', 'put_off', 'lock_lost'],
    ),
    submits: counterBy(
      'genctl_worker_submits_total',
      'Submits of this worker that made a job (accepted), or were answered 429 or held back by one (refused).',
      'answer',
      ['accepted', 'refused'],
    ),
    repeated: counter('genctl_worker_repeated_requests_total', 'Requests that were tried again.'),
    files: counter('genctl_worker_files_total', 'Files that were brought home.'),
    bytes: counter('genctl_worker_file_bytes_total', 'Bytes of those files.'),
  };
}

/** Ways in which a limit was found. */
const found = ['sought', 'found', 'given'] as const;

/**
 * The figures of a queue, by the reading of `genctl queue status`. They are undefined where the store did not answer, and then the metrics
 * say only that. Every worker gives equal figures, so a sum over workers means nothing.
 */
export function queueMetrics(figures: QueueFigures | undefined, nowMs: number): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, value: number): void =>
    new Gauge({ name, help, registers }).set(value);
  const counter = (name: string, help: string, value: number): void =>
    new Counter({ name, help, registers }).inc(value);
  gauge(
    'genctl_queue_reachable',
    '1 if the store of the queue answers; else 0, and no other queue metric is there.',
    figures === undefined ? 0 : 1,
  );
  if (figures === undefined) return registry;
  const { active, done, failed, limit_is, next_submit_in_ms, oldest_at, put_off, waiting } = figures;
  const lines = new Gauge({
    name: 'genctl_queue_lines',
    help: 'Lines in the queue of the account: waiting, active (workers hold them), put_off (tried again after a while), done and failed (their feeder has not taken them out).',
    labelNames: ['state'],
    registers,
  });
  for (const [state, count] of Object.entries({ waiting, active, put_off, done, failed }))
    lines.set({ state }, count);
  gauge(
    'genctl_queue_oldest_waiting_seconds',
    'Age of the line that has waited longest; 0 where none waits.',
    oldest_at === null ? 0 : Math.max(0, nowMs - Date.parse(oldest_at)) / 1_000,
  );
  gauge('genctl_queue_limit', 'Jobs that the account may have in flight.', figures.limit);
  const source = new Gauge({
    name: 'genctl_queue_limit_source',
    help: '1 for how the limit was found: sought (still looked for), found (by a 429), given (by a person).',
    labelNames: ['source'],
    registers,
  });
  for (const each of found) source.set({ source: each }, Number(limit_is === each));
  counter('genctl_queue_refusals_total', 'Submits of all workers that were answered 429.', figures.refusals);
  gauge(
    'genctl_queue_next_submit_seconds',
    'Time until a submit may leave after a 429; 0 where nothing holds it back.',
    (next_submit_in_ms ?? 0) / 1_000,
  );
  gauge(
    'genctl_queue_paused',
    '1 where workers take no further lines (genctl queue pause).',
    Number(figures.paused),
  );
  counter('genctl_queue_ended_lines_total', 'Lines that workers brought to their ends.', figures.ended);
  counter('genctl_queue_charged_usd_total', 'Charges of their jobs, in USD.', figures.charged_usd);
  return registry;
}
