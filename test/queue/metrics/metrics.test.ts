import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UnreachableError } from '../../../src/errors/endings.ts';
import { createWorkerMetrics, queueMetrics } from '../../../src/queue/metrics/metrics.ts';
import type { QueueFigures } from '../../../src/queue/queue-state.ts';
import { type Family, readExposition, toldAs } from './exposition.ts';

const facts = { worker: 'w-1', queue: 'redis://127.0.0.1:6379', slots: 60, version: '0.1.0' };
const nowMs = Date.parse('2026-11-22T10:00:00Z');
const figures: QueueFigures = {
  ...{ paused: false, waiting: 7, active: 25, put_off: 1, done: 3, failed: 2, ended: 40, charged_usd: 1.25 },
  ...{ limit: 25, limit_is: 'found', refusals: 4 },
  ...{ next_submit_in_ms: 4_500, oldest_at: '2026-11-22T09:58:30.000Z' },
};

async function pageOf(): Promise<Map<string, Family>> {
  const texts = [
    await createWorkerMetrics(facts).registry.metrics(),
    await queueMetrics(figures, nowMs).metrics(),
  ];
  return readExposition(texts.join(''));
}

describe('the metrics of a worker', () => {
  it('are named and typed as Prometheus asks: _total on counters and on nothing else, a unit where there is one', async () => {
    const own = [...(await pageOf())].filter(
      ([name]) => !name.startsWith('nodejs_') || name.endsWith('_total'),
    );
    for (const [name, { help, type }] of own) {
      expect([name, type === 'counter'], help).toEqual([name, name.endsWith('_total')]);
      expect(['counter', 'gauge', 'histogram']).toContain(type);
      expect(help).not.toBe('');
    }
    expect(own.filter(([name]) => name.startsWith('genctl_')).length).toBeGreaterThanOrEqual(20);
  });

  it('tell the memory and the time of its process', async () => {
    const page = await pageOf();
    expect(toldAs(page, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(page.get('process_cpu_seconds_total')?.type).toBe('counter');
  });

  it('count what becomes of its lines, its submits and its files', async () => {
    const metrics = createWorkerMetrics(facts);
    const held = new Map([['key', 'line']]);
    metrics.tell({ kind: 'begun', held });
    for (const isKnown of [false, false, true]) metrics.tell({ kind: 'taken', shot: 'b/s1', isKnown });
    const away = new UnreachableError({ code: 'unreachable', message: 'The service is away' });
    metrics.tell({ kind: 'ended', shot: 'b/s1', fate: { kind: 'put_off', error: away } });
    metrics.tell({ kind: 'ended', shot: 'b/s2', fate: { kind: 'given_back', stops: undefined } });
    metrics.tell({ kind: 'lock_lost', shot: 'b/s3' });
    for (const kind of ['accepted', 'accepted', 'refused'] as const) metrics.tell({ kind });
    metrics.listen({ kind: 'downloaded', jobId: 'job_1', index: 0, path: '/out/a.png', bytes: 1_000 });
    metrics.listen({ kind: 'retrying', what: 'GET', reason: '503', attempt: 1, delayMs: 10 });
    const page = readExposition(await metrics.registry.metrics());
    const told = Object.entries({
      genctl_worker_slots: 60,
      genctl_worker_held_lines: 1,
      genctl_worker_taking_lines: 1,
      'genctl_worker_taken_lines_total{job="new"}': 2,
      'genctl_worker_taken_lines_total{job="known"}': 1,
      'genctl_worker_ended_lines_total{end="done"}': 0,
      'genctl_worker_ended_lines_total{end="put_off"}': 1,
      'genctl_worker_ended_lines_total{end="given_back"}': 1,
      'genctl_worker_ended_lines_total{end="lock_lost"}': 1,
      'genctl_worker_submits_total{answer="accepted"}': 2,
      'genctl_worker_submits_total{answer="refused"}': 1,
      genctl_worker_files_total: 1,
      genctl_worker_file_bytes_total: 1_000,
      genctl_worker_repeated_requests_total: 1,
    });
    for (const [written, value] of told) expect([written, toldAs(page, written)]).toEqual([written, value]);
    metrics.tell({ kind: 'stopped' });
    expect(toldAs(readExposition(await metrics.registry.metrics()), 'genctl_worker_taking_lines')).toBe(0);
  });

  it('escape what stands in a label', async () => {
    const worker = 'a "b" \\ c\nd';
    const text = await createWorkerMetrics({ ...facts, worker }).registry.metrics();
    expect(text).toContain('worker="a \\"b\\" \\\\ c\\nd"');
    expect(readExposition(text).get('genctl_worker_info')?.values.size).toBe(1);
  });
});

it('docs/guide/many-machines.md says of each metric of genctl what to do, and of none that is not there', async () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/guide/many-machines.md'), 'utf8');
  const named = new Set([...guide.matchAll(/`(genctl_[a-z_]+[a-z])(?=[`{])/g)].map(([, name = '']) => name));
  const served = [...(await pageOf()).keys()].filter((name) => name.startsWith('genctl_'));
  // What only names a worker calls for nothing.
  expect([...named].sort()).toEqual(served.filter((name) => name !== 'genctl_worker_info').sort());
});

describe('the metrics of a queue', () => {
  it('are what genctl queue status reads', async () => {
    const page = await pageOf();
    const told = Object.entries({
      genctl_queue_reachable: 1,
      'genctl_queue_lines{state="waiting"}': 7,
      'genctl_queue_lines{state="active"}': 25,
      'genctl_queue_lines{state="put_off"}': 1,
      'genctl_queue_lines{state="done"}': 3,
      'genctl_queue_lines{state="failed"}': 2,
      genctl_queue_oldest_waiting_seconds: 90,
      genctl_queue_limit: 25,
      'genctl_queue_limit_source{source="found"}': 1,
      'genctl_queue_limit_source{source="sought"}': 0,
      genctl_queue_refusals_total: 4,
      genctl_queue_next_submit_seconds: 4.5,
      genctl_queue_paused: 0,
      genctl_queue_ended_lines_total: 40,
      genctl_queue_charged_usd_total: 1.25,
    });
    for (const [written, value] of told) expect([written, toldAs(page, written)]).toEqual([written, value]);
  });

  it('of a store that does not answer are nothing but that', async () => {
    const page = readExposition(await queueMetrics(undefined, nowMs).metrics());
    expect([...page.keys()]).toEqual(['genctl_queue_reachable']);
    expect(toldAs(page, 'genctl_queue_reachable')).toBe(0);
  });
});
