import { describe, expect, it } from 'vitest';
import { type CostRow, renderBar, renderCostTable } from '../../../src/ui/render/cost-table.ts';
import { ascii, look, piped } from '../looks.ts';

function row(parts: Partial<CostRow>): CostRow {
  return { key: '2026-03-04', jobs: 2, charged: 2, unknown: 0, microUsd: 1_000_000, ...parts };
}

const rows = [row({}), row({ key: '2026-03-05', jobs: 3, unknown: 1, microUsd: 250_000 })];
const total = row({ jobs: 5, charged: 4, unknown: 1, microUsd: 1_250_000 });

describe('a table of costs', () => {
  it('has a bar a row, against the dearest, and the total last', () => {
    expect(renderCostTable('day', rows, total, look())).toEqual([
      'DAY          COST                            JOBS  CHARGED  NOT KNOWN',
      '2026-03-04  $1.00  ████████████████████████     2        2',
      '2026-03-05  $0.25  ██████                       3        2          1',
      'total       $1.25                               5        4          1',
    ]);
  });

  it('gives way from the right where room is short, and keeps the money', () => {
    const lines = renderCostTable('day', rows, total, look(24));
    expect(lines.at(-1)).toBe('total       $1.25     5');
    expect(lines.join('')).not.toContain('█');
  });

  it('draws with what the terminal has', () => {
    expect(renderCostTable('day', rows, total, ascii)[1]).toContain('########################');
  });

  it('is rows alone off a terminal: exact, tab-separated, to be added up', () => {
    expect(renderCostTable('model', [row({ key: null, microUsd: 1 }), ...rows], total, piped)).toEqual([
      '(not known)\t0.000001\t2\t2\t0',
      '2026-03-04\t1\t2\t2\t0',
      '2026-03-05\t0.25\t3\t2\t1',
    ]);
  });

  it('shows every amount with the digits of the finest', () => {
    const lines = renderCostTable('day', [row({ microUsd: 3_500 }), row({})], total, look());
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
