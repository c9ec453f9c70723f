import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { errorOf, newHome } from './genctl.ts';

describe('models that v1 alone serves', () => {
  const { run } = newHome();
  const rows = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));

  it('are listed as such, of a medium too, and shown like any other', async () => {
    const listed = rows((await run(['models', '--sandbox'])).stdout);
    expect(listed.filter((row) => row.at(-1) === 'v1 only').map(([id]) => id)).toEqual([
      'spicy/video-2-5',
      'spicy/video-2-0',
      'spicy/video-2-0-fast',
      'spicy/video-2-0-mini',
      'vendor-b/image-1',
      'vendor-b/image-1-pro',
    ]);
    const pictures = await run(['models', '--media', 'image', '-q', '--sandbox']);
    expect(pictures.stdout).toBe('vendor-a/image-1\nvendor-b/image-1\nvendor-b/image-1-pro\n');
    expect((await run(['models', 'spicy/video-2-5', '--sandbox'])).stdout).toContain(
      '\n  --return-last-frame ',
    );
    const { items } = JSON.parse((await run(['models', 'vendor-b/image-1', '--json', '--sandbox'])).stdout);
    expect(items).toMatchObject([{ api: 'v1', route: 'images', input_schema: { required: ['prompt'] } }]);
    const schema = await run(['models', 'spicy/video-2-0', '--schema', '--sandbox']);
    expect(JSON.parse(schema.stdout)).toEqual(
      JSON.parse((await run(['models', 'spicy/video-2-0', '--json', '--sandbox'])).stdout).items[0]
        .input_schema,
    );
  });

  it('are those of the document for an account, and what v2 lists is v2’s', async () => {
    const { account } = await countingService([
      promptModel('vendor-a/video-1', {}),
      promptModel('spicy/video-2-0', {}),
    ]);
    const listed = rows((await run(['models'], { env: account })).stdout);
    expect(listed.map((row) => [row[0], row.at(-1)])).toEqual([
      ['vendor-a/video-1', 'v2'],
      ['spicy/video-2-0', 'v2'],
      ['spicy/video-2-5', 'v1 only'],
      ['spicy/video-2-0-fast', 'v1 only'],
      ['spicy/video-2-0-mini', 'v1 only'],
    ]);
    const unknown = await run(['models', 'vendor-b/image-1', '--json'], { env: account });
    expect([unknown.code, errorOf(unknown).hint]).toEqual([11, expect.stringContaining('--route images')]);
  });
});
