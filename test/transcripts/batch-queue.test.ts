import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const queue = ['--queue', 'redis://:sesame@127.0.0.1:9'];
const { home, run } = newHome();
const batch = (...words: string[]) => run(['batch', 'shots.jsonl', '--sandbox', ...words]);
const line = { id: 's1', prompt: 'a fox', model: 'vendor-a/image-1' };
writeFileSync(join(home, 'shots.jsonl'), JSON.stringify(line));

describe('a batch with --queue', () => {
  it.each([
    [['--in-flight', '4'], 'genctl queue limit 4 --queue redis://127.0.0.1:9'],
    [['--exec', 'true'], 'genctl worker --exec'],
    [['--pick'], 'genctl batch'],
    [['--on-interrupt', 'cancel'], 'genctl batch'],
    [['--verify'], 'genctl worker --verify'],
  ])('takes no %s', async (words, mend) => {
    const ended = await batch(...queue, ...words);
    expect(ended.code, ended.stderr).toBe(2);
    expect(ended.stderr).toContain(mend);
    expect(ended.stderr).not.toContain('sesame');
  });

  it('refuses v1 lines before anything is sent', async () => {
    writeFileSync(
      join(home, 'old.jsonl'),
      JSON.stringify({ ...line, model: 'vendor-b/video-2.5', duration: 5, api: 'v1' }),
    );
    const ended = await run(['batch', 'old.jsonl', '--sandbox', '--dry-run', ...queue]);
    expect(ended.code, ended.stderr).toBe(2);
    expect(ended.stderr).toContain('v1 has no idempotency key');
  });
});

describe('a batch where GENCTL_QUEUE names a queue', () => {
  const batchIn = (env: Record<string, string>, ...words: string[]) =>
    run(['batch', 'shots.jsonl', '--sandbox', ...words], { env });
  const inQueue = (words: string[], GENCTL_QUEUE = 'redis://:sesame@127.0.0.1:9') =>
    batchIn({ GENCTL_QUEUE }, ...words, '--json');

  it.each([[[]], [['--detach']]])('is fed to it: %s', async (words) => {
    const ended = await inQueue(words);
    expect(ended.code, ended.stderr).toBe(9);
    expect(errorOf(ended)).toMatchObject({ code: 'queue_unreachable' });
    expect(ended.stderr).not.toContain('sesame');
  });

  it.each([
    [['--in-flight', '4'], 'genctl queue limit 4'],
    [['--pick'], 'unset GENCTL_QUEUE'],
    [['--exec', 'true'], 'genctl worker --exec'],
  ])('takes no %s, and nothing is sent', async (words, mend) => {
    const ended = await inQueue(words);
    expect(ended.code, ended.stderr).toBe(2);
    expect(errorOf(ended)).toMatchObject({
      message: expect.stringContaining('GENCTL_QUEUE'),
      hint: expect.stringContaining(mend),
    });
  });

  it('is refused where that is no address', async () => {
    const ended = await inQueue([], 'queue.example.com');
    expect(ended.code, ended.stderr).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code: 'invalid_queue' });
  });

  it('is rendered by this run where the variable is empty', async () => {
    const ended = await inQueue([], '');
    expect(ended.code, ended.stderr).toBe(0);
  });
});

describe('a worker', () => {
  it('without a queue says how one is named', async () => {
    const ended = await run(['worker', '--sandbox', '--json']);
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({
      code: 'queue_unnamed',
      hint: expect.stringContaining('GENCTL_QUEUE'),
    });
  });
});
