import { describe, expect, it } from 'vitest';
import { type Difference, renderDifference } from '../../../src/request/difference/difference.ts';
import { digestText } from '../../../src/request/digest-text.ts';
import { nowMs } from '../../follow/words/jobs.ts';
import { ascii, look, piped } from '../../terminal/looks.ts';

const facts: Difference['before']['facts'] = {
  id: 'job_1',
  sidecar: null,
  model: 'vendor-b/video-2.5',
  route: 'jobs',
  profile: 'work',
  status: 'succeeded',
  error_code: null,
  cost_usd: 0.42,
  took_seconds: 12,
  tags: null,
};

function difference(parts: Partial<Difference> = {}): Difference {
  return {
    before: { name: 'job_1', facts, seenAt: undefined },
    after: { name: 'job_2', facts: { ...facts, id: 'job_2' }, seenAt: undefined },
    changes: [],
    digest: digestText,
    ...parts,
  };
}

const change = (label: string, before: unknown, after: unknown) => ({ name: label, label, before, after });
const shown = (parts: Partial<Difference>, how = look()) => renderDifference(difference(parts), how, nowMs);

describe('what differs between two requests, as it is shown', () => {
  it('has the fields that changed, then what became of both', () => {
    const after = { ...facts, cost_usd: null, took_seconds: 75, status: 'failed', error_code: 'timeout' };
    expect(
      shown({
        after: { name: 'job_2', facts: after, seenAt: undefined },
        changes: [
          change('--prompt', 'a red fox', 'a blue fox'),
          change('--duration', 5, 8),
          change('--seed', undefined, 0),
          change('--audio', true, false),
          change('--first-frame', 'https://a.example/hero.png', undefined),
        ],
      }),
    ).toEqual([
      'job_1 → job_2',
      '  --prompt       a [-red-]{+blue+} fox',
      '  --duration     5 → 8',
      '  --seed         (none) → 0',
      '  --audio        true → false',
      '  --first-frame  hero.png → (none)',
      '  model          vendor-b/video-2.5',
      '  route          jobs',
      '  cost           $0.42 → (none)',
      '  took           12s → 1m 15s',
      '  result         succeeded → failed, timeout',
    ]);
  });

  it('says that the requests are the same, and of a job that goes on when it was seen', () => {
    const going = { ...facts, status: 'running', cost_usd: null, took_seconds: null, profile: 'sandbox' };
    const seenAt = new Date(nowMs - 300_000).toISOString();
    expect(shown({ after: { name: 'job_2', facts: going, seenAt } })).toEqual([
      'job_1 → job_2',
      '  The requests are the same.',
      '  model    vendor-b/video-2.5',
      '  route    jobs',
      '  profile  work → sandbox',
      '  cost     $0.42 → (none)',
      '  took     12s → (none)',
      '  result   succeeded → running, seen 5 min ago',
    ]);
  });

  it('does not say a model twice', () => {
    const after = { name: 'job_2', facts: { ...facts, model: 'vendor-a/video-1' }, seenAt: undefined };
    const changes = [{ ...change('--model', 'vendor-b/video-2.5', 'vendor-a/video-1'), name: 'model' }];
    expect(shown({ after, changes }).filter((line) => line.includes('model'))).toEqual([
      '  --model  vendor-b/video-2.5 → vendor-a/video-1',
    ]);
  });

  it('breaks words between words, beside their label, and below it where room is short', () => {
    const before = 'a red fox trots through the fresh snow at dawn';
    const changes = [change('--prompt', before, before.replace('red', 'blue').replace('dawn', 'dusk'))];
    expect(shown({ changes }, look(40)).slice(1, 4)).toEqual([
      '  --prompt  a [-red-]{+blue+} fox trots',
      '            through the fresh snow at',
      '            [-dawn-]{+dusk+}',
    ]);
    expect(shown({ changes }, look(30)).slice(1, 3)).toEqual(['  --prompt', '    a [-red-]{+blue+} fox']);
    for (const columns of [30, 40, 60, 80])
      for (const line of shown({ changes }, look(columns))) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('cuts what is the same in a long text on a terminal alone', () => {
    const long = 'very '.repeat(100);
    const changes = [change('--prompt', `${long}old ${long}`, `${long}new ${long}`)];
    const [, line] = shown({ changes }, look(140));
    expect(line).toMatch(/^ {2}--prompt {2}…( very){7} \[-old-\]\{\+new\+\}( very){7} …$/);
    expect(shown({ changes }, piped)[1]).toBe(`  --prompt  ${long}[-old-]{+new+} ${long}`.trimEnd());
  });

  it('draws with what the terminal has, colours only what changed, and lets nothing steer it', () => {
    const changes = [change('--set a\u001b[2J', 'x\u001b[2J y', 'x\nz')];
    expect(shown({ changes }, ascii).slice(0, 2)).toEqual([
      'job_1 -> job_2',
      '  --set a\\x1b[2J  x[-\\x1b[2J y-]{+| z+}',
    ]);
    const colors = {
      ...look().colors,
      bad: (text: string) => `<${text}>`,
      good: (text: string) => `(${text})`,
    };
    const painted = shown({ changes: [change('--prompt', 'a red fox', 'a fox')] }, look(80, { colors }));
    expect(painted[1]).toBe('  --prompt  a <[-red -]>fox');
  });

  it('puts names that are too long on lines of their own', () => {
    const before = { name: `job_${'1'.repeat(40)}`, facts, seenAt: undefined };
    expect(shown({ before }, look(45)).slice(0, 2)).toEqual([before.name, '→ job_2']);
  });
});
