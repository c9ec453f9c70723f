import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crafted, huge, inPieces } from '../request/references/fixtures/crafted-clips.ts';
import { clip } from '../request/references/fixtures/media-files.ts';
import { serveFiles, whole } from './fixtures/file-service.ts';
import { newHome } from './genctl.ts';

const verified = ['submit', 'a fox', '-m', 'vendor-a/video-1', '-D', 'out', '--verify'];

describe('a clip that claims four billion samples', () => {
  it.each([
    ['ctts', crafted({ ctts: [0, 1, huge, 0] })],
    ['trun', inPieces([0, huge])],
  ])('in %s is looked at as any other, as a reference and as an output', async (_, bytes) => {
    const { home, run } = newHome();
    writeFileSync(join(home, 'odd.mp4'), bytes);
    const reference = ['-m', 'vendor-b/video-2.5', '--ref-video', 'odd.mp4', '--sandbox', '--dry-run'];
    const asked = await run(['submit', 'clip 1 again', ...reference]);
    expect([0, 2], asked.stderr).toContain(asked.code);
    const { account: env } = await serveFiles([whole(bytes)]);
    const made = await run(verified, { env: { ...env, PATH: '/nowhere' } });
    expect(made.code, made.stderr).toBe(0);
  });
});

it('a SIGTERM while a reference is uploaded ends the run with 143, nothing sent', async () => {
  const { home, run } = newHome();
  const program = join(home, 'put');
  writeFileSync(program, '#!/bin/sh\nkill -TERM $PPID\nexec sleep 3600\n');
  chmodSync(program, 0o755);
  expect((await run(['config', 'set', 'upload_command', JSON.stringify([program])])).code).toBe(0);
  writeFileSync(join(home, 'clip.mp4'), crafted());
  const words = ['submit', 'clip 1 again', '-m', 'vendor-b/video-2.5', '--ref-video', 'clip.mp4'];
  const { account: env } = await serveFiles([]);
  const ended = await run(words, { env, ownProcess: true });
  expect([ended.code, ended.stdout], ended.stderr).toEqual([143, '']);
  const line = `genctl ${words.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ')}`;
  expect(ended.stderr).toContain(`✗ Stopped by SIGTERM\n  → ${line}\n`);
});

it('a SIGTERM while ffmpeg hangs on a clip ends the run with 143', async () => {
  const { home, run } = newHome();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  // It signals who started it, and would go on for an hour.
  writeFileSync(join(bin, 'ffmpeg'), '#!/bin/sh\nkill -TERM $PPID\nexec sleep 3600\n');
  chmodSync(join(bin, 'ffmpeg'), 0o755);
  const { account } = await serveFiles([whole(Buffer.from(await clip(1, 640, 640)))]);
  const env = { ...account, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const ended = await run(verified, { env, ownProcess: true });
  expect(ended.code, ended.stderr).toBe(143);
});
