import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { shellLine } from '../../src/text/shell-quote.ts';
import { shellWords } from '../shell-words.ts';
import { errorOf, newHome } from './genctl.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/guide/mistakes.md'), 'utf8');
/** More of them than a page should have. */
const others = [
  ['list', 'genctl jobs'],
  ['jobs succeeded', 'genctl jobs --status succeeded'],
  ['jobs --limt 3', 'genctl jobs --limit 3'],
  ['logs @last', 'genctl show @last'],
  ['jobs -L5', 'genctl jobs --limit 5'],
  ['jobs -w', 'genctl jobs --watch'],
  ['jobs --last 7d', 'genctl jobs --since 7d'],
  ['show', 'genctl show @last'],
  ['show last', 'genctl show @last'],
  ['config get profile', 'genctl auth list'],
  ['config set modle vendor-a/image-1', 'genctl config set model vendor-a/image-1'],
  ['wait --timeout 5m', 'genctl wait @last --timeout 5m'],
  ['profiles', 'genctl auth list'],
  ['usage', 'genctl costs'],
  ['settings', 'genctl config list'],
  ['sandbox infos', 'genctl sandbox info'],
  ['listen', 'genctl jobs --watch'],
  ['auth token', 'genctl auth status'],
  ['submit "a fox" –m vendor-a/image-1', "genctl submit 'a fox' -m vendor-a/image-1"],
] as const;
const shown = [...page.matchAll(/^\| `genctl (.*)` \| `(genctl .*)` \|$/gm)].map(
  ([, typed = '', mended = '']) => [typed, mended] as const,
);
const env = { GENCTL_PROFILE: 'sandbox' };
const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '-w', '-q'];

it('the page has thirty mistakes', () => expect(shown.length).toBe(30));

it.each([...shown, ...others])('genctl %s', async (typed, mended) => {
  const { run } = newHome();
  if (/@last/.test(typed + mended)) await run(picture, { env });
  // The line that mends it has the flag as well, unless it was made of what was typed.
  const asks = mended.endsWith(' --json');
  const refused = await run([...(shellWords(typed) ?? []), '--json'], { env });
  expect(refused.code, refused.stderr).toBeGreaterThan(0);
  const { fix, job_id } = errorOf(refused) as { fix: { argv: string[] }; job_id: string | null };
  const [program, ...argv] = asks ? fix.argv : fix.argv.filter((word) => word !== '--json');
  const line = shellLine([program ?? '', ...argv]);
  expect(job_id === null ? line : line.replace(job_id, '@last')).toBe(mended);
  const again = await run(argv, { env });
  expect(again.code, again.stderr).toBe(0);
});
