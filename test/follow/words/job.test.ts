import { describe, expect, it } from 'vitest';
import { renderJob, renderJobDetails } from '../../../src/follow/words/job.ts';
import { textWidth } from '../../../src/text/text-width.ts';
import { ascii, look, piped } from '../../terminal/looks.ts';
import { failed, job, nowMs, output, succeeded } from './jobs.ts';

describe('one job', () => {
  it('that runs is shown with its age and its deadline', () => {
    expect(renderJob(job(), look(), nowMs)).toEqual([
      '● job_01  running for 4m 48s',
      '  model     vendor-b/video-2.5',
      '  created   4 min ago',
      '  deadline  in 25 min',
    ]);
  });

  it('that succeeded is shown with its charge and its link', () => {
    expect(renderJob(succeeded, look(), nowMs)).toEqual([
      '✓ job_01  succeeded after 2m 05s',
      '  model    vendor-b/video-2.5',
      '  created  4 min ago',
      '  cost     $0.42',
      '  link     https://cdn.example/v2/job_01/0-abc.mp4',
    ]);
  });

  it('shows the file in place of the link once it is here, numbered where there are several', () => {
    const path = '/home/me/my  films/job_01-1.mp4';
    const both = job({ ...succeeded, outputs: [output({ path, bytes: 1_240_000 }), output()] });
    expect(renderJob(both, look(30), nowMs).slice(-2)).toEqual([
      `  file 1   ${path} (1.24 MB)`,
      '  link 2   https://cdn.example/v2/job_01/0-abc.mp4',
    ]);
  });

  it('that failed says why and what helps', () => {
    expect(renderJob(failed, look(60), nowMs).slice(3)).toEqual([
      '  error    provider_failed: It did not finish.',
      '  try      clips fail mostly over their sound; without it:',
      '           rerun with --no-audio makes a new job, with a',
      '           charge of its own',
    ]);
  });

  it('is not wrapped where a program reads', () => {
    expect(renderJob(failed, piped, nowMs).at(-1)).toBe(
      '  try      clips fail mostly over their sound; without it: rerun with --no-audio makes a new job, with a charge of its own',
    );
  });

  it('leaves out what does not fit, but never a part of the id', () => {
    expect(renderJob(job(), look(20), nowMs)[0]).toBe('● job_01  running');
    expect(renderJob(job(), look(5), nowMs)[0]).toBe('● job_01  running');
  });

  it('keeps within the width', () => {
    const wordy = job({
      ...failed,
      error: { code: 'internal', message: '慢慢地 '.repeat(40), provider_code: 'X1' },
    });
    for (const columns of [40, 60, 100])
      for (const line of renderJob(wordy, look(columns), nowMs))
        expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });

  it('can be drawn in ASCII, whatever its state', () => {
    const signs = ['queued', 'running', 'succeeded', 'failed', 'canceled', 'expired', 'paused'].map(
      (status) => renderJob(job({ status }), ascii, nowMs)[0]?.[0],
    );
    expect(signs.join('')).toBe('o*+x-x?');
  });

  it('cannot steer the terminal', () => {
    const hostile = job({
      id: 'job_\x1b[2J',
      status: 'run\u202ening',
      model: 'm\r\nx',
      error: { code: '\x9b31m', message: 'a\nb', provider_code: '\x07' },
      outputs: [output({ url: 'https://x/\x1b]0;title\x07' })],
      created_at: '\x1b[31m',
    });
    for (const lines of [renderJob(hostile, look(), nowMs), renderJobDetails(hostile, look(), nowMs)]) {
      expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(lines[0]).toBe('? job_\\x1b[2J  run\\u{202e}ning');
    }
  });
});

describe('all that is known of a job', () => {
  it('stands in one block', () => {
    const whole = job({
      ...succeeded,
      prompt: 'a harbour',
      once: 'hero',
      attempt: 2,
      draft_of: 'job_00',
      finals: ['job_02', 'job_03'],
      outputs: [output({ path: '/f/a.mp4', bytes: 5 })],
      request: {
        model: 'm',
        input: {
          content: [
            { type: 'text', text: 'a harbour' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' }, role: 'first_frame' },
            { type: 'draft_task', draft_task: { id: 'job_00' } },
          ],
          duration: 5,
          generate_audio: false,
        },
        output: { count: 2 },
      },
    });
    expect(renderJobDetails(whole, look(), nowMs)).toEqual([
      '✓ job_01  succeeded after 2m 05s',
      '  model      vendor-b/video-2.5',
      '  prompt     a harbour',
      '  media      first_frame "data:…"',
      '  media      draft_task "job_00"',
      '  options    duration 5, generate_audio false, count 2',
      '  route      jobs',
      '  profile    work',
      '  created    2026-03-01 11:55:12 UTC (4 min ago)',
      '  completed  2026-03-01 11:57:17 UTC (2 min ago)',
      '  cost       $0.42',
      '  once       hero',
      '  attempt    2',
      '  draft      job_00',
      '  finals     job_02 job_03',
      '  key        g1-00',
      '  file       /f/a.mp4 (5 B)',
      '  link       https://cdn.example/v2/job_01/0-abc.mp4',
    ]);
  });

  it('is drawn of any request', () => {
    for (const request of [null, 7, [], { input: [] }, { input: { content: [null, 3, { type: 'x' }] } }])
      expect(renderJobDetails(job({ request }), look(), nowMs)[1]).toBe('  model     vendor-b/video-2.5');
  });
});
