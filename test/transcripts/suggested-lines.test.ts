import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shellWords } from '../shell-words.ts';
import { hintedLines } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const clip = ['-m', 'vendor-b/video-2.5', '--duration', '4', '--sandbox'];

/** Types a line that is refused, then the line that it is told, and gives both. */
async function suggested(run: ReturnType<typeof newHome>['run'], words: readonly string[]) {
  const refused = await run(words);
  const [line = ''] = hintedLines(refused.stderr);
  const [, ...argv] = shellWords(line) ?? [];
  return { refused, line, again: await run(argv) };
}

it.each(['auth login work', 'login work', 'auth add work'])(
  '%s keeps the name of the account',
  async (typed) => {
    const { run } = newHome();
    const { line, refused, again } = await suggested(run, typed.split(' '));
    expect([refused.code, line]).toEqual([2, 'genctl auth login --profile work']);
    // It goes on to ask for the base URL.
    expect(again.stderr).toContain('--base-url');
  },
);

it('what is behind auth login and may be a key is not repeated', async () => {
  const { run } = newHome();
  for (const key of ['sk-123', 'abcdefghijklmnop', 'Work', 'a1b2']) {
    const refused = await run(['auth', 'login', key]);
    expect([refused.code, refused.stderr.includes(key)]).toEqual([2, false]);
  }
});

it('a file behind the flag of another medium goes behind its own, and no more behind the other', async () => {
  const { run } = newHome();
  await run(['submit', 'a street', ...clip, '-D', '.', '--name', 'street.mp4', '-q']);
  const typed = ['submit', 'walks on', ...clip, '--ref-image', 'street.mp4', '--dry-run'];
  const { line, refused, again } = await suggested(run, typed);
  expect(refused.code, refused.stderr).toBe(2);
  expect(line).toContain('--ref-video street.mp4');
  expect(line).not.toContain('--ref-image');
  expect(again.stderr).not.toContain('takes a picture');
  // A frame is no reference, so that no line is ready.
  const frame = await run([
    'submit',
    'walks on',
    ...clip,
    '--first-frame',
    'street.mp4',
    '--dry-run',
    '--json',
  ]);
  expect(errorOf(frame)).toMatchObject({ hint: '--ref-video street.mp4 instead' });
  expect(errorOf(frame).fix).toBeNull();
});

it('a request for prepared references that names no model stays one', async () => {
  const { run } = newHome();
  const typed = ['refs', 'a street', '--ref-image', 'https://example.com/hero.png', '--sandbox'];
  const refused = await run(typed);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("genctl refs 'a street'")]);
  expect(refused.stderr).not.toContain('genctl submit');
});

it('a manifest by another name is read as what it looks like, and plain text as nothing', async () => {
  const { home, run } = newHome();
  const hintOf = async (name: string, text: string) => {
    writeFileSync(join(home, name), text);
    return errorOf(await run(['batch', name, '--sandbox', '--json'])).hint;
  };
  expect(await hintOf('plain.list', 'a fox\nan owl\n')).toMatch(/--format VALUE$/);
  expect(await hintOf('lines.txt', '{"id":"s1","prompt":"a fox"}\n')).toMatch(/--format jsonl$/);
  expect(await hintOf('lines.json', '{"id":"s1","prompt":"a fox"}\n')).toMatch(/--format jsonl$/);
  expect(await hintOf('list.json', '[{"id":"s1","prompt":"a fox"}]')).toMatch(/^one object a line: jq/);
  expect(await hintOf('one.json', '{\n  "id": "s1"\n}')).toMatch(/^one object a line: jq/);
  expect(await hintOf('table.txt', 'id;prompt\ns1;a fox\n')).toMatch(/--format csv$/);
  expect(await hintOf('column.txt', '\uFEFFPrompt\r\na fox\r\n')).toBe(
    'remove that line; to render it, too: --format txt',
  );
  writeFileSync(join(home, 'alike.txt'), 'a fox\n# a fox\na fox\n');
  const alike = await run(['batch', 'alike.txt', '-m', 'vendor-a/image-1', '--sandbox', '--dry-run']);
  expect(alike.stderr).toMatch(/Line 3 .* also that of line 1[\s\S]*change the prompt or remove the line/);
});

it.each([
  ['a setting behind an equals sign', 'config set model=vendor-b/video-2.5'],
  ['a length in seconds', 'submit x -m vendor-b/video-2.5 --length 5s --sandbox --dry-run'],
  ['the account that is asked about', 'auth status sandbox'],
])('of %s does what was meant', async (_, typed) => {
  const { run } = newHome();
  const { line, refused, again } = await suggested(run, typed.split(' '));
  expect([refused.code, again.code], `${line}\n${again.stderr}`).toEqual([2, 0]);
});

it.each([
  ['queue limit 25x --queue redis://127.0.0.1:1 --sandbox', 'VALUE'],
  ['queue limit 25.0 --queue redis://127.0.0.1:1 --sandbox', '25'],
  ['auth set budget.day 20x --profile work', 'AMOUNT'],
  ['auth set upload_command put --profile work', `'["PROGRAM", "ARGUMENT"]'`],
])('%s is told with all its words but one', async (typed, meant) => {
  const { run } = newHome();
  const refused = await run(typed.split(' '));
  const [, , wrong = ''] = typed.split(' ');
  const word = typed.startsWith('auth') ? (typed.split(' ')[3] ?? '') : wrong;
  expect(hintedLines(refused.stderr)).toEqual([`genctl ${typed.replace(word, meant)}`]);
});

it.each(['jobs --header --json', 'jobs --columns id --quiet', 'costs --header --json --by model'])(
  'of %s no line is told that loses the account or a filter',
  async (typed) => {
    const { run } = newHome();
    const refused = await run([...typed.split(' '), '--sandbox']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.not.stringContaining('genctl')]);
    expect(refused.stderr).toMatch(/leave --(header|columns) out/);
  },
);
