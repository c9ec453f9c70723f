import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellWords } from '../shell-words.ts';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { errorOf, newHome } from './genctl.ts';

interface Refusal {
  code: string;
  hint: string;
  fix?: { argv?: string[] };
  findings: { rule: string }[];
}

const list = 'GET /v2/models';
const send = 'POST /v2/jobs';
const model = 'vendor-a/image-1';

describe('a request without a prompt, where the models were never asked for', () => {
  it.each([
    ['no words at all', ['-m', model]],
    ['a body', ['--body', `{"model":"${model}","input":{}}`]],
  ])('is refused by a list that requires one, and nothing is sent: %s', async (_, words) => {
    const { run } = newHome();
    const { account, seen } = await countingService([promptModel(model, { seed: {} })]);
    const refused = await run(['submit', ...words, '--json'], { env: account });
    expect([refused.code, seen]).toEqual([2, [list]]);
    const { findings, fix, hint } = errorOf(refused) as unknown as Refusal;
    expect(findings.map(({ rule }) => rule)).toContain('prompt-missing');
    expect([hint.split('\n')[0], fix?.argv]).toEqual([
      expect.stringContaining("genctl submit 'YOUR PROMPT' "),
      undefined,
    ]);
    const worded = await run(['submit', 'a fox', ...words], { env: account });
    expect([worded.code, seen]).toEqual([0, [list, send]]);
  });

  it('is sent where the list requires none, and where the list can not be had', async () => {
    const { run } = newHome();
    const { account, lists, seen } = await countingService(503);
    const doubted = await run(['submit', '-m', model], { env: account });
    expect(doubted.stderr).toContain(
      'genctl did not check whether the service takes a request without a prompt',
    );
    expect([doubted.code, seen.at(-1)]).toEqual([0, send]);
    lists([promptModel(model, { seed: {} }, { required: [] })]);
    const sure = await run(['submit', '-m', model, '--seed', '7'], { env: account });
    expect([sure.code, sure.stderr]).toEqual([0, expect.not.stringContaining('prompt')]);
    expect(seen.slice(-2)).toEqual([list, send]);
  });

  it('is refused as a line of a batch, too', async () => {
    const { home, run } = newHome();
    const { account, seen } = await countingService([promptModel(model, {})]);
    writeFileSync(join(home, 'shots.csv'), `id,model\nfox,${model}\n`);
    const refused = await run(['batch', 'shots.csv'], { env: account });
    expect([refused.code, seen]).toEqual([2, [list]]);
  });
});

