import { describe, expect, it } from 'vitest';
import { drawList } from '../../src/terminal/list-window.ts';
import { look } from './looks.ts';

/** The lines of a list of twelve rows, in a window of that size. */
function drawn(
  active: number,
  height: number,
  { columns = 40, head = '? Which', below = ['ticked', 'keys'] } = {},
) {
  const text = drawList({
    look: look(columns, { height }),
    head,
    count: 12,
    active,
    rowsMost: 9,
    row: (place) => `${place === active ? '→' : ' '} row ${place}`,
    below,
  });
  return text
    .filter((part) => part !== '')
    .join('\n')
    .split('\n');
}

describe('a list in a low window', () => {
  it('is never higher than the window, and has the row at the arrow', () => {
    for (let height = 1; height < 20; height += 1) {
      for (let active = 0; active < 12; active += 1) {
        const lines = drawn(active, height);
        expect(lines.length).toBeLessThanOrEqual(height);
        expect(lines).toContain(`→ row ${active}`);
      }
    }
  });

  it('says which rows are seen, and keeps what stands below them as long as three rows fit', () => {
    expect(drawn(5, 20)).toContain('    2–10 of 12');
    expect(drawn(5, 7)).toEqual([
      '? Which',
      '  row 4',
      '→ row 5',
      '  row 6',
      '    5–7 of 12',
      'ticked',
      'keys',
    ]);
    expect(drawn(5, 6).slice(-2)).toEqual(['    5–7 of 12', 'ticked']);
    expect(drawn(5, 4)).toEqual(['? Which', '  row 4', '→ row 5', '  row 6']);
  });

  it('has the row at the arrow before the question where only one of them fits', () => {
    expect(drawn(5, 2)).toEqual(['? Which', '→ row 5']);
    expect(drawn(5, 1)).toEqual(['→ row 5']);
    expect(drawn(5, 2, { columns: 10, head: '? Which of all' })).toEqual(['→ row 5']);
  });

  it('counts the lines that the terminal breaks a long one into', () => {
    const lines = drawn(5, 9, {
      columns: 20,
      head: '? Which of all these rows',
      below: ['x'.repeat(50), 'keys'],
    });
    expect(lines).toEqual([
      '? Which of all these rows',
      ...['  row 4', '→ row 5', '  row 6'],
      '    5–7 of 12',
      'x'.repeat(50),
    ]);
  });
});
