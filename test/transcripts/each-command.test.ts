import { readdirSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { commandTable } from '../../src/commands/index.ts';
import { newHome } from './genctl.ts';

const { home, run } = newHome();
/** By the names that the lines below have for them. */
const ids: Record<string, string> = {};

async function idOf(words: readonly string[]): Promise<string> {
  const ended = await run([...words, '-q']);
  expect(ended.code, ended.stderr).toBe(0);
  return ended.stdout.trim();
}

beforeAll(async () => {
  await run(['auth', 'use', 'sandbox']);
  ids.PICTURE = await idOf(['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--wait']);
  ids.DRAFT = await idOf(['draft', 'a fox runs', '--wait']);
});

const lines: readonly [line: string, code: number, said: RegExp][] = [
  ['status PICTURE', 0, /PICTURE\tsucceeded/],
  ['wait PICTURE', 0, /PICTURE\tsucceeded/],
  ['cancel PICTURE', 0, /PICTURE was not canceled: it had already ended/],
  ['models', 0, /^vendor-b\/video-2\.5\tvideo\t/],
  ['draft fox --seed 7', 0, /^job_\w+\n/],
  ['finalize DRAFT', 0, /^job_\w+\n/],
  ['refs fox -m spicy/video-2-5 --ref-image https://example.com/a.png', 0, /^job_\w+\n/],
  ['submit fox -m vendor-a/image-1 --dry-run', 0, /^POST .*\/v2\/jobs/],
  ['rerun PICTURE --dry-run', 0, /"size": "96x64"/],
  ['batch --dry-run none.csv', 2, /none\.csv can't be read/],
  ['download PICTURE', 0, /\/a-fox-\w+-1\.png\n/],
  ['sync --dry-run', 0, /DRAFT\tsucceeded/],
  ['jobs', 0, /PICTURE\tsucceeded/],
  ['show PICTURE', 0, /size 96x64/],
  ['costs', 0, /\t0\.\d+\t/],
  ['gallery .', 0, /\/gallery\.html\n/],
  ['upload none.png', 2, /none\.png can't be used/],
  ['recover', 0, /Nothing to settle/],
  ['api /v2/models', 0, /^\{"data":\[\{"id":"vendor-b/],
  ['doctor', 0, /^node\tok\t/],
  ['auth status', 0, /sandbox/],
  ['config list', 0, /^model\t/],
  ['sandbox info', 0, /vendor-b\/video-2\.5/],
  ['queue status', 2, /No queue is named/],
  ['worker', 2, /No queue is named/],
  ['compose', 2, /need a terminal/],
  ['completion bash', 0, /__complete/],
  ['help jobs', 0, /^Usage: genctl jobs/],
];

const named = (text: string): string =>
  Object.entries(ids).reduce((shown, [name, id]) => shown.replaceAll(id, name), text);

it.each(lines)('genctl %s ends %i', async (line, code, said) => {
  const ended = await run(line.split(' ').map((word) => ids[word] ?? word));
  expect(ended.code, ended.stderr).toBe(code);
  expect(named(`${ended.stdout}${ended.stderr}`)).toMatch(said);
});

it('no command is without a line, and none leaves a temporary file', () => {
  const tried = new Set(lines.map(([line]) => line.split(' ')[0]));
  expect(Object.keys(commandTable).filter((name) => !tried.has(name))).toEqual([]);
  expect(readdirSync(home, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual([]);
});
