import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reach } from '../sample.ts';
import { callsOf, storeBench } from '../stores/store-bench.ts';
import { storeEnvironment } from '../stores/store-double.ts';
import { type Clip, mp4, serveFiles, whole } from '../transcripts/fixtures/file-service.ts';
import { errorOf, newHome } from '../transcripts/genctl.ts';
import { startMeasured } from './fixtures/batch/measured-run.ts';
import { startSwift } from './fixtures/swift-store.ts';

const mib = 1024 * 1024;
/** The memory of a transfer does not grow with these. */
const oneClipMib = reach(104, 1024);
const eachOfEightMib = reach(16, 64);
const place = ['-D', 's3://shots/film'];
const video = ['submit', 'a fox', '-m', 'vendor-a/video-1', '--name', 'fox.{ext}', '--json'];
/** 160 MB are promised for one file, however long. Several at a time have the same four parts between them. Unit: MiB. */
const heldMostMib = { one: 160_000_000 / mib, eight: 190_000_000 / mib };

/** Sends so many pieces of a MiB, the first of which begins as a clip does, as fast as they are taken. */
function pieces(count: number): Clip {
  const [first, rest] = [mp4(mib), Buffer.alloc(mib, 0x2a)];
  return (response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': count * mib });
    let sent = 0;
    const send = (): void => {
      while (sent < count) {
        sent += 1;
        if (!response.write(sent === 1 ? first : rest)) {
          response.once('drain', send);
          return;
        }
      }
      response.end();
    };
    send();
  };
}

describe('a bucket, by a process of its own', () => {
  it(`takes ${oneClipMib} MiB within 160 MB of memory`, { timeout: 300_000 }, async () => {
    const { account } = await serveFiles([pieces(oneClipMib)]);
    const { home, store } = await storeBench({ keepsBytes: false });
    const env = { ...account, ...storeEnvironment(store) };
    const ended = await startMeasured([...video, ...place], { home, env }).ended;
    expect(ended.code, ended.stderr).toBe(0);
    process.stdout.write(
      `${oneClipMib} MiB: ${(ended.tookMs / 1000).toFixed(1)} s, ${ended.peakMib.toFixed(0)} MiB\n`,
    );
    expect(store.objects.get('film/fox.mp4')?.bytes).toBe(oneClipMib * mib);
    expect(store.violations).toEqual([]);
    expect(ended.peakMib).toBeLessThan(heldMostMib.one);
  });

  it('takes eight clips at a time within 190 MB of memory', { timeout: 300_000 }, async () => {
    const clips = Array.from({ length: 8 }, () => pieces(eachOfEightMib));
    const { account } = await serveFiles(clips);
    const { home, store } = await storeBench({ keepsBytes: false });
    const env = { ...account, ...storeEnvironment(store) };
    writeFileSync(
      join(home, 'shots.jsonl'),
      clips
        .map((_, shot) => JSON.stringify({ id: `s${shot}`, prompt: 'a fox', model: 'vendor-a/video-1' }))
        .join('\n'),
    );
    const ended = await startMeasured(['batch', 'shots.jsonl', ...place, '--in-flight', '8', '--json'], {
      home,
      env,
    }).ended;
    expect(ended.code, ended.stderr).toBe(0);
    process.stdout.write(
      `8 of ${eachOfEightMib} MiB: ${(ended.tookMs / 1000).toFixed(1)} s, ${ended.peakMib.toFixed(0)} MiB\n`,
    );
    expect([store.objects.size, store.uploads.size, store.violations]).toEqual([16, 0, []]);
    expect(ended.peakMib).toBeLessThan(heldMostMib.eight);
  });

  it('shows nothing of an upload that kill -9 ended, which the next run clears away', async () => {
    const clip = mp4(44 * mib);
    const { account } = await serveFiles([whole(clip)]);
    let kill = (): void => {};
    const { home, run, store } = await storeBench({
      fault({ what }, before) {
        if (what !== 'PUT part' || before !== 5) return undefined;
        kill();
        return 'cut before';
      },
    });
    const env = { ...account, ...storeEnvironment(store) };
    const killed = startMeasured([...video, ...place], { home, env });
    kill = () => killed.kill('SIGKILL');
    expect((await killed.ended).signal).toBe('SIGKILL');
    expect([store.objects.size, store.uploads.size]).toEqual([0, 1]);
    const [left] = store.uploads.keys();
    store.options.fault = undefined;
    const again = await run(['download', 'job_clip1', ...place, '--json'], { env: { ...account } });
    expect(again.code, again.stderr).toBe(0);
    expect([left === undefined || store.uploads.has(left), store.uploads.size]).toEqual([false, 0]);
    expect(store.objects.get('film/a-fox-clip1-1.mp4')?.sha256).toBe(
      createHash('sha256').update(clip).digest('hex'),
    );
    expect(callsOf(store, 'DELETE upload')).toHaveLength(1);
  });

  it('is left in good order by an interrupt, which ends the upload', async () => {
    const { account } = await serveFiles([pieces(64)]);
    let interrupt = (): void => {};
    const { home, store } = await storeBench({
      keepsBytes: false,
      fault({ what }, before) {
        if (what === 'PUT part' && before === 5) interrupt();
        return undefined;
      },
    });
    const running = startMeasured([...video, ...place], {
      home,
      env: { ...account, ...storeEnvironment(store) },
    });
    interrupt = () => running.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, store.objects.size, store.uploads.size]).toEqual([130, 0, 0]);
  });
});

