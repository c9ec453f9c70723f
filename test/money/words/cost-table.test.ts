import { describe, expect, it } from 'vitest';
import type { CostGroup } from '../../../src/money/costs.ts';
import { renderBar, renderCostTable } from '../../../src/money/words/cost-table.ts';
import { ascii, look, piped } from '../../terminal/looks.ts';

function row(parts: Partial<CostGroup>): CostGroup {
  return { key: '2026-03-04', jobs: 2, charged: 2, unknown: 0, microUsd: 1_000_000, ...parts };
}

const days = [row({}), row({ key: '2026-03-05', jobs: 3, unknown: 1, microUsd: 250_000 })];
const rows = [{ title: 'day', rows: days }];
const total = row({ jobs: 5, charged: 4, unknown: 1, microUsd: 1_250_000 });

describe('a table of costs', () => {
  it('has a bar a row, against the dearest, and the total last', () => {
    expect(renderCostTable(rows, total, look())).toEqual([
      'DAY          COST                                    JOBS  CHARGED  NOT KNOWN',
      '2026-03-04  $1.00  ████████████████████████████████     2        2',
      '2026-03-05  $0.25  ████████                             3        2          1',
      'total       $1.25                                       5        4          1',
    ]);
  });

  it('has the models below the days, each against the dearest of its own', () => {
    const models = [row({ key: 'vendor-b/video-2.5', microUsd: 1_250_000, jobs: 5 })];
    expect(renderCostTable([...rows, { title: 'model', rows: models }], total, look(100))).toEqual([
      'DAY                  COST                                    JOBS  CHARGED  NOT KNOWN',
      '2026-03-04          $1.00  ████████████████████████████████     2        2',
      '2026-03-05          $0.25  ████████                             3        2          1',
      '',
      'MODEL',
      'vendor-b/video-2.5  $1.25  ████████████████████████████████     5        2',
      'total               $1.25                                       5        4          1',
    ]);
  });

  it('says unknown where no job of a row tells its charge; a program has an empty field, never 0', () => {
    const v1 = row({ key: 'spicy/video-2-5', jobs: 1, charged: 0, unknown: 1, microUsd: 0 });
    const sections = [{ title: 'model', rows: [row({ key: 'vendor-a/image-1', microUsd: 225_000 }), v1] }];
    const lines = renderCostTable(sections, total, look(60));
    expect(lines[2]).toMatch(/^spicy\/video-2-5 +unknown +/);
    expect(renderCostTable([{ title: 'model', rows: [v1] }], v1, look()).at(-1)).toMatch(/^total +unknown /);
    const free = row({ charged: 0, microUsd: 0 });
    expect(renderCostTable([{ title: 'model', rows: [free] }], free, look()).at(-1)).toContain('$0.00');
    expect(renderCostTable([{ title: 'model', rows: [v1] }], v1, piped)).toEqual([
      'spicy/video-2-5\t\t1\t0\t1',
    ]);
  });

  it('names the jobs without a tag after that tag', () => {
    const clients = [row({ key: 'acme' }), row({ key: null })];
    expect(renderCostTable([{ title: 'tag:client', rows: clients }], total, piped)).toEqual([
      'acme\t1\t2\t2\t0',
      '(no client)\t1\t2\t2\t0',
    ]);
  });

  it('says how many days there are between two that have jobs', () => {
    const sparse = [row({}), row({ key: '2026-03-06' }), row({ key: '2026-03-31' })];
    const lines = renderCostTable([{ title: 'day', rows: sparse }], total, look());
    expect(lines.map((line) => line.slice(0, 10).trimEnd())).toEqual([
      'DAY',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '… 24 days',
      '2026-03-31',
      'total',
    ]);
    expect(lines[2]).toBe('2026-03-05');
  });

  it('has no gap between two models, and none after a day that is not known', () => {
    const models = [row({ key: '2026-03-04' }), row({ key: '2026-04-04' })];
    expect(renderCostTable([{ title: 'model', rows: models }], total, look())).toHaveLength(4);
    const unnamed = [row({ key: null }), row({})];
    expect(renderCostTable([{ title: 'day', rows: unnamed }], total, look())).toHaveLength(4);
  });

  it('makes the bars shorter where room is short, and drops them first', () => {
    expect(renderCostTable(rows, total, look(60))[1]).toBe(
      '2026-03-04  $1.00  ███████████████     2        2',
    );
    const lines = renderCostTable(rows, total, look(52));
    expect(lines.join('')).not.toContain('█');
    expect(lines[2]).toBe('2026-03-05  $0.25     3        2          1');
  });

  it('then gives way from the right, and keeps the money', () => {
    const lines = renderCostTable(rows, total, look(24));
    expect(lines.at(-1)).toBe('total       $1.25     5');
  });

  it('draws with what the terminal has', () => {
    expect(renderCostTable(rows, total, ascii)[1]).toContain('################################');
  });

  it('is rows alone off a terminal: exact, tab-separated, to be added up', () => {
    const models = [row({ key: null, microUsd: 1 }), row({}), row({ key: '2026-03-31', unknown: 1 })];
    expect(renderCostTable([{ title: 'model', rows: models }], total, piped)).toEqual([
      '(not known)\t0.000001\t2\t2\t0',
      '2026-03-04\t1\t2\t2\t0',
      '2026-03-31\t1\t2\t2\t1',
    ]);
    expect(renderCostTable([{ title: 'day', rows: models }], total, piped)).toHaveLength(3);
  });

  it('shows every amount with the digits of the finest', () => {
    const fine = [row({ microUsd: 3_500 }), row({})];
    const lines = renderCostTable([{ title: 'day', rows: fine }], total, look());
    expect(lines.slice(1).map((line) => /\$[\d.]+/.exec(line)?.[0])).toEqual([
      '$0.0035',
      '$1.0000',
      '$1.2500',
    ]);
  });
});

describe('a bar', () => {
  it('is drawn in eighths of a column, and never longer than its room', () => {
    expect(renderBar(0.5, 4, look())).toBe('██');
    expect(renderBar(0.55, 4, look())).toBe('██▎');
    expect(renderBar(1.5, 4, look())).toBe('████');
  });

  it('shows the least share, and nothing for none', () => {
    expect(renderBar(0.0001, 10, look())).toBe('▏');
    expect(renderBar(0.0001, 10, ascii)).toBe('#');
    expect(renderBar(0, 10, look())).toBe('');
  });
});
