import { describe, expect, it } from 'vitest';
import { createJobsScreen, type FittedJobs } from '../../../src/follow/list/watched-jobs.ts';
import type { JobColumnName } from '../../../src/follow/words/job-column-names.ts';
import { textWidth } from '../../../src/text/text-width.ts';
import { state } from '../../terminal/events.ts';
import { type KeptStream, keptTerminal } from '../../terminal/looks.ts';
import { createFakeClock } from '../wait/fake-clock.ts';
import { job, nowMs, succeeded } from '../words/jobs.ts';

const none: FittedJobs['others'] = new Map();

async function screenOf(
  columns: number,
  jobs: (most: number) => FittedJobs,
  { rows, chosen }: { rows?: number; chosen?: readonly JobColumnName[] } = {},
) {
  const { terminal, stdout, stderr } = await keptTerminal(columns);
  stderr.rows = rows;
  const clock = createFakeClock(nowMs);
  const screen = createJobsScreen(terminal, clock, { jobs, columns: chosen });
  return { screen, stdout, stderr };
}

/** The lines of the last drawing that has a text in it. */
async function drawn(stream: KeptStream, text: string): Promise<string[]> {
  for (;;) {
    const frame = stream.text.split('<clear>').findLast((part) => part.includes(text));
    if (frame !== undefined)
      return (
        frame
          .split(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /)
          .at(-1)
          ?.split('\u001b')[0]
          ?.split('\n') ?? []
      );
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the table that is drawn in place', () => {
  it('stands below a line that sums it up, on stderr, and leaves nothing behind', async () => {
    const { screen, stderr, stdout } = await screenOf(100, () => ({
      rows: [job(), succeeded],
      others: new Map([
        ['running', 9],
        ['failed', 3],
      ]),
    }));
    screen.on(state('job_01', 'running', undefined, 72_000));
    screen.on(state('job_02', 'succeeded', 'running'));
    const [, ...lines] = await drawn(stderr, '12 more');
    expect(lines.slice(0, 4)).toEqual([
      expect.stringMatching(/^ {2}ID +STATUS +MODEL/),
      expect.stringMatching(/^ {2}job_01 +● running/),
      expect.stringMatching(/^ {2}job_01 +✓ succeeded/),
      '  … 12 more: 9 running, 3 failed · Ctrl-C stops watching, and the jobs keep running',
    ]);
    screen.stop();
    const shown = stderr.text;
    expect(shown.lastIndexOf('<clear>')).toBeGreaterThan(shown.lastIndexOf('12 more'));
    screen.on(state('job_01', 'succeeded', 'running'));
    expect(stderr.text).toBe(shown);
    expect(stdout.text).toBe('');
  });

  it.each([
    [30, 100, 26],
    [20, 60, 16],
    [5, 60, 1],
  ])(
    'of a window of %i lines and %i columns has room for %i jobs, each on one line',
    async (rows, columns, room) => {
      const asked: number[] = [];
      const { screen, stderr } = await screenOf(
        columns,
        (most) => {
          asked.push(most);
          return { rows: Array.from({ length: most }, (_, at) => job({ id: `job_${at}` })), others: none };
        },
        { rows },
      );
      const lines = await drawn(stderr, 'job_0');
      screen.stop();
      expect(new Set(asked)).toEqual(new Set([room]));
      for (const line of lines) expect(textWidth(line)).toBeLessThan(columns);
      // Behind the last line stands what the terminal makes of Ctrl-C.
      expect(textWidth(`${lines.at(-1)}^C`)).toBeLessThan(columns);
    },
  );

  it('leaves the sum alone where the window has room for nothing else', async () => {
    const { screen, stderr } = await screenOf(60, () => ({ rows: [job()], others: none }), { rows: 4 });
    screen.on(state('job_01', 'running', undefined, 72_000));
    const lines = await drawn(stderr, '1m 12s');
    screen.stop();
    expect(lines).toHaveLength(1);
  });

  it('has fewer jobs where an id alone is longer than a line', async () => {
    const asked: number[] = [];
    const { screen, stderr } = await screenOf(
      20,
      (most) => {
        asked.push(most);
        return {
          rows: Array.from({ length: most }, () => job({ id: `job_${'0'.repeat(32)}` })),
          others: none,
        };
      },
      { rows: 24 },
    );
    await drawn(stderr, 'job_0');
    screen.stop();
    expect(asked.slice(0, 2)).toEqual([20, 6]);
  });

  it('has the columns that were chosen, and what lasts goes up above it, once', async () => {
    const { screen, stderr } = await screenOf(80, () => ({ rows: [job()], others: none }), {
      chosen: ['id', 'seed'],
    });
    const [, titles] = await drawn(stderr, 'job_01');
    expect(titles).toBe('  ID      SEED');
    screen.on({ kind: 'warning', message: 'the key is old' });
    screen.on({ kind: 'warning', message: 'the key is old' });
    screen.stop();
    expect(stderr.text.match(/! the key is old\n/g)).toHaveLength(1);
  });

  it('gives way to lines where the terminal has no width', async () => {
    const { screen, stderr } = await screenOf(0, () => ({ rows: [job()], others: none }));
    screen.on(state('job_01', 'running'));
    screen.stop();
    expect(stderr.text).toBe('job_01 running\n');
  });
});
