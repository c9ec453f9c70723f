import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reach } from '../sample.ts';
import { documentOf, jobsIn, manifestModel } from './fixtures/manifest.ts';
import { newHome } from './genctl.ts';

/** What spreadsheets make of ids, by kind: a name for each, the ids as they were typed, and as they are saved. */
const rewritings: readonly (readonly [
  kind: string,
  (at: number) => readonly [typed: string, saved: string],
])[] = [
  ['zeros', (at) => [`00${at}`, `${at}`]],
  ['decimals', (at) => [`${at}`, `${at}.0`]],
  ['whole numbers', (at) => [`${at}.0`, `${at}`]],
  ['decimal commas', (at) => [`${at}.5`, `"${at},5"`]],
  ['months', (at) => [`2026-${String(at).padStart(2, '0')}`, `${months[at - 1]}-26`]],
  ['days', (at) => [`3/${at}`, `${String(at).padStart(2, '0')}-Mar`]],
  ['German days', (at) => [`3/${at}`, `03.${String(at).padStart(2, '0')}.`]],
  ['exponents', (at) => [`${at}00000`, `${at}E+05`]],
  ['long numbers', (at) => [`${at}23456789012345678`, `${at}.23457E+17`]],
  ['rounded numbers', (at) => [`${at}23456789012345678`, `${at}23456789012346000`]],
  ['thousands', (at) => [`${at}000`, `"${at},000"`]],
  ['blanks', (at) => [`s ${at}`, `s\u00a0 ${at}`]],
  ['quotes', (at) => [`s${at}`, `'s${at}`]],
  ['formulas', (at) => [`s${at}`, `=s${at}`]],
  ['dashes', (at) => [`s--${at}`, `s—${at}`]],
  ['accents', (at) => [`caf\u00e9${at}`, `cafe\u0301${at}`]],
  ['capitals', (at) => [`shot${at}`, `Shot${at}`]],
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Numbers that chance draws, the same for one seed. */
function drawer(seed: string) {
  let state = [...seed].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const seed = process.env.TEST_SEED ?? '1';
const begin = drawer(seed)(rewritings.length);
const drawn = Array.from({ length: reach(4, rewritings.length) }, (_, at) => {
  const [kind, of] = rewritings[(begin + at) % rewritings.length] ?? ['none', () => ['', ''] as const];
  return [kind, of] as const;
});

it.each(drawn)(
  '%s: refused as they are saved, and by --renamed same each shot has one job',
  async (kind, of) => {
    const draw = drawer(`${seed} ${kind}`);
    const { home, run } = newHome();
    const count = 2 + draw(4);
    // Takes and copied rows are among them: requests that several lines have.
    const lines = Array.from({ length: count }, (_, at) => [...of(at + 1), `a fox ${draw(3)}`] as const);
    const kept = draw(2) === 0 ? [['keep', 'keep', 'a tram'] as const] : [];
    const write = (place: 0 | 1, more = ''): void =>
      writeFileSync(
        join(home, 'shots.csv'),
        `id,prompt\r\n${[...lines, ...kept].map((line) => `${line[place]},${line[2]}\r\n`).join('')}${more}`,
      );
    const batch = (...words: string[]) => run(['batch', 'shots.csv', ...manifestModel, ...words]);
    write(0);
    const words = draw(2) === 0 ? ['-D', 'out'] : [];
    expect((await batch(...words)).code).toBe(0);
    const jobs = count + kept.length;
    // A copied row is no line that was renamed.
    write(0, 'copy,a fox 0\r\n');
    const copied = await batch(...words);
    expect([copied.code, jobsIn(home)], copied.stderr).toEqual([0, jobs + 1]);
    const more = 'copy,a fox 0\r\n';
    write(1, more);
    const refused = await batch(...words);
    expect([refused.code, jobsIn(home)], refused.stderr).toEqual([2, jobs + 1]);
    expect(refused.stderr).toMatch(/sent under (other ids|another id)/);
    const same = await batch(...words, '--renamed', 'same', '--json');
    expect([same.code, jobsIn(home)], same.stderr).toEqual([0, jobs + 1]);
    expect(documentOf(same)).toMatchObject({ done: jobs + 1, renamed: { lines: count, as: 'same' } });
    const again = await batch(...words);
    expect([again.code, jobsIn(home)], again.stderr).toEqual([0, jobs + 1]);
  },
);
