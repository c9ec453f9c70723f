import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf, storeBench } from '../stores/store-bench.ts';
import { threeLines, withManifest } from './fixtures/manifest.ts';
import { place } from './fixtures/stored-clips.ts';
import { newHome } from './genctl.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];

/** The jobs that the sidecars in a folder name, by the names of their files. */
function jobsOf(folder: string): Record<string, unknown> {
  const sidecars = readdirSync(folder).filter((name) => name.endsWith('.png.json'));
  return Object.fromEntries(
    sidecars.map((name) => {
      const { job_id } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { job_id: string };
      return [name.replace('.json', ''), job_id];
    }),
  );
}

describe('--overwrite under a name that several files share', () => {
  it.each(['{n}.{ext}', '{model}.{ext}', 'take-{v}.{ext}'])(
    'replaces by %s what an earlier run of a batch left, and never a shot of its own',
    async (template) => {
      const { batch, home } = withManifest(threeLines.slice(0, 2).map((line) => ({ ...line, count: 2 })));
      const words = ['-D', 'out', '--name', template, '--overwrite'];
      const out = join(home, 'out');
      const first = await batch(...words);
      expect(first.code, first.stderr).toBe(0);
      const names = readdirSync(out);
      expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(4);
      expect(new Set(Object.values(jobsOf(out))).size).toBe(2);
      expect((await batch(...words)).code).toBe(0);
      expect(readdirSync(out)).toEqual(names);
      expect(new Set(Object.values(jobsOf(out))).size).toBe(2);
    },
  );

  it('keeps all outputs of a job, all takes, and all that is downloaded together', async () => {
    const { home, run } = newHome();
    const named = ['--name', 'fox.{ext}', '--overwrite', '-q'];
    const lines = [
      [...picture, '--count', '3', '-D', 'out', ...named],
      [...picture, '--takes', '3', '-D', 'takes', ...named],
      ['download', '@last', '@2', '@3', '-D', 'again', ...named],
    ];
    for (const words of lines) {
      const ended = await run(words);
      expect(ended.code, ended.stderr).toBe(0);
      const paths = ended.stdout.trim().split('\n');
      expect(new Set(paths).size).toBe(3);
    }
    for (const folder of ['out', 'takes', 'again'])
      expect(Object.keys(jobsOf(join(home, folder)))).toEqual(['fox-2.png', 'fox-3.png', 'fox.png']);
  });

  it('keeps the files of one run apart in a bucket, too', async () => {
    const { run, store } = await storeBench();
    const words = [...picture, '--count', '2', ...place, '--name', 'fox.{ext}', '--overwrite', '-q'];
    const paths = 's3://shots/film/fox.png\ns3://shots/film/fox-2.png\n';
    expect((await run(words)).stdout).toBe(paths);
    expect((await run(words)).stdout).toBe(paths);
    expect(callsOf(store, 'PUT object').filter((key) => key.endsWith('.png'))).toHaveLength(4);
    expect(store.objects.size).toBe(4);
  });
});
