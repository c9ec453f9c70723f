import { describe, expect, it } from 'vitest';
import {
  newProgressState,
  progressFacts,
  progressLine,
  takeEvent,
} from '../../../src/follow/words/progress-line.ts';
import type { FlowEvent } from '../../../src/ledger/events.ts';
import { textWidth } from '../../../src/text/text-width.ts';
import { state, waiting, waitingJob } from '../../terminal/events.ts';
import { ascii, look } from '../../terminal/looks.ts';

describe('the line that sums up', () => {
  function line(events: FlowEvent[], columns = 100, afterMs = 0, appearance = look()): string {
    const summed = newProgressState();
    for (const event of events) takeEvent(summed, event, 0);
    return progressLine(progressFacts(summed, afterMs, appearance), columns, appearance);
  }
  const several: FlowEvent[] = [
    ...['a', 'b'].map((id) => state(id, 'succeeded')),
    state('c', 'failed'),
    waiting(waitingJob(), waitingJob({ jobId: 'd' }), waitingJob({ jobId: 'e', status: 'queued' })),
  ];
  const download: FlowEvent[] = [
    { kind: 'download-started', jobId: 'a', index: 0, path: '/f/a.mp4' },
    { kind: 'download-progress', jobId: 'a', index: 0, bytesDone: 8_000_000, bytesTotal: 38_000_000 },
  ];

  it('names one job and its model', () => {
    expect(line([waiting(waitingJob({ ageMs: 5_000 }))], 100, 2_000)).toBe('running · 7s · job_01 · m');
  });

  it('tells the age of one job, and of several how long they are waited for', () => {
    const old = waitingJob({ ageMs: 600_000 });
    expect(line([waiting(old)], 100, 2_000)).toContain('10m 02s');
    expect(line([waiting(old, waitingJob({ jobId: 'b' }))], 100, 2_000)).toContain(' · 2s');
  });

  it('counts several', () => {
    expect(line(several, 100, 60_000)).toBe(
      '3 of 6 done · 2 running · 1 queued · 1 without success · 1m 00s',
    );
  });

  it('tells bytes, speed and time left of a download', () => {
    expect(line(download, 100, 2_000)).toBe('↓ 8.00 of 38.0 MB · 4.00 MB/s · 7s left · a.mp4');
    expect(line(download, 100, 500)).toBe('↓ 8.00 of 38.0 MB · a.mp4');
  });

  it('sums up several downloads, of which one has no known size', () => {
    const other: FlowEvent = { kind: 'download-started', jobId: 'b', index: 1, path: 'b' };
    expect(line([...download, other], 100, 2_000)).toBe('↓ 8.00 MB · 4.00 MB/s · 2 files');
  });

  it('of several downloads, those that came are part of the sum, and those that failed are not', () => {
    const failed = { jobId: 'b', index: 0, path: 'b', reason: 'gone' };
    const third = { jobId: 'c', index: 0, path: '/f/c.mp4' };
    const events: FlowEvent[] = [
      ...download,
      { kind: 'download-started', ...failed },
      { kind: 'download-started', ...third },
      { kind: 'download-progress', ...third, bytesDone: 2_000_000, bytesTotal: 12_000_000 },
    ];
    expect(line(events, 100, 2_000)).toBe('↓ 10.0 MB · 5.00 MB/s · 3 files');
    events.push({ kind: 'download-stopped', ...failed });
    expect(line(events, 100, 2_000)).toBe('↓ 10.0 of 50.0 MB · 5.00 MB/s · 8s left · 2 files');
    events.push({ kind: 'downloaded', jobId: 'a', index: 0, path: '/f/a.mp4', bytes: 38_000_000 });
    expect(line(events, 100, 2_000)).toBe('↓ 40.0 of 50.0 MB · 5.00 MB/s · 2s left · c.mp4, 1 here');
  });

  it('moves nothing for a file that is here at once', () => {
    expect(line(download, 100, 200)).toBe('');
  });

  it('says that a request is repeated, until it is', () => {
    const retrying: FlowEvent = { kind: 'retrying', what: 'x', reason: '503', attempt: 2, delayMs: 4_000 };
    expect(line([retrying], 100, 1_000)).toBe('503, again in 3s');
    expect(line([retrying], 100, 4_000)).toBe('');
  });

  it('leaves out the last facts, then cuts, and never fills the width', () => {
    for (let columns = 1; columns < 100; columns += 1)
      expect(textWidth(line([...several, ...download], columns, 2_000))).toBeLessThanOrEqual(columns);
    expect(line(several, 30)).toBe('3 of 6 done · 2 running');
    expect(line(several, 8)).toBe('3 of 6…');
  });

  it('can be drawn in ASCII, and is not steered by names', () => {
    const job = waitingJob({ jobId: 'a\x1b[2J', model: '\u202e', status: '\x07' });
    expect(line([waiting(job)], 100, 0, ascii)).toBe('\\x07 | 0s | a\\x1b[2J | \\u{202e}');
  });
});
