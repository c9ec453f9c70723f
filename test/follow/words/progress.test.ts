import { describe, expect, it } from 'vitest';
import { createProgress, type ProgressClock } from '../../../src/follow/words/progress.ts';
import { state, waiting, waitingJob } from '../../terminal/events.ts';
import { type KeptStream, keptTerminal } from '../../terminal/looks.ts';

/** A clock that stands still until it is put forward. */
class TestClock implements ProgressClock {
  ms = 1_000_000;
  sleeping: { untilMs: number; wake: () => void }[] = [];

  nowMs(): number {
    return Date.parse('2026-03-01T12:00:00Z') + this.ms;
  }

  monotonicMs(): number {
    return this.ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.sleeping.push({ untilMs: this.ms + ms, wake: resolve });
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async forward(ms: number): Promise<void> {
    const endMs = this.ms + ms;
    for (;;) {
      const next = this.sleeping.toSorted((one, other) => one.untilMs - other.untilMs)[0];
      if (next === undefined || next.untilMs > endMs) break;
      this.sleeping = this.sleeping.filter((one) => one !== next);
      this.ms = next.untilMs;
      next.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.ms = endMs;
  }
}

describe('where nothing moves', () => {
  it('a line tells each change of state', async () => {
    const { terminal, stdout, stderr } = await keptTerminal(undefined);
    const progress = createProgress(terminal, new TestClock());
    progress.on(state('job_01', 'queued'));
    progress.on(waiting(waitingJob({ status: 'queued' })));
    progress.on(state('job_01', 'running', 'queued', 12_000));
    progress.on({ kind: 'retrying', what: 'GET /v2/jobs/job_01', reason: '503', attempt: 2, delayMs: 4_000 });
    progress.on(state('job_01', 'succeeded', 'running', 125_000));
    for (const [index, bytes] of [1_240_000, 124_000_000].entries()) {
      const file = { jobId: 'job_01', index, path: `/f/${index}.mp4` };
      progress.on({ kind: 'download-started', ...file });
      progress.on({ kind: 'download-progress', ...file, bytesDone: 7, bytesTotal: bytes });
      progress.on({ kind: 'download-progress', ...file, bytesDone: bytes, bytesTotal: bytes });
      progress.on({ kind: 'downloaded', ...file, bytes });
    }
    const lost = { jobId: 'job_02', index: 0, path: '/f/b.mp4' };
    progress.on({ kind: 'download-started', ...lost });
    progress.on({ kind: 'download-stopped', ...lost, reason: 'its link is dead' });
    progress.stop();
    expect(stderr.text.trimEnd().split('\n')).toEqual([
      'job_01 queued',
      'job_01 running after 12s',
      'GET /v2/jobs/job_01: 503, again in 4s',
      'job_01 succeeded after 2m 05s',
      'downloaded /f/0.mp4 (1.24 MB)',
      'downloading /f/1.mp4 (124 MB)',
      'downloaded /f/1.mp4 (124 MB)',
      '/f/b.mp4 was not downloaded: its link is dead',
    ]);
    expect(stdout.text).toBe('');
  });

  it('a sign of life comes each 30 s, for as long as something is waited for', async () => {
    const clock = new TestClock();
    const { terminal, stderr } = await keptTerminal(undefined);
    const progress = createProgress(terminal, clock);
    progress.on(waiting(waitingJob(), waitingJob({ jobId: 'b', status: 'queued' })));
    await clock.forward(29_999);
    expect(stderr.text).toBe('');
    await clock.forward(1);
    expect(stderr.text).toBe('0 of 2 done · 1 running · 1 queued · 30s\n');
    progress.on(state('b', 'canceled', 'queued', 31_000));
    await clock.forward(30_000);
    progress.on(state('job_01', 'succeeded', 'running', 61_000));
    await clock.forward(90_000);
    expect(stderr.text.split('\n').slice(1)).toEqual([
      'b canceled after 31s',
      '1 of 2 done · 1 running · 1 without success · 1m 00s',
      'job_01 succeeded after 1m 01s',
      '',
    ]);
    progress.stop();
  });

  it('and says how far the files are that come, one or several', async () => {
    const clock = new TestClock();
    const { terminal, stderr } = await keptTerminal(undefined);
    const progress = createProgress(terminal, clock);
    const files = ['a', 'b'].map((jobId) => ({ jobId, index: 0, path: `/f/${jobId}.mp4` }));
    /** Each of them brings 100 kB a second from one second to another; a beat is due before the bytes of its own second. */
    const come = async (coming: typeof files, from: number, to: number): Promise<void> => {
      for (let second = from; second <= to; second += 1) {
        await clock.forward(1_000);
        for (const file of coming)
          progress.on({
            kind: 'download-progress',
            ...file,
            bytesDone: second * 100_000,
            bytesTotal: 8_000_000,
          });
      }
    };
    for (const file of files) progress.on({ kind: 'download-started', ...file });
    await come(files, 1, 30);
    for (const file of files.slice(1)) progress.on({ kind: 'downloaded', ...file, bytes: 8_000_000 });
    await come(files.slice(0, 1), 31, 60);
    progress.stop();
    expect(stderr.text.trimEnd().split('\n')).toEqual([
      '↓ 5.80 of 16.0 MB · 191 kB/s · 53s left · 2 files',
      'downloaded /f/b.mp4 (8.00 MB)',
      '↓ 13.9 of 16.0 MB · 90.9 kB/s · 23s left · a.mp4, 1 here',
    ]);
  });

  it.each([
    { flags: { noInput: true }, told: 'job_01 queued\n' },
    { flags: { json: true }, told: '' },
    { flags: { quiet: true }, told: '' },
  ])('what is told with $flags is $told', async ({ flags, told }) => {
    const { terminal, stderr } = await keptTerminal(80, { flags });
    const progress = createProgress(terminal, new TestClock());
    progress.on(state('job_01', 'queued'));
    progress.stop();
    expect(stderr.text).toBe(told);
  });

  it('ends and files can be left to who prints the answer', async () => {
    const { terminal, stderr } = await keptTerminal(undefined);
    const progress = createProgress(terminal, new TestClock(), { tellsEnds: false });
    progress.on(state('job_01', 'running'));
    progress.on(state('job_01', 'succeeded', 'running', 1_000));
    const file = { jobId: 'job_01', index: 0, path: '/f/1.mp4' };
    progress.on({ kind: 'download-started', ...file });
    progress.on({ kind: 'downloaded', ...file, bytes: 7 });
    progress.on({ kind: 'download-stopped', ...file, reason: 'its link is dead' });
    progress.stop();
    expect(stderr.text).toBe('job_01 running\n/f/1.mp4 was not downloaded: its link is dead\n');
  });

  it('nothing more is told after the end', async () => {
    const clock = new TestClock();
    const { terminal, stderr } = await keptTerminal(undefined);
    const progress = createProgress(terminal, clock);
    progress.on(waiting(waitingJob()));
    progress.stop();
    progress.stop();
    progress.on(state('job_01', 'running'));
    await clock.forward(60_000);
    expect(stderr.text).toBe('');
  });
});

describe('whatever the terminal', () => {
  it.each([80, undefined])(
    'a warning is told once, and a job that was there before (%s columns)',
    async (columns) => {
      const clock = new TestClock();
      const { terminal, stderr } = await keptTerminal(columns);
      const progress = createProgress(terminal, clock);
      const createdAt = new Date(clock.nowMs() - 82_800_000).toISOString();
      progress.on({ kind: 'submitted', jobId: 'job_01', model: 'm', replayed: true, createdAt });
      progress.on({ kind: 'submitted', jobId: 'job_02', model: 'm', replayed: false, createdAt });
      progress.on({ kind: 'warning', message: 'slow\x1b[2J' });
      progress.on({ kind: 'warning', message: 'slow\x1b[2J' });
      progress.stop();
      expect(stderr.text).toBe('job_01 already exists, created 23 h ago\n! slow\\x1b[2J\n');
    },
  );
});

describe('the moving line', () => {
  /** Settles when the stream holds the text: ora is loaded when it is first needed, and draws by itself. */
  async function untilShown(stream: KeptStream, text: string): Promise<void> {
    while (!stream.text.includes(text)) await new Promise((resolve) => setImmediate(resolve));
  }

  it('spins on stderr and leaves nothing behind', async () => {
    const { terminal, stdout, stderr } = await keptTerminal(80);
    const progress = createProgress(terminal, new TestClock());
    progress.on(state('job_01', 'running', undefined, 72_000));
    await untilShown(stderr, 'running · 1m 12s · job_01');
    progress.stop();
    const shown = stderr.text;
    expect(shown.lastIndexOf('<clear>')).toBeGreaterThan(shown.lastIndexOf('job_01'));
    expect(shown.lastIndexOf('\x1b[?25h')).toBeGreaterThan(shown.lastIndexOf('\x1b[?25l'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stderr.text).toBe(shown);
    expect(stdout.text).toBe('');
  });

  it('does not appear where the wait ended before it was drawn', async () => {
    const { terminal, stderr } = await keptTerminal(80);
    const progress = createProgress(terminal, new TestClock());
    progress.on(state('job_01', 'running'));
    progress.stop();
    await import('ora');
    await new Promise((resolve) => setImmediate(resolve));
    expect(stderr.text).toBe('');
  });

  it('gives way to lines where the terminal has no width, or loses it', async () => {
    const narrow = await keptTerminal(0);
    const lines = createProgress(narrow.terminal, new TestClock());
    lines.on(state('job_01', 'running'));
    lines.stop();
    expect(narrow.stderr.text).toBe('job_01 running\n');

    const { terminal, stderr } = await keptTerminal(80);
    const progress = createProgress(terminal, new TestClock());
    progress.on(state('job_01', 'running'));
    await untilShown(stderr, 'running');
    stderr.columns = 0;
    stderr.emit('resize');
    const shown = stderr.text;
    progress.on(state('job_01', 'succeeded', 'running', 5_000));
    progress.stop();
    expect(stderr.text).toBe(`${shown}job_01 succeeded after 5s\n`);
  });

  it('is fitted anew when the window changes', async () => {
    const { terminal, stderr } = await keptTerminal(80);
    const progress = createProgress(terminal, new TestClock());
    progress.on(state('job_01', 'running', undefined, 72_000));
    await untilShown(stderr, 'job_01');
    const before = stderr.text.length;
    stderr.columns = 20;
    stderr.emit('resize');
    await untilShown(stderr, 'running · 1m 12s\x1b');
    progress.stop();
    expect(stderr.text.slice(before)).not.toContain('job_01');
  });
});
