import { Counter, Gauge, Registry } from 'prom-client';
import type { QueueFigures } from '../operate/queue-state.ts';

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
  const { active, done, failed, limit, nextSubmitMs, oldestMs, putOff, waiting } = figures;
  const lines = new Gauge({
    name: 'genctl_queue_lines',
    help: 'Lines in the queue of the account: waiting, active (workers hold them), put_off (tried again after a while), done and failed (their feeder has not taken them out).',
    labelNames: ['state'],
    registers,
  });
  for (const [state, count] of Object.entries({ waiting, active, put_off: putOff, done, failed }))
    lines.set({ state }, count);
  gauge(
    'genctl_queue_oldest_waiting_seconds',
    'Age of the line that has waited longest; 0 where none waits.',
    oldestMs === undefined ? 0 : Math.max(0, nowMs - oldestMs) / 1_000,
  );
  gauge('genctl_queue_limit', 'Jobs that the account may have in flight.', limit.limit);
  const source = new Gauge({
    name: 'genctl_queue_limit_source',
    help: '1 for how the limit was found: sought (no 429 yet), found (by a 429), given (by a person).',
    labelNames: ['source'],
    registers,
  });
  for (const each of found) source.set({ source: each }, Number(limit.how === each));
  counter('genctl_queue_refusals_total', 'Submits of all workers that were answered 429.', limit.refusals);
  gauge(
    'genctl_queue_next_submit_seconds',
    'Time until a submit may leave after a 429; 0 where nothing holds it back.',
    (nextSubmitMs ?? 0) / 1_000,
  );
  gauge(
    'genctl_queue_paused',
    '1 where workers take no further lines (genctl queue pause).',
    Number(figures.isPaused),
  );
  counter('genctl_queue_ended_lines_total', 'Lines that workers brought to their ends.', figures.ended);
  counter('genctl_queue_charged_usd_total', 'Charges of their jobs, in USD.', figures.chargedUsd);
  return registry;
}
