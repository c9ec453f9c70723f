import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf, machineAt, storeBench } from '../stores/store-bench.ts';
import { mp4, serveFiles, whole } from './fixtures/file-service.ts';
import { mib, place, video } from './fixtures/stored-clips.ts';

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
    const keys = clips.map((_, index) => `film/clip${index + 1}-1.mp4`);
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
    const file = join(home, 'shared', 'clip1-1.mp4');
    for (const sidecar of ['none', 'cut', 'whole']) {
      const ended = await Promise.all([run, machineAt(store).run].map((machine) => machine(words, more)));
      expect(ended.map(({ code, stderr, stdout }) => [code, stderr, stdout])).toEqual([
        [0, '', `${file}\n`],
        [0, '', `${file}\n`],
      ]);
      expect(readdirSync(join(home, 'shared'))).toEqual(['clip1-1.mp4', 'clip1-1.mp4.json']);
      if (sidecar === 'none') rmSync(`${file}.json`);
      if (sidecar === 'cut') writeFileSync(`${file}.json`, '');
    }
  });
});
