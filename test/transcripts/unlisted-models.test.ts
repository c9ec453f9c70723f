import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { errorOf, newHome } from './genctl.ts';

const list = 'GET /v2/models';
const send = 'POST /v2/jobs';
const h3 = promptModel('house/video-h3-mini', {});
const tier = promptModel('vendor-b/video-2.5', {});

describe('the name of a model that is not there', () => {
  it('brings the nearest before anything is sent', async () => {
    const { run } = newHome();
    const { account, seen } = await countingService([tier, h3]);
    for (const model of ['video-2.5', 'vendor-b/video-25']) {
      const slip = await run(['submit', 'a fox', '-m', model], { env: account });
      expect([slip.code, slip.stderr]).toEqual([
        2,
        expect.stringContaining("genctl submit 'a fox' -m vendor-b/video-2.5"),
      ]);
    }
    const slip = await run(['submit', 'a fox', '-m', 'vendor-b/vide-2.5', '--json'], { env: account });
    const argv = ['genctl', 'submit', 'a fox', '-m', 'vendor-b/video-2.5', '--json'];
    expect(errorOf(slip)).toMatchObject({
      hint: expect.stringMatching(/^genctl submit .*\n--no-pre/),
      fix: { argv },
    });
    // The list that the first run kept lacks the other, too: before that is said, it is looked at again.
    expect(seen).toEqual([list, list, list]);
  });

  it.each(['vendor-b/video-26', 'other/clip'])(
    'is one that no list has: %s is refused, in a cold home, with a kept list and in a dry run',
    async (model) => {
      const { run } = newHome();
      const { account, seen } = await countingService([tier, h3]);
      for (const dry of [[], [], ['--dry-run']]) {
        const ended = await run(['submit', 'a fox', '-m', model, ...dry], { env: account });
        expect([ended.code, ended.stdout]).toEqual([2, '']);
        expect(ended.stderr).toContain(`${model} is not among the 2 models that v2 lists now`);
      }
      expect(seen).toEqual([list, list, list]);
      const unchecked = ['submit', '-m', model, '--input', '{"prompt":"a fox"}', '--no-preflight'];
      expect(await run(unchecked, { env: account })).toMatchObject({ code: 0 });
    },
  );

  it('brings the nearest where only the service says so', async () => {
    const { run } = newHome();
    const { account, knowsNoModel, seen } = await countingService([promptModel('vendor-a/image-1', {})]);
    knowsNoModel();
    const unchecked = ['--no-preflight', '--json'];
    const ended = await run(['submit', 'a fox', '-m', 'vendor-a/imaeg-1', ...unchecked], { env: account });
    expect(errorOf(ended)).toMatchObject({
      code: 'model_not_found',
      fix: { argv: ['genctl', 'submit', 'a fox', '-m', 'vendor-a/image-1', ...unchecked] },
    });
    expect(seen).toEqual([send, list]);
  });

  it('is looked for in a new list by `models`, which proposes no other vendor’s', async () => {
    const { run } = newHome();
    const { account, lists, seen } = await countingService([promptModel('vendor-a/image-1', {})]);
    await run(['models'], { env: account });
    const missing = await run(['models', 'vendor-b/image-1', '--json'], { env: account });
    expect(missing.code).toBe(11);
    expect(errorOf(missing)).toMatchObject({
      code: 'model_not_listed',
      message: 'genctl does not know vendor-b/image-1',
    });
    lists([promptModel('vendor-b/image-1', {})]);
    expect(await run(['models', 'vendor-b/image-1'], { env: account })).toMatchObject({ code: 0 });
    expect(seen).toEqual([list, list, list]);
  });
});