describe('a suggested line that is typed as it stands', () => {
  it.each([
    ['the words of a prompt', ['submit', '-m', model], 'YOUR PROMPT'],
    ['a field', ['submit', 'a fox', '-m', model, '--set'], 'NAME=VALUE'],
    ['a tag', ['submit', 'a fox', '-m', model, '--tag', 'hero'], 'hero=VALUE'],
    [
      'the value of a field that is required',
      ['submit', '-m', 'other/clip', '-p', 'a fox', '--strict'],
      'motion=VALUE',
    ],
  ])('is refused as a place to fill in, and costs nothing: %s', async (_, words, gap) => {
    const { run } = newHome();
    const motion = { motion: { type: 'string' } };
    const { account, bodies } = await countingService([
      promptModel(model, {}),
      promptModel('other/clip', motion, { required: ['prompt', 'motion'] }),
    ]);
    const [command = '', ...more] = words;
    const refused = await run([command, '--json', ...more], { env: account });
    const { fix, hint } = errorOf(refused) as unknown as Refusal;
    expect([refused.code, fix?.argv]).toEqual([2, undefined]);
    const typed = shellWords(hint.split('\n')[0] ?? '') ?? [];
    expect(typed.slice(1)).toContain(gap);
    const pasted = await run(typed.slice(1), { env: account });
    expect([pasted.code, pasted.stderr]).toEqual([2, expect.stringContaining('a place to fill in')]);
    expect(bodies).toEqual([]);
  });

  it.each([
    [['submit', 'PROMPT', '-m', 'vendor-b/video-2.5']],
    [['submit', '--input', '{"content":[{"type":"text","text":"YOUR PROMPT"}]}', '-m', 'vendor-b/video-2.5']],
    [['submit', 'a fox', '-m', model, '--once', 'NAME', '--sandbox']],
    [['config', 'set', 'upload_command', '["PROGRAM"]']],
    [['submit', '…', '-m', 'vendor-b/video-2.5', '--api', 'v1', '--route', 'spicy']],
  ])('%j is one', async (words) => {
    const { run } = newHome();
    const { account, seen } = await countingService();
    expect(await run(words, { env: account })).toMatchObject({ code: 2, stdout: '' });
    expect(seen).toEqual([]);
  });

  it('is refused in a cell of a manifest, too', async () => {
    const { home, run } = newHome();
    const { account, bodies } = await countingService();
    writeFileSync(join(home, 'shots.csv'), `id,model,prompt,tag\nfox,${model},a fox,round=VALUE\n`);
    const refused = await run(['batch', 'shots.csv'], { env: account });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a place to fill in')]);
    expect(bodies).toEqual([]);
  });

  it('hides no other finding', async () => {
    const { run } = newHome();
    const words = ['submit', 'PROMPT', '-m', 'vendor-b/video-2.5', '--duration', '45', '--sandbox', '--json'];
    const { findings } = errorOf(await run(words)) as unknown as Refusal;
    expect(findings.map(({ rule }) => rule).sort()).toEqual(['duration', 'gap-left']);
  });

  it.each([[['jobs', '--grep', 'TEXT']], [['download', '@last', '-D', 'FOLDER']]])(
    'may be meant where nothing is sent: %j',
    async (words) => {
      const { run } = newHome();
      await run(['submit', 'a fox', '-m', model, '--sandbox', '-w', '-D', '.']);
      expect(await run(words)).toMatchObject({ code: 0 });
    },
  );

  it('is sent as it stands where the checks are told to stay away', async () => {
    const { run } = newHome();
    const { account, bodies } = await countingService();
    await run(['submit', 'PROMPT', '-m', model, '--no-preflight'], { env: account });
    expect(bodies).toMatchObject([{ input: { prompt: 'PROMPT' } }]);
  });
});

it('a job that failed for want of words is mended by a prompt, for the same job', async () => {
  const { run } = newHome();
  const words = ['submit', '-m', model, '--no-preflight', '--sandbox', '-w', '--json'];
  const failed = await run(words);
  expect(failed.code).toBe(5);
  const { fix, hint, job_id } = errorOf(failed) as unknown as Refusal & { job_id: string };
  expect([hint, fix?.argv]).toEqual([`genctl rerun ${job_id} --wait --prompt 'YOUR PROMPT'`, undefined]);
  expect((await run(['show', job_id])).stdout).toContain(
    'it has no words: rerun with --prompt makes a new job',
  );
  expect(await run(['rerun', job_id, '--prompt', 'a fox', '-w'])).toMatchObject({ code: 0 });
});

it.each([
  ['cancel', 'ID'],
  ['api', 'PATH'],
  ['config set', 'NAME'],
  ['rerun', 'ID'],
])('%s tells what it lacks, and refuses %s as a place to fill in', async (command, gap) => {
  const { run } = newHome();
  const { fix, hint } = errorOf(await run([...command.split(' '), '--json'])) as unknown as Refusal;
  const typed = shellWords(hint) ?? [];
  expect([typed.includes(gap), fix?.argv]).toEqual([true, undefined]);
  const pasted = await run(typed.slice(1));
  expect([pasted.code, errorOf(pasted)]).toEqual([2, expect.objectContaining({ code: 'gap_left' })]);
});

it.each(['auth set work', 'config set modle'])('%s has no line that would be refused', async (typed) => {
  const { run } = newHome();
  const refused = errorOf(await run([...typed.split(' '), '--json']));
  expect(refused.hint).toBe(`genctl ${typed.split(' ').slice(0, 2).join(' ')} --help`);
});
