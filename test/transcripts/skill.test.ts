import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shellWords } from '../shell-words.ts';
import { newHome } from './genctl.ts';

const words = (line: string): string[] => shellWords(line) ?? [];
/** It draws a dozen pictures and clips. Unit: ms. */
const drawingMs = 180_000;

it('the skill is printed, and each of its recipes does what it says', { timeout: drawingMs }, async () => {
  const { home, run } = newHome();
  const env = { CLAUDECODE: '1', GENCTL_PROFILE: 'sandbox' };
  const { code, stderr, stdout } = await run(['help', 'skill'], { env });
  expect([code, stderr]).toEqual([0, '']);
  const recipes = [...stdout.matchAll(/^ {4}genctl (.*)$/gm)]
    .map(([, line = '']) => line)
    // ffmpeg may not be there.
    .filter((line) => !line.includes('--film'));
  writeFileSync(
    join(home, 'shots.csv'),
    'id,model,prompt\ns1,vendor-a/image-1,a fox\ns2,vendor-a/image-1,a hare\n',
  );
  expect((await run(['submit', 'a harbour', '-m', 'vendor-a/image-1', '-D', 'pictures'], { env })).code).toBe(
    0,
  );
  const [picture = ''] = readdirSync(join(home, 'pictures')).filter((name) => name.endsWith('.png'));
  cpSync(join(home, 'pictures', picture), join(home, 'harbour.png'));
  let jobId = '';
  for (const recipe of recipes) {
    const line = recipe.replace('JOB_ID', jobId);
    const done = await run(words(line), { env });
    expect(done.code, `${line}\n${done.stderr}`).toBe(0);
    if (line.startsWith('draft'))
      jobId = (JSON.parse(done.stdout) as { items: { id: string }[] }).items[0]?.id ?? '';
  }
  expect(readdirSync(join(home, 'takes')).filter((name) => name.endsWith('.mp4'))).toHaveLength(3);
  const paid = JSON.parse((await run(['costs', '--json'], { env })).stdout);
  for (const line of recipes.filter((recipe) => recipe.includes('--once')))
    expect((await run(words(line.replace('JOB_ID', jobId)), { env })).code).toBe(0);
  expect(JSON.parse((await run(['costs', '--json'], { env })).stdout)).toEqual(paid);
});
