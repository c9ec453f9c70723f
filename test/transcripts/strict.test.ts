import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { newHome } from './genctl.ts';

const list = 'GET /v2/models';
const send = 'POST /v2/jobs';

describe('with --strict', () => {
  const words = ['submit', 'a fox', '-m', 'vendor-a/video-1-i2v', '--strict'];
  const needing = promptModel('vendor-a/video-1-i2v', { image: {} }, { required: ['prompt', 'image'] });

  it.each([[[]], [['--dry-run']]])('a list is fetched, whatever is kept here: %j', async (dry) => {
    const { run } = newHome();
    const { account, lists, seen } = await countingService([needing]);
    for (const turn of ['cold', 'kept']) {
      const ended = await run([...words, ...dry], { env: account });
      expect([ended.code, ended.stderr], turn).toEqual([2, expect.stringContaining('image')]);
      await run(['models'], { env: account });
    }
    lists([promptModel('vendor-a/video-1-i2v', {})]);
    expect(await run([...words, ...dry], { env: account })).toMatchObject({ code: 0 });
    lists(404);
    expect(await run([...words, ...dry], { env: account })).toMatchObject({ code: 11, stdout: '' });
    const sent = dry.length === 0 ? [send] : [];
    expect(seen.filter((one) => one === send)).toEqual(sent);
  });

  it('for an id that the document names, too; without it, that is one request', async () => {
    const { run } = newHome();
    const { account, seen } = await countingService([
      promptModel('vendor-b/video-2.5', { content: {} }, { required: [] }),
    ]);
    const named = ['submit', 'a fox', '-m', 'vendor-b/video-2.5'];
    await run(named, { env: account });
    await run([...named, '--strict'], { env: account });
    expect(seen).toEqual([send, list, send]);
  });

  it('warns in the sandbox of what it would refuse, in a dry run and in a submit', async () => {
    const { run } = newHome();
    const plain = words.slice(0, -1);
    for (const dry of [[], ['--dry-run']]) {
      const warned = await run([...plain, ...dry, '--sandbox']);
      expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining('is missing')]);
      expect(await run([...words, ...dry, '--sandbox'])).toMatchObject({ code: 2 });
    }
  });
});
