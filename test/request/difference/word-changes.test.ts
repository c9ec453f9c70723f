import { describe, expect, it } from 'vitest';
import { type WordChange, wordChanges } from '../../../src/request/difference/word-changes.ts';
import { startCpuTime } from '../../cpu-time.ts';

/** As git words it. */
function told(changes: readonly WordChange[]): string {
  const signs = { same: ['', ''], gone: ['[-', '-]'], new: ['{+', '+}'] } as const;
  return changes.map(({ kind, text }) => `${signs[kind][0]}${text}${signs[kind][1]}`).join('');
}

const diff = (before: string, after: string) => told(wordChanges(before, after));
const side = (changes: readonly WordChange[], left: 'gone' | 'new') =>
  changes
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('');

describe('what became of a prompt', () => {
  it.each([
    ['a red fox', 'a red fox', 'a red fox'],
    ['a red fox in snow', 'a blue fox in snow', 'a [-red-]{+blue+} fox in snow'],
    ['a fox in snow', 'a fox at dawn in snow', 'a fox {+at dawn +}in snow'],
    ['a fox at dawn in snow', 'a fox in snow', 'a fox [-at dawn -]in snow'],
    ['a red big fox', 'the blue small fox', '[-a red big-]{+the blue small+} fox'],
    ['a fox.', 'a fox!', 'a fox[-.-]{+!+}'],
    ['', 'a fox', '{+a fox+}'],
    ['a fox', '', '[-a fox-]'],
    ['a  fox', 'a fox', 'a[-  -]{+ +}fox'],
    ['fox one\nfox two', 'fox one\nfox three', 'fox one\nfox [-two-]{+three+}'],
  ])('%j, then %j', (before, after, words) => expect(diff(before, after)).toBe(words));

  it('goes by letters where a script writes no spaces, and by whole pictures', () => {
    expect(diff('狐狸在雪地里', '狐狸在沙地里')).toBe('狐狸在[-雪-]{+沙+}地里');
    expect(diff('a 👩‍🚀 waves', 'a 👩‍🚒 waves')).toBe('a [-👩‍🚀-]{+👩‍🚒+} waves');
    expect(diff('café noir', 'cafe\u0301 noir')).toBe('[-café-]{+cafe\u0301+} noir');
  });

  it('gives both texts back whole, whatever they are', () => {
    const words = ['a', 'fox', ' ', '  ', '\n', '.', '雪', '👩‍🚀', 'é', '\ud800', '🇫🇷', '-'];
    let state = 7;
    const drawn = (): string => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return words[state % words.length] ?? '';
    };
    for (let round = 0; round < 200; round += 1) {
      const [before, after] = [0, 1].map(() => Array.from({ length: round % 23 }, drawn).join(''));
      const changes = wordChanges(before ?? '', after ?? '');
      expect(side(changes, 'gone')).toBe(before);
      expect(side(changes, 'new')).toBe(after);
    }
  });

  it('finds one word in a text of 100,000 characters, and replaces what has nothing in common', () => {
    const words = Array.from({ length: 15_000 }, (_, place) => `word${place % 997}`);
    const before = words.join(' ');
    const changed = words.with(7_000, 'another').join(' ');
    expect(wordChanges(before, changed).filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'gone', text: 'word21' },
      { kind: 'new', text: 'another' },
    ]);
    const other = words.map((word) => word.toUpperCase()).join(' ');
    const cpuMs = startCpuTime();
    const replaced = wordChanges(before, other);
    expect(cpuMs()).toBeLessThan(5_000);
    expect(replaced).toEqual([
      { kind: 'gone', text: before },
      { kind: 'new', text: other },
    ]);
  });
});
