import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { errorOf, newHome } from './genctl.ts';

const one = 'https://example.com/a.png';
const list = 'GET /v2/models';
const send = 'POST /v2/jobs';
const h3 = promptModel('house/video-h3-mini', {
  reference_images: { type: 'array', items: { type: 'string' } },
});

/** Makes the list that a home keeps as old as that. Unit: s. */
function age(home: string, seconds: number): void {
  const folder = join(home, 'genctl', 'cache');
  const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('models-'));
  const kept = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  kept.fetched_at = new Date(Date.parse(kept.fetched_at) - seconds * 1000).toISOString();
  writeFileSync(join(folder, name), JSON.stringify(kept));
}

describe('where the list can not be had', () => {
  const words = ['submit', 'a fox', '-m', 'house/video-h3-mini', '--ref-image', one, '--no-probe'];

  it('a stale one is used, and its age is told', async () => {
    const { home, run } = newHome();
    const { account, bodies, seen } = await countingService([h3], 404);
    await run(['models'], { env: account });
    age(home, 2 * 3600);
    const ended = await run(words, { env: account });
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringMatching(/genctl uses the model list fetched 2 h ago/),
    ]);
    expect(bodies[0]).toMatchObject({ input: { reference_images: [one] } });
    expect(seen).toEqual([list, list, send]);
  });

  it('a field that only it knows is not guessed: what stands in the way is told, and the way past it', async () => {
    const { run } = newHome();
    const { account, seen } = await countingService(404);
    for (const [flags, what] of [
      [words.slice(2), '--ref-image'],
      [['-m', 'other/clip'], 'the prompt'],
      [['-m', 'vendor-a/video-1', '--duration', '5'], '--duration'],
    ] as const) {
      const ended = await run(['submit', 'a fox', ...flags, '--json'], { env: account });
      expect([ended.code, ended.stdout]).toEqual([10, '']);
      expect(errorOf(ended)).toMatchObject({ code: 'model_unknown', message: expect.stringContaining(what) });
      expect(errorOf(ended).hint).toContain('--refresh');
    }
    expect(seen).toEqual([list, list, list]);
  });
});

describe('a name of --once', () => {
  it('is one body on a machine with a list, with an old one and with none', async () => {
    const timed = promptModel('vendor-b/video-2.5', { duration: { enum: ['5', '10'] } });
    const clip = promptModel('vendor-a/video-1', { duration: { enum: [5, 10] } });
    const { account, bodies } = await countingService([timed, clip]);
    const words = ['--duration', '5', '--once', 'shot', '--no-probe'];
    for (const model of ['vendor-b/video-2.5', 'vendor-a/video-1']) {
      for (const how of ['none', 'kept', 'old']) {
        const { home, run } = newHome();
        if (how !== 'none') await run(['models'], { env: account });
        if (how === 'old') age(home, 2 * 3600);
        await run(['submit', 'a fox', '-m', model, ...words], { env: account });
      }
      const [first, ...others] = bodies.splice(0);
      expect(others).toEqual([first, first]);
    }
  });
});
