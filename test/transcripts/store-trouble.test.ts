import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf, machineAt, storeBench } from '../stores/store-bench.ts';
import { mp4, serveFiles, whole } from './fixtures/file-service.ts';
import { clipBench, firstOutput, hashOf, mib, place, video } from './fixtures/stored-clips.ts';
import { errorOf } from './genctl.ts';

const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--name', 'fox.{ext}'];

describe('an upload that meets trouble', () => {
  it('goes on behind a connection that is cut at part 7', async () => {
    const clip = mp4(60 * mib);
    const { fetch, store } = await clipBench(clip, {
      // The trial has one part, so that the seventh of the clip is the eighth.
      fault: ({ what }, before) => (what === 'PUT part' && before === 7 ? 'cut before' : undefined),
    });
    const ended = await fetch();
    expect(ended.code, ended.stderr).toBe(0);
    expect(store.objects.get('film/fox.mp4')?.sha256).toBe(hashOf(clip));
    expect(store.violations).toEqual([]);
  });

  it('sends a part again that did not arrive as it was', async () => {
    const clip = mp4(20 * mib);
    const { fetch, store } = await clipBench(clip, {
      fault: ({ what }, before) =>
        what === 'PUT part' && before === 2 ? { status: 400, code: 'XAmzContentSHA256Mismatch' } : undefined,
    });
    expect((await fetch()).code).toBe(0);
    expect(store.objects.get('film/fox.mp4')?.sha256).toBe(hashOf(clip));
  });

  it('leaves nothing to be seen and nothing open where it fails for good', async () => {
    const { account, fetch, run, store } = await clipBench(mp4(20 * mib), {
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
    expect(again).toMatchObject({ code: 0, stdout: 's3://shots/film/job_clip1-1.mp4\n' });
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

  it('takes an error within a 200 for what it is, and ends the upload again', async () => {
    const clip = mp4(20 * mib);
    const { fetch, store } = await clipBench(clip, {
      fault: ({ what }, before) =>
        what === 'POST complete' && before === 1 ? { status: 200, code: 'InternalError' } : undefined,
    });
    expect((await fetch()).code).toBe(0);
    expect(store.objects.get('film/fox.mp4')?.sha256).toBe(hashOf(clip));
    expect(callsOf(store, 'POST complete')).toHaveLength(2);
  });

  it.each(['POST complete', 'PUT object'])(
    'knows its own object where the answer to %s was lost',
    async (what) => {
      const clip = mp4(what === 'POST complete' ? 20 * mib : mib);
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

  it.each([mib, 20 * mib])(
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

describe('two machines and one bucket', () => {
  it('have one file of a job that both bring home', async () => {
    const { account } = await serveFiles([whole(mp4(mib))]);
    const { run, store } = await storeBench();
    const env = { ...account };
    expect((await run([...video, ...place], { env })).code).toBe(0);
    const puts = callsOf(store, 'PUT object').length;
    const other = machineAt(store);
    const there = await other.run(['download', 'job_clip1', ...place, '--name', 'fox.{ext}', '-q'], { env });
    expect(there).toMatchObject({ code: 0, stdout: 's3://shots/film/fox.mp4\n' });
    expect(callsOf(store, 'PUT object')).toHaveLength(puts);
  });

  it('have one file also where the first was killed before its sidecar, which the second puts there', async () => {
    const { account } = await serveFiles([whole(mp4(mib))]);
    const { run, store } = await storeBench();
    const env = { ...account };
    await run([...video, ...place], { env });
    const sidecar = store.objects.get('film/fox.mp4.json')?.body?.toString() ?? '';
    store.objects.delete('film/fox.mp4.json');
    const other = machineAt(store);
    const there = await other.run(['download', 'job_clip1', ...place, '--name', 'fox.{ext}', '--json'], {
      env,
    });
    expect(there.code, there.stderr).toBe(0);
    expect([...store.objects.keys()]).toEqual(['film/fox.mp4', 'film/fox.mp4.json']);
    expect(JSON.parse(store.objects.get('film/fox.mp4.json')?.body?.toString() ?? '').sha256).toBe(
      JSON.parse(sidecar).sha256,
    );
  });

  it('have one file of each job that both bring home at once, and one sidecar', {
    timeout: 60_000,
  }, async () => {
    const clips = Array.from({ length: 15 }, (_, index) => mp4(index % 5 === 0 ? 9 * mib : mib / 4));
    const { account } = await serveFiles(clips.map(whole));
    let turn = 0;
    const { run, store } = await storeBench({
      // Neither machine is always the first, and each is seen between its object and its sidecar.
      hold({ what }) {
        turn += 29;
        return new Promise((resolve) => setTimeout(resolve, turn % (what === 'HEAD object' ? 151 : 31)));
      },
    });
    const words = ['download', ...clips.map((_, index) => `job_clip${index + 1}`), ...place, '--json'];
    const more = { env: { ...account }, ownProcess: true } as const;
    const ended = await Promise.all([run, machineAt(store).run].map((machine) => machine(words, more)));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const keys = clips.map((_, index) => `film/job_clip${index + 1}-1.mp4`);
    expect([...store.objects.keys()].sort()).toEqual(keys.flatMap((key) => [key, `${key}.json`]).sort());
    const sidecars = store.seen.filter(({ key, what }) => what === 'PUT object' && key.endsWith('.json'));
    expect(sidecars.filter(({ headers }) => headers['if-none-match'] !== '*')).toEqual([]);
    expect([store.uploads.size, store.violations]).toEqual([0, []]);
  });

  it('have one file in one folder, too, where the sidecar has not come yet', async () => {
    const { account } = await serveFiles([whole(mp4(mib))]);
    const { home, run, store } = await storeBench();
    const words = ['download', 'job_clip1', '-D', join(home, 'shared'), '-q'];
    const more = { env: { ...account }, ownProcess: true } as const;
    const file = join(home, 'shared', 'job_clip1-1.mp4');
    for (const sidecar of ['none', 'cut', 'whole']) {
      const ended = await Promise.all([run, machineAt(store).run].map((machine) => machine(words, more)));
      expect(ended.map(({ code, stderr, stdout }) => [code, stderr, stdout])).toEqual([
        [0, '', `${file}\n`],
        [0, '', `${file}\n`],
      ]);
      expect(readdirSync(join(home, 'shared'))).toEqual(['job_clip1-1.mp4', 'job_clip1-1.mp4.json']);
      if (sidecar === 'none') rmSync(`${file}.json`);
      if (sidecar === 'cut') writeFileSync(`${file}.json`, '');
    }
  });
});
