import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newHome } from './genctl.ts';

it('show names every place that the files of a job were downloaded to, for as long as they stand there', async () => {
  const { home, run } = newHome();
  const submitted = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '-D', 'one', '-q']);
  const one = submitted.stdout.trim();
  const [two, three] = ['two', 'three'].map((dir) => one.replace('/one/', `/${dir}/`));
  for (const dir of ['two', 'three']) await run(['download', '@last', '-D', dir]);
  const shown = await run(['show', '@last']);
  expect(shown.stdout).toMatch(
    new RegExp(`file\\s+${three} [^]*also at\\s+${one}\\n\\s*also at\\s+${two}\\n`),
  );

  // Downloaded to the first place again, that is the one that counts, and nothing is fetched.
  const again = await run(['download', '@last', '-D', 'one', '-v']);
  expect([again.code, again.stdout]).toEqual([0, `${one}\n`]);
  expect(again.stderr).not.toContain('GET');
  const [output] = JSON.parse((await run(['show', '@last', '--json'])).stdout).outputs;
  expect(output).toMatchObject({ path: one, copies: [two, three] });

  rmSync(join(home, 'two'), { recursive: true });
  await run(['download', '@last', '-D', 'three']);
  const [left] = JSON.parse((await run(['show', '@last', '--json'])).stdout).outputs;
  expect(left).toMatchObject({ path: three, copies: [one] });
});
