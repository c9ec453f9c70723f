import { describe, expect, it } from 'vitest';
import { sinceFlag, untilFlag } from '../../../src/cli/flags/list-flags.ts';

const nowMs = Date.parse('2026-03-04T01:30:00Z');

describe('--since', () => {
  it.each([
    ['90m', '2026-03-04T00:00:00.000Z'],
    ['1d', '2026-03-03T01:30:00.000Z'],
    ['today', '2026-03-04T00:00:00.000Z'],
    ['Yesterday', '2026-03-03T00:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    [' 2026-03-01 ', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-03-01T10:30', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01 10:30:05', '2026-03-01T10:30:05.000Z'],
    ['2026-03-01T10:30:00.250000+02:00', '2026-03-01T08:30:00.250Z'],
  ])('%s is a moment', (text, moment) => {
    expect(new Date(sinceFlag('jobs').read?.(text)(nowMs) ?? 0).toISOString()).toBe(moment);
  });

  it.each([
    ['3', '--since 3d'],
    ['2 days ago', '--since 2d'],
    ['tomorrow', '--since VALUE'],
    ['2026-02-30', '--since VALUE'],
    ['2026-02-29T10:00Z', '--since VALUE'],
    ['2026-03-01T25:00', '--since VALUE'],
    ['2026-03-01x', '--since VALUE'],
    ['2026-03-01 (a note)', '--since VALUE'],
    ['2026-03-01T10', '--since VALUE'],
    ['2026-3-1', '--since VALUE'],
  ])('%s is refused, with %s', (text, hint) => {
    expect(() => sinceFlag('jobs').read?.(text)).toThrow(expect.objectContaining({ hint }));
  });
});

describe('--until', () => {
  it('reads as --since does, and is refused by its own name', () => {
    expect(untilFlag('jobs').read?.('yesterday')(nowMs)).toBe(sinceFlag('jobs').read?.('yesterday')(nowMs));
    expect(() => untilFlag('jobs').read?.('2 days ago')).toThrow(
      expect.objectContaining({ message: '--until does not take "2 days ago"', hint: '--until 2d' }),
    );
  });
});
