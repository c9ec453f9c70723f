import { expect, it } from 'vitest';
import type { CommandContext } from '../../src/command/define-command.ts';
import type { FlowEvent } from '../../src/ledger/events.ts';
import { workerLines } from '../../src/queue/worker-log.ts';

const again: FlowEvent = {
  ...{ kind: 'submitted', jobId: 'job_1', model: 'vendor-a/image-1' },
  ...{ replayed: true, createdAt: '2026-11-23T10:00:00Z' },
};

function logging(verbose: boolean) {
  const lines: string[] = [];
  const err = { lines: (some: string[]) => void lines.push(...some) };
  const context = { globals: { json: false, verbose }, terminal: { err } } as unknown as CommandContext;
  const log = workerLines(context);
  const whose = { account: 'j1-a', service: 'https://api.example.com' };
  log.begin({ worker: 'first', queue: 'redis://127.0.0.1', slots: 1, metrics_url: null, ...whose });
  return { lines, log };
}

it('jobs that are found by their keys after a handover are counted, and not told one by one', () => {
  const { lines, log } = logging(false);
  for (const event of [again, again, { ...again, replayed: false }])
    expect(log.told(event)).toMatchObject({ replayed: false });
  log.end();
  expect(lines.at(-1)).toBe('0 done, 0 failed, 0 given back; 2 jobs found by their keys, and not made again');
});

it('with -v each of them is told', () => {
  const { log } = logging(true);
  expect(log.told(again)).toBe(again);
});
