import { describe, expect, it } from 'vitest';
import { isSafeLine } from '../../src/run/mend/safe-line.ts';
import { shellWords } from '../shell-words.ts';

const words = (line: string): string[] => shellWords(line) ?? [];
const isSafe = (typed: string, told: string, isRefused = true) =>
  isSafeLine(words(told), words(typed), { isRefused });

describe('a line may be told for the typed one', () => {
  it.each([
    ['submit fox --durration 5', 'submit fox --duration 5'],
    ['submit fox --durration=5', 'submit fox --duration=5'],
    ['submit fox —dry-run –m a/b', 'submit fox --dry-run -m a/b'],
    ['submit walks --ref-image a.png b.png', 'submit walks --ref-image a.png --ref-image b.png'],
    ['submit p.txt', 'submit @p.txt'],
    ['submit fox --budget 1', 'submit fox --max-cost 1'],
    ['submit fox --max-cost 1USD', 'submit fox --max-cost 1'],
    ['submit fox --resolution 4k', 'submit fox --resolution 720p'],
    ['submit fox --timeout 5m', 'submit fox --timeout 5m --wait'],
    ['submit {Fox} --ref-image @Fox', 'submit {fox} --ref-image @fox'],
    ['submit fox -m vendor-a/imaeg-1', 'submit fox -m vendor-a/image-1'],
    ['ls', 'jobs'],
    ['jbos --limit 3', 'jobs --limit 3'],
    ['get @last', 'show @last'],
    ['show nothing', 'jobs'],
    ['status', 'status @last'],
  ])('%s: %s', async (typed, told) => {
    expect(await isSafe(typed, told)).toBe(true);
  });

  it('once it was sent: the line that goes on with its job', async () => {
    for (const told of ['wait job_1', 'recover', 'rerun job_1 --no-audio'])
      expect(await isSafe('submit fox --sandbox', told, false), told).toBe(true);
  });
});

describe('no line is told', () => {
  it.each([
    // A word is lost.
    ['submit fox -m a/b -m c/d', 'submit fox -m c/d'],
    ['submit fox --duration 5', 'submit fox'],
    ['submit fox --dry-run', 'submit fox'],
    ['submit fox --sandbox', 'submit fox'],
    ['status job_1 --sandbox --profile a', 'status job_1 --profile a'],
    ['jobs list', 'jobs'],
    ['jobs --limit 5 --sort created', 'jobs --limit 5'],
    ['submit fox --size 1280x720', 'submit fox --resolution 720p --ratio 16:9'],
    ['submit fox --negative-prompt blurry', 'submit fox --set negative_prompt=blurry'],
    ['submit fox --sync', 'submit fox --api v1 --route tasks'],
    ['submit fox --no-audio --timeout 5', 'submit fox --timeout 5s --wait'],
    // It pays, and the typed one did not.
    ['preview x.mp4', 'draft x.mp4'],
    ['sumbit fox', 'submit fox'],
    ['retry job_1', 'rerun job_1'],
    ['show job_1', 'rerun job_1'],
    ['jobs', 'recover'],
    // It pays for something else.
    ['finalize job_1', 'rerun job_1'],
    ['submit fox -m a/b', 'submit fox -m c/d'],
    ['submit fox -m a/clip-1', 'submit fox -m a/clip-2'],
    // A limit is lifted or loosened.
    ['submit fox --max-cost 0.10', 'submit fox --max-cost 0.225'],
    ['submit fox', 'submit fox --over-budget'],
    ['submit fox', 'submit fox --yes'],
    ['submit fox', 'submit fox --no-preflight'],
    ['submit fox', 'submit fox --assume-cost 1'],
    ['batch m.jsonl', 'batch m.jsonl --revise'],
    ['batch m.jsonl', 'batch m.jsonl --skip-invalid'],
    ['batch m.jsonl --in-flight 4', 'batch m.jsonl --in-flight 40'],
    ['batch --retry m.jsonl', 'batch --attempts m.jsonl'],
    ['submit fox -n 2', 'submit fox --takes 2'],
    ['submit fox --count 0', 'submit fox --count 1'],
    ['download job_1', 'download job_1 --overwrite'],
    ['submit fox', 'config set budget.day 20'],
    ['submit fox', 'auth set budget.month 20 --profile studio'],
  ])('%s: %s', async (typed, told) => {
    expect(await isSafe(typed, told)).toBe(false);
  });

  it.each([
    ['wait job_1', 'rerun job_1 --no-audio'],
    ['submit fox --max-cost 1 -w', 'rerun job_1 --no-audio'],
    ['batch m.jsonl --max-cost 0.10', 'batch m.jsonl --max-cost 0.20'],
    ['submit fox --once a', 'submit fox --once a --revise'],
  ])('once it was sent: %s: %s', async (typed, told) => {
    expect(await isSafe(typed, told, false)).toBe(false);
  });
});
