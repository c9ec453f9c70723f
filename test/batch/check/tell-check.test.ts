import { describe, expect, it } from 'vitest';
import { chainLines } from '../../../src/batch/check/tell-check.ts';
import { look } from '../../terminal/looks.ts';

const shots = Array.from({ length: 12 }, (_, place) => `s${String(place + 1).padStart(2, '0')}`);
const film = {
  childrenOf: (id: string) => shots.slice(shots.indexOf(id) + 1, shots.indexOf(id) + 2),
  parentsOf: (id: string) => shots.slice(0, shots.indexOf(id)).slice(-1),
};
const words = { graph: film, roots: ['s01'], says: (id: string) => (id === 's01' ? 'new' : undefined) };

describe('lines that wait for lines', () => {
  it('are one line of text where each waits for the one before', () => {
    expect(chainLines(words, look(120))).toEqual([`  s01 (new) → ${shots.slice(1).join(' → ')}`]);
  });

  it('go on below, further in, where a terminal is too narrow for them', () => {
    expect(chainLines(words, look(48))).toEqual([
      '  s01 (new) → s02 → s03 → s04 → s05 → s06 →',
      '      s07 → s08 → s09 → s10 → s11 → s12',
    ]);
  });

  it('are whole in a pipe', () => {
    expect(chainLines(words, look(48, { isTerminal: false }))).toHaveLength(1);
  });
});
