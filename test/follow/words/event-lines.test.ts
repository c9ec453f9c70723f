import { describe, expect, it } from 'vitest';
import { eventLine } from '../../../src/follow/words/event-lines.ts';
import { newProgressState, type ProgressState, takeEvent } from '../../../src/follow/words/progress-line.ts';
import type { FlowEvent } from '../../../src/ledger/events.ts';
import type { Look } from '../../../src/text/look.ts';
import { state } from '../../terminal/events.ts';
import { ascii, look } from '../../terminal/looks.ts';

/** The line beside a moving one. */
const endLine = (event: FlowEvent, state: ProgressState, appearance: Look) =>
  eventLine(event, 0, appearance, { state, isMoving: true });

describe('the line that stays when a job is over', () => {
  const among = (jobs: number) => {
    const progress = newProgressState();
    for (let job = 0; job < jobs; job += 1) takeEvent(progress, state(`job_${job}`, 'running'), 0);
    return progress;
  };

  it('says how it ended and after how long', () => {
    const over = state('job_01', 'succeeded', 'running', 61_000);
    expect(endLine(over, among(1), look())).toBe('✓ job_01 succeeded after 1m 01s');
    expect(endLine(state('job_01', 'failed', 'running', 2_000), among(1), ascii)).toMatch(
      /^\S+ job_01 failed after 2s$/,
    );
  });

  it('is silent while a job goes on', () => {
    expect(endLine(state('job_01', 'running', 'queued'), among(1), look())).toBeUndefined();
  });

  it('among many jobs, is of those that went wrong', () => {
    expect(endLine(state('job_01', 'succeeded'), among(21), look())).toBeUndefined();
    expect(endLine(state('job_01', 'expired'), among(21), look())).toContain('expired');
  });

  it('of several files names each that did not come, and of one leaves that to the error', () => {
    const lost = (index: number): Extract<FlowEvent, { kind: 'download-stopped' }> => ({
      kind: 'download-stopped',
      jobId: 'job_01',
      index,
      path: `/f/${index}.mp4`,
      reason: 'its link is dead',
    });
    const progress = among(1);
    takeEvent(progress, { ...lost(0), kind: 'download-started' }, 0);
    expect(endLine(lost(0), progress, look())).toBeUndefined();
    takeEvent(progress, { ...lost(1), kind: 'download-started' }, 0);
    expect(endLine(lost(1), progress, look())).toBe('✗ /f/1.mp4 was not downloaded: its link is dead');
    expect(endLine({ ...lost(1), reason: undefined }, progress, look())).toBeUndefined();
  });

  it('can not be made to steer the terminal', () => {
    expect(endLine(state('job_\u001b[2J', 'failed'), among(1), look())).not.toContain('\u001b');
  });
});
