import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { serveFiles, whole } from '../transcripts/fixtures/file-service.ts';
import { newHome } from '../transcripts/genctl.ts';

/** A clip of 2 s by ffmpeg's own sources of pictures and sounds. */
function made(picture: string, sound: string): Buffer {
  const path = join(tempFolder(), 'clip.mp4');
  const input = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-t', '2'];
  execFileSync('ffmpeg', ['-v', 'error', ...input, ...codecs, path]);
  return readFileSync(path);
}

const moving = 'testsrc=s=640x360:r=24';
const heard = 'sine=frequency=440';

async function rulesOf(film: Buffer): Promise<string[]> {
  const { run } = newHome();
  const { account: env } = await serveFiles([whole(film)]);
  const ended = await run(
    ['submit', 'a fox', '-m', 'vendor-a/video-1', '-D', 'out', '--verify', '--strict', '--json'],
    {
      env,
    },
  );
  expect(ended.code, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout).outputs[0].findings.map(({ rule }: { rule: string }) => rule);
}

describe('a clip that --verify plays through', () => {
  it.each([
    ['that moves and is heard', moving, heard, []],
    ['that is black and silent', 'color=black:s=640x360:r=24', 'anullsrc', ['black', 'silent']],
    ['that stands still', 'color=red:s=640x360:r=24', heard, ['frozen']],
  ])('%s has the right warnings, which never fail', async (_, picture, sound, rules) => {
    expect(await rulesOf(made(picture, sound))).toEqual(rules);
  });

  it.each([
    ['4', '720p'],
    ['12', '480p'],
  ])('of the sandbox has none: %s s of %s', async (seconds, resolution) => {
    const { run } = newHome();
    const options = ['--duration', seconds, '--resolution', resolution, '--ratio', '16:9', '--audio'];
    const words = ['submit', 'a fox', '-m', 'vendor-b/video-2.5', ...options];
    const ended = await run([...words, '-D', 'out', '--verify', '--strict', '--sandbox', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).outputs).toMatchObject([{ findings: [] }]);
  });
});