describe('a store that somebody else wrote', () => {
  it('takes what submit, download and batch put there, whole and once', async () => {
    const swift = await startSwift('shots', 'conditional');
    const clip = mp4(20 * mib);
    const { account } = await serveFiles([whole(clip), whole(clip)]);
    const { home, run } = newHome();
    const env = { ...account, ...swift.env };
    const ended = await run([...video, ...place], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).outputs[0]).toMatchObject({
      path: 's3://shots/film/fox.mp4',
      bytes: clip.length,
    });
    const stored = await swift.ask('GET', '/film/fox.mp4');
    const hash = createHash('sha256')
      .update(Buffer.from(await stored.arrayBuffer()))
      .digest('hex');
    expect(hash).toBe(createHash('sha256').update(clip).digest('hex'));
    expect(Object.fromEntries(stored.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'x-amz-meta-genctl-job': 'job_clip1',
    });
    const sidecar = (await (await swift.ask('GET', '/film/fox.mp4.json')).json()) as { sha256: string };
    expect(sidecar.sha256).toBe(hash);
    const second = await run([...video, ...place], { env });
    expect(JSON.parse(second.stdout).outputs[0].path).toBe('s3://shots/film/fox-2.mp4');
    writeFileSync(
      join(home, 'shots.jsonl'),
      JSON.stringify({ id: 'a', prompt: 'a fox', model: 'vendor-a/image-1' }),
    );
    const batch = ['batch', 'shots.jsonl', ...place, '--sandbox'];
    expect((await run(batch, { env: swift.env })).stdout).toBe('s3://shots/film/a-1.png\n');
    const other = newHome();
    writeFileSync(
      join(other.home, 'shots.jsonl'),
      JSON.stringify({ id: 'a', prompt: 'a fox', model: 'vendor-a/image-1' }),
    );
    const there = await other.run([...batch, '--dry-run'], { env: swift.env });
    expect(there.stdout, there.stderr).toContain('1 line, 1 done');
    const listed = await (await swift.ask('GET', '/?list-type=2&prefix=film/')).text();
    expect([...listed.matchAll(/<Key>([^<]+)/g)].map(([, key]) => key)).toEqual([
      'film/a-1.png',
      'film/a-1.png.json',
      'film/fox-2.mp4',
      'film/fox-2.mp4.json',
      'film/fox.mp4',
      'film/fox.mp4.json',
    ]);
    expect(await (await swift.ask('GET', '?uploads')).text()).not.toContain('<Upload>');
  });

  it('and that takes no If-None-Match is refused before anything is sent', async () => {
    const swift = await startSwift('shots');
    const { run } = newHome();
    const ended = await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--json', ...place], {
      env: swift.env,
    });
    expect([ended.code, errorOf(ended).code]).toEqual([2, 'store_unconditional']);
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });

  it('is told of as it answers', async () => {
    const swift = await startSwift('shots', 'conditional');
    const { run } = newHome();
    for (const [dir, more, code] of [
      ['s3://other', {}, 'store_no_bucket'],
      ['s3://shots', { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'store_credentials_refused'],
      ['s3://shots', { AWS_ACCESS_KEY_ID: 'test:nobody' }, 'store_credentials_refused'],
    ] as const) {
      const words = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--json', '-D', dir];
      const ended = await run(words, { env: { ...swift.env, ...more } });
      expect(errorOf(ended).code, ended.stderr).toBe(code);
    }
  });
});
