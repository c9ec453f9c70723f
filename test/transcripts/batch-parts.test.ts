import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

const parts: [string, (string | undefined)[]][] = [
  ['shards, and then all of it', ['1/2', '2/2', undefined]],
  ['shards of another number', ['1/2', '2/2', '1/3', '2/3', '3/3', undefined]],
];

describe.each([
  ['spicy/video-2-5', 'v1, which has no keys'],
  ['vendor-a/image-1', 'v2'],
])('on machines that share the folder of a manifest, of %s (%s)', (model) => {
  it.each(parts)('a part knows by the journals what others have sent: %s', async (_, shards) => {
    const { home, run } = newHome();
    const { account, jobIds } = await serveSandbox(home);
    const lines = ['s0', 's1', 's2', 's3'].map((id) => JSON.stringify({ id, prompt: id, model }));
    writeFileSync(join(home, 'shots.jsonl'), lines.join('\n'));
    for (const [number, shard] of shards.entries()) {
      const words = shard === undefined ? [] : ['--shard', shard];
      const env = { ...account, GENCTL_HOME: join(home, `machine-${number}`) };
      const ended = await run(['batch', 'shots.jsonl', ...words], { env });
      expect(ended.code, ended.stderr).toBe(0);
    }
    expect(jobIds()).toHaveLength(4);
  });
});
