import { expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { everyCrash, proveEach } from '../transcripts/fixtures/download-crash.ts';

/** Half of them, others in each run. */
const ways = sample<[string, string[]]>(
  [
    ['with sidecars', []],
    ['without sidecars', ['--no-sidecar']],
    ['under names that count up', ['--name', 'take-{v:03}.{ext}']],
    ['under one name for all', ['--name', 'hero.{ext}']],
  ],
  () => 'a way',
  2,
);

it.each(ways)(
  'a download that is killed -9 at any call and run again leaves each file once, %s',
  async (_, flags) => {
    await proveEach(flags, (calls) => {
      const first = calls.indexOf('writev') - 2;
      expect(calls.length - first, calls.join(' ')).toBeGreaterThan(20);
      const cases = [...everyCrash(calls, first), { at: calls.length, when: 'after' as const }];
      return [...sample(cases, ({ at, when }) => `${when} ${calls[at - 1]}`, 20)];
    });
  },
  300_000,
);
