import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { shellWords } from '../../src/commands/mend/shell-words.ts';
import { shellLine } from '../../src/ui/render/shell-quote.ts';
import { errorOf, newHome } from './genctl.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/mistakes.md'), 'utf8');
const rows = [...page.matchAll(/^\| `genctl (.*)` \| `(genctl .*)` \|$/gm)].map(
  ([, typed = '', mended = '']) => [typed, mended] as const,
);
const env = { GENCTL_PROFILE: 'sandbox' };
const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '-w', '-q'];

it('the page has many mistakes', () => expect(rows.length).toBeGreaterThanOrEqual(40));

it.each(rows)('genctl %s', async (typed, mended) => {
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
