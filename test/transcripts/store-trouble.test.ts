import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeBench } from '../stores/store-bench.ts';
import { mp4, serveFiles, whole } from './fixtures/file-service.ts';
import { clipBench, firstOutput, hashOf, mib, place, video } from './fixtures/stored-clips.ts';
import { errorOf } from './genctl.ts';

const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--name', 'fox.{ext}'];

describe('an upload that meets trouble', () => {
  it('goes on behind a connection that is cut at part 3', async () => {
    const clip = mp4(20 * mib);
    const { fetch, store } = await clipBench(clip, {
      // The trial has one part, so that the third of the clip is the fourth.
      fault: ({ what }, before) => (what === 'PUT part' && before === 3 ? 'cut before' : undefined),
    });
    const ended = await fetch();
    expect(ended.code, ended.stderr).toBe(0);
    expect(store.objects.get('film/fox.mp4')?.sha256).toBe(hashOf(clip));
    expect(store.violations).toEqual([]);
  });

  it('leaves nothing to be seen and nothing open where it fails for good', async () => {
    const { account, fetch, run, store } = await clipBench(mp4(9 * mib), {
      fault: ({ key, what }) =>
        what === 'PUT part' && !key.includes('.genctl-probe')
          ? { status: 403, code: 'AccessDenied' }
          : undefined,
    });
    const ended = await fetch();
    expect([ended.code, errorOf(ended).code]).toEqual([3, 'store_denied']);
    expect(errorOf(ended).hint).toContain('genctl download job_clip1');
    expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
    store.options.fault = undefined;
    const again = await run(['download', 'job_clip1', ...place, '-q'], { env: { ...account } });
    expect(again).toMatchObject({ code: 0, stdout: 's3://shots/film/a-fox-clip1-1.mp4\n' });
  });

  it('leaves nothing where the output itself is cut short or is no clip', async () => {
    const clip = mp4(20 * mib);
    const { account } = await serveFiles([
      whole(Buffer.alloc(20 * mib, 'x')),
      (response) => {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        // Without a length, only its end tells that it is not whole.
        response.end(clip.subarray(0, 12 * mib));
      },
    ]);
    const { run, store } = await storeBench();
    for (const code of ['not_the_media', 'not_the_media']) {
      const ended = await run([...video, ...place], { env: { ...account } });
      expect([ended.code, errorOf(ended).code]).toEqual([14, code]);
      expect(errorOf(ended).why).not.toContain('kept as');
    }
    expect([store.objects.size, store.uploads.size, store.violations]).toEqual([0, 0, []]);
  });

  it.each(['POST complete', 'PUT object'])(
    'knows its own object where the answer to %s was lost',
    async (what) => {
      const clip = mp4(what === 'POST complete' ? 9 * mib : mib);
      let lost = 0;
      const { fetch, store } = await clipBench(clip, {
        fault(call) {
          if (call.what !== what || call.key !== 'film/fox.mp4' || lost === 1) return undefined;
          lost += 1;
          return 'cut after';
        },
      });
      const ended = await fetch();
      expect([ended.code, firstOutput(ended.stdout).path]).toEqual([0, 's3://shots/film/fox.mp4']);
      expect([...store.objects.keys()]).toEqual(['film/fox.mp4', 'film/fox.mp4.json']);
      expect(store.uploads.size).toBe(0);
    },
  );

  it.each([mib, 9 * mib])(
    'of %d bytes gets a number where a second writer takes the name meanwhile',
    async (bytes) => {
      const clip = mp4(bytes);
      const theirs = { bytes: 3, sha256: hashOf(Buffer.from('foe')), body: Buffer.from('foe'), headers: {} };
      const { fetch, store } = await clipBench(clip, {
        fault({ key, what }) {
          const isEnd = what === 'POST complete' || (what === 'PUT object' && bytes === mib);
          if (isEnd && key === 'film/fox.mp4') store.objects.set('film/fox.mp4', theirs);
          return undefined;
        },
      });
      const ended = await fetch();
      expect([ended.code, firstOutput(ended.stdout).path]).toEqual([0, 's3://shots/film/fox-2.mp4']);
      expect(store.objects.get('film/fox.mp4')).toBe(theirs);
      expect(store.objects.get('film/fox-2.mp4')?.sha256).toBe(hashOf(clip));
      expect(store.uploads.size).toBe(0);
    },
  );

  it.each([
    ['POST complete', { status: 200, body: '<?xml version="1.0"?>\n   ', isDone: true }],
    ['POST complete', { status: 409, code: 'ConditionalRequestConflict' }],
    ['POST begin', 'cut after'],
    ['PUT part', { status: 200, headers: { etag: '"another"' }, isDone: true }],
    ['PUT part', { status: 404, code: 'NoSuchUpload' }],
    ['GET object', { status: 403, body: '<html>blocked', isDone: false }],
    ['PUT object', { status: 409, code: 'ConditionalRequestConflict' }],
  ] as const)('goes on behind one odd answer to %s: %j', async (what, odd) => {
    const clip = mp4(what === 'PUT object' ? mib : 9 * mib);
    let count = 0;
    const { fetch, store } = await clipBench(clip, {
      fault(call) {
        if (call.what !== what || call.key.includes('.genctl-probe')) return undefined;
        count += 1;
        return count === 1 ? odd : undefined;
      },
    });
    const ended = await fetch();
    expect([ended.code, firstOutput(ended.stdout).path], ended.stderr).toEqual([
      0,
      's3://shots/film/fox.mp4',
    ]);
    expect(count).toBeGreaterThan(1);
    expect([...store.objects.keys()]).toEqual(['film/fox.mp4', 'film/fox.mp4.json']);
    expect(store.objects.get('film/fox.mp4')?.sha256).toBe(hashOf(clip));
    expect([store.uploads.size, store.violations]).toEqual([0, []]);
  });

  it('is done where its end was never told, and the object is there', { timeout: 60_000 }, async () => {
    const { fetch, store } = await clipBench(mp4(9 * mib), {
      fault: ({ key, what }) =>
        what === 'POST complete' && key === 'film/fox.mp4'
          ? { status: 200, body: ' ', isDone: true }
          : undefined,
    });
    const ended = await fetch();
    expect(ended.code, ended.stderr).toBe(0);
    expect([...store.objects.keys()]).toEqual(['film/fox.mp4', 'film/fox.mp4.json']);
  });

  it('whose end is refused is no failure of the output that stands there', async () => {
    let seen: () => void;
    const { fetch, store } = await clipBench(mp4(9 * mib), {
      fault({ key, what }) {
        if (what === 'DELETE upload' && key === 'film/fox.mp4') return { status: 403, code: 'AccessDenied' };
        if (what === 'POST complete' && key === 'film/fox.mp4') seen();
        return undefined;
      },
    });
    // Another machine was faster: the object is there when this one's parts are to be put together.
    seen = () =>
      void store.objects.set(key, {
        bytes: 9 * mib,
        sha256: '',
        body: undefined,
        headers: { 'x-amz-meta-genctl-job': 'job_clip1', 'x-amz-meta-genctl-output': '1' },
      });
    const key = 'film/fox.mp4';
    const ended = await fetch();
    expect([ended.code, firstOutput(ended.stdout).path], ended.stderr).toEqual([0, `s3://shots/${key}`]);
    expect([...store.objects.keys()]).toEqual([key, `${key}.json`]);
    expect(store.uploads.size).toBe(1);
  });

  it('that a kill left between its beginning and its name is found by its key', async () => {
    let kill: (signal: NodeJS.Signals) => void = () => {};
    const { account, run, store } = await clipBench(mp4(9 * mib), {
      fault({ key, what }) {
        if (what !== 'POST begin' || key !== 'film/fox.mp4') return undefined;
        kill('SIGKILL');
        return 'cut after';
      },
    });
    const env = { ...account };
    await run([...video, ...place], {
      env,
      ownProcess: true,
      onStart(send) {
        kill = send;
      },
    });
    expect(store.uploads.size).toBe(1);
    store.options.fault = undefined;
    const again = await run(['download', 'job_clip1', ...place, '--name', 'fox.{ext}', '-q'], { env });
    expect(again).toMatchObject({ code: 0, stdout: 's3://shots/film/fox.mp4\n' });
    expect([...store.objects.keys(), store.uploads.size]).toEqual(['film/fox.mp4', 'film/fox.mp4.json', 0]);
  });

  it('is ended by the next run where it was left open for more than a day, and left alone before', async () => {
    const { run, store } = await storeBench();
    const open = { headers: {}, parts: new Map() };
    store.uploads.set('old', { ...open, key: 'film/a.mp4', begunMs: Date.now() - 25 * 3_600_000 });
    store.uploads.set('young', { ...open, key: 'film/b.mp4', begunMs: Date.now() - 23 * 3_600_000 });
    store.uploads.set('elsewhere', { ...open, key: 'filming/c.mp4', begunMs: 0 });
    expect((await run([...image, ...place])).code).toBe(0);
    expect([...store.uploads.keys()]).toEqual(['young', 'elsewhere']);
  });

  it('is left alone where it is somebody else’s, and the whole bucket is the place', async () => {
    const { run, store } = await storeBench();
    store.uploads.set('backup', { headers: {}, parts: new Map(), key: 'backup/disk.img', begunMs: 0 });
    expect((await run([...image, '-D', 's3://shots'])).code).toBe(0);
    expect([...store.uploads.keys()]).toEqual(['backup']);
  });
});

describe('a signal to a batch whose bucket is busy', () => {
  it.each(['GET list', 'PUT object'])('ends it at %s before anything is sent', async (busy) => {
    const { home, run } = await storeBench({
      fault: ({ what }) => (what === busy ? { status: 503, code: 'SlowDown' } : undefined),
    });
    writeFileSync(join(home, 'shots.csv'), 'id,prompt\ns1,a fox\n');
    let signaledMs = 0;
    const ended = await run(['batch', 'shots.csv', '-m', 'vendor-a/image-1', '--sandbox', ...place], {
      onStderr(stderr, kill) {
        if (signaledMs > 0 || !stderr.includes('again in')) return;
        signaledMs = performance.now();
        kill('SIGINT');
      },
    });
    expect(performance.now() - signaledMs).toBeLessThan(2_000);
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain('genctl batch shots.csv');
    expect(readdirSync(home).filter((name) => name.includes('.genctl.'))).toEqual([]);
  });
});
