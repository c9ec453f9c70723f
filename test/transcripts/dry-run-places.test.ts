import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const dryRun = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--json', '--dry-run'];

describe('a dry run refuses what the words of a place alone tell', () => {
  it.each([
    [['-D', 's3:/shots'], 'invalid_flag'],
    [['-D', 's3://BUCKET/PREFIX'], 'gap_left'],
    [['-D', 's3://shots', '--name', 'take-{v:03}.{ext}'], 'invalid_flag'],
    [['-D', 's3://shots', '--s3-endpoint', '127.0.0.1:9'], 'invalid_endpoint'],
    [['-D', 'out', '--s3-endpoint', 'http://127.0.0.1:9'], 'flag_conflict'],
  ])('%j', async (words, code) => {
    const { run } = newHome();
    const ended = await run([...dryRun, ...words]);
    expect([ended.code, ended.stdout, errorOf(ended).code]).toEqual([2, '', code]);
  });

  it('and asks no store, and makes no folder', async () => {
    const { home, run } = newHome();
    const env = { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' };
    expect((await run([...dryRun, '-D', 's3://shots'], { env })).code).toBe(0);
    expect((await run([...dryRun, '-D', 'out'])).code).toBe(0);
    expect(readdirSync(home)).not.toContain('out');
  });
});
