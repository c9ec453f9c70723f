import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newHome } from './genctl.ts';

it.each([
  ["compose 'a fox' -m vendor-b/video-2.5", "genctl submit 'a fox' -m vendor-b/video-2.5; "],
  ["compose 'a fox'", "genctl submit 'a fox' --model ID; "],
  ['compose --sandbox', "genctl submit 'YOUR PROMPT' --model ID --sandbox; "],
  ['compose -m x --duration 5', "genctl submit -m x --duration 5 --prompt 'YOUR PROMPT'; "],
  ['compose --from @last --duration 5', 'genctl rerun @last --duration 5; '],
])('without a terminal, %s has its words in the line that sends them', async (line, hint) => {
  const { run } = newHome();
  const words = line.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
  expect((await run(words)).stderr).toContain(`→ ${hint}`);
});

it('without a terminal, --resume lists what is kept, with the lines to type', async () => {
  const { home, run } = newHome();
  expect((await run(['compose', '--resume'])).stderr).toContain('Nothing is kept');
  const folder = join(home, 'genctl/compositions');
  mkdirSync(folder, { mode: 0o700, recursive: true });
  for (const name of ['fox', 'owl']) {
    const composition = { body: { model: 'vendor-a/image-1', input: { prompt: `a ${name}` } } };
    const saved = { schema: 1, saved_at: new Date().toISOString(), profile: 'sandbox', base_url: 'sandbox:' };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...saved, composition }), { mode: 0o600 });
  }
  const listed = (await run(['compose', '--resume', '--no-probe'])).stderr;
  expect(listed).toMatch(/just now: a fox: genctl compose --resume fox\n/);
  expect(listed).toMatch(/just now: a owl: genctl compose --resume owl\n/);
  expect((await run(['compose', '--resume', 'nope'])).stderr).toContain('There is: fox, owl.');
});
