import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { clip } from '../request/references/fixtures/media-files.ts';
import { serveFiles, whole } from './fixtures/file-service.ts';
import { errorOf, newHome } from './genctl.ts';

/** A real clip of 1 s, 640 × 640, without sound. */
let film: Buffer;
beforeAll(async () => {
  film = Buffer.from(await clip(1, 640, 640));
});

const base = ['submit', 'a fox', '-m', 'vendor-a/video-1', '-D', 'out', '--no-preflight'];
const wrong = ['--set', 'duration=5', '--set', 'ratio=16:9'];

async function served(clips: number) {
  const { home, run } = newHome();
  const { account: env } = await serveFiles(Array.from({ length: clips }, () => whole(film)));
  const jobOf = async () => JSON.parse((await run(['show', '@last', '--json'])).stdout);
  return { home, jobOf, run: (words: string[]) => run(words, { env }) };
}

describe('--verify', () => {
  it('says nothing with -q of a file that is as it was asked for, and notes that it was looked at', async () => {
    const { jobOf, run } = await served(1);
    const ended = await run([
      ...base,
      '--set',
      'duration=1',
      '--set',
      'ratio=1:1',
      '--verify',
      '--strict',
      '-q',
    ]);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect((await jobOf()).outputs).toMatchObject([{ findings: [] }]);
  });

  it('tells what differs, in numbers, and ends well without --strict', async () => {
    const { jobOf, run } = await served(1);
    const ended = await run([...base, ...wrong, '--verify']);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('out/a-fox-clip1-1.mp4: it is 640 × 640, 1 : 1; 1.78 : 1 was asked for\n');
    expect(ended.stderr).toContain('out/a-fox-clip1-1.mp4: it is 1 s long; 5 s was asked for\n');
    const [output] = (await jobOf()).outputs;
    expect(output.findings.map(({ rule }: { rule: string }) => rule)).toEqual(['ratio', 'length']);
  });

  it('fails with --strict, exit 14, the file being here and nothing sent again', async () => {
    const { run } = await served(1);
    const ended = await run([...base, ...wrong, '--verify', '--strict', '--json']);
    expect(ended.code).toBe(14);
    expect(errorOf(ended)).toMatchObject({ code: 'not_as_asked', job_id: 'job_clip1' });
    expect(JSON.parse(ended.stdout).outputs).toMatchObject([
      { path: expect.stringContaining('a-fox-clip1-1.mp4') },
    ]);
    const again = await run(['download', '@last', '-D', 'out', '--verify', '--strict', '-q']);
    expect(again.code).toBe(14);
    expect((await run(['download', '@last', '-D', 'out', '-q'])).code).toBe(0);
    expect(JSON.parse((await run(['jobs', '--json'])).stdout).items).toHaveLength(1);
  });

  it('fails a line of a batch in every run with --strict, without sending it again, and in none without', async () => {
    const { home, run } = await served(2);
    const line = { model: 'vendor-a/video-1', prompt: 'a fox' };
    const manifest = [
      { ...line, id: 'right', 'set.duration': 1 },
      { ...line, id: 'wrong', 'set.duration': 5 },
    ];
    writeFileSync(join(home, 'shots.jsonl'), manifest.map((one) => JSON.stringify(one)).join('\n'));
    const batch = ['batch', 'shots.jsonl', '-D', 'out', '--no-preflight', '--report', 'report.ndjson'];
    for (const run_ of ['first', 'second']) {
      const ended = await run([...batch, '--verify', '--strict', '--json']);
      expect(ended.code, run_).toBe(14);
      expect(JSON.parse(ended.stdout)).toMatchObject({
        done: 1,
        failed: 1,
        lost: [{ id: 'wrong', code: 'not_as_asked' }],
      });
    }
    // All files are here: what is still to be done is to look at the one again.
    const dry = await run([...batch, '--verify', '--strict', '--dry-run']);
    expect(dry.stdout).toContain('1 to be fetched or verified, 1 done');
    expect((await run([...batch, '--verify'])).code).toBe(0);
    expect(JSON.parse((await run(['jobs', '--json'])).stdout).items).toHaveLength(2);
  });
});
