import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsOf, machineAt, storeBench } from '../stores/store-bench.ts';
import { mp4 } from './fixtures/file-service.ts';
import { clipBench, firstOutput, hashOf, mib, place } from './fixtures/stored-clips.ts';

const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox', '--name', 'fox.{ext}'];

describe('files that go to a bucket', () => {
  it('are put there by submit, each with its sidecar behind it, and told by their URIs', async () => {
    const { run, store } = await storeBench();
    const ended = await run([...image, ...place, '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    const { bytes, path, sha256 } = firstOutput(ended.stdout);
    expect(path).toBe('s3://shots/film/fox.png');
    expect(store.objects.get('film/fox.png')).toMatchObject({ bytes, sha256 });
    const { id } = JSON.parse(ended.stdout) as { id: string };
    expect(store.objects.get('film/fox.png')?.headers).toEqual({
      'content-type': 'image/png',
      'x-amz-meta-genctl-job': id,
      'x-amz-meta-genctl-output': '1',
      'x-amz-meta-genctl-bytes': String(bytes),
    });
    const sidecar: unknown = JSON.parse(store.objects.get('film/fox.png.json')?.body?.toString() ?? '');
    expect(sidecar).toMatchObject({ schema: 'genctl.sidecar/v1', job_id: id, bytes, sha256 });
    expect(callsOf(store, 'PUT object')).toEqual(['film/fox.png', 'film/fox.png.json']);
    expect(store.violations).toEqual([]);
    expect([...store.objects.keys()]).toHaveLength(2);
  });

  it('are not fetched again while they stand there, and are known to show and jobs', async () => {
    const { run, store } = await storeBench();
    await run([...image, ...place]);
    const before = callsOf(store, 'PUT object').length;
    const again = await run(['download', '@last', ...place, '--name', 'fox.{ext}', '-q']);
    expect(again).toMatchObject({ code: 0, stdout: 's3://shots/film/fox.png\n' });
    expect(callsOf(store, 'PUT object')).toHaveLength(before);
    expect((await run(['show', '@last'])).stdout).toContain('s3://shots/film/fox.png');
    store.objects.delete('film/fox.png');
    expect((await run(['download', '@last', ...place, '--name', 'fox.{ext}', '-q'])).code).toBe(0);
    expect(store.objects.has('film/fox.png')).toBe(true);
  });

  it('go by parts where they are larger than one, each signed with its own hash', async () => {
    const clip = mp4(9 * mib + 5);
    const { fetch, store } = await clipBench(clip);
    const ended = await fetch();
    expect(ended.code, ended.stderr).toBe(0);
    expect(firstOutput(ended.stdout)).toMatchObject({ bytes: clip.length, sha256: hashOf(clip) });
    expect(store.objects.get('film/fox.mp4')).toMatchObject({ bytes: clip.length, sha256: hashOf(clip) });
    expect(store.seen.filter(({ what }) => what === 'PUT part').map(({ bytes }) => bytes)).toEqual(
      // The first is that of the trial.
      [expect.any(Number), 8 * mib, mib + 5],
    );
    expect([store.uploads.size, store.violations]).toEqual([0, []]);
  });

  it('get a number where another file has the name, and take its place with --overwrite', async () => {
    const { run, store } = await storeBench();
    await run([...image, ...place]);
    const second = await run([...image, ...place, '-q']);
    expect(second.stdout).toBe('s3://shots/film/fox-2.png\n');
    const first = store.objects.get('film/fox.png')?.headers;
    expect((await run([...image, ...place, '--overwrite', '-q'])).stdout).toBe('s3://shots/film/fox.png\n');
    expect(store.objects.get('film/fox.png')?.headers).not.toEqual(first);
  });

  it('are brought there by draft, finalize, rerun and wait, too', async () => {
    const { run, store } = await storeBench();
    const words = ['--sandbox', '-q', ...place];
    const keys = async (...line: string[]): Promise<string[]> => {
      const ended = await run(line);
      expect(ended.code, ended.stderr).toBe(0);
      return ended.stdout
        .trim()
        .split('\n')
        .map((uri) => uri.replace('s3://shots/', ''));
    };
    const drafts = await keys('draft', 'a fox', '--takes', '2', ...words);
    const finals = await keys('finalize', '@last', ...place, '-q');
    const reruns = await keys('rerun', '@last', ...place, '-q');
    const id = (await run(['submit', 'an owl', '-m', 'vendor-a/image-1', '--sandbox', '-q'])).stdout.trim();
    const waited = await keys('wait', id, ...place, '-q');
    const found = [...drafts, ...finals, ...reruns, ...waited];
    expect(found).toHaveLength(5);
    expect(found.filter((key) => !store.objects.has(key) || !store.objects.has(`${key}.json`))).toEqual([]);
  });

  it('have no sidecar with --no-sidecar, and are known all the same by whose they say they are', async () => {
    const { run, store } = await storeBench();
    await run([...image, ...place, '--no-sidecar']);
    expect([...store.objects.keys()]).toEqual(['film/fox.png']);
    const again = await run(['download', '@last', ...place, '--name', 'fox.{ext}', '--no-sidecar', '-q']);
    expect([again.stdout, callsOf(store, 'PUT object')]).toEqual([
      's3://shots/film/fox.png\n',
      ['film/fox.png'],
    ]);
  });

  it('are opened and shown only once they are here, which is said with the line that brings them', async () => {
    const { run } = await storeBench();
    await run([...image, ...place]);
    const opened = await run(['show', '@last', '--open']);
    expect(opened.stderr).toContain('s3://shots/film/fox.png is in a bucket');
    expect(opened.stderr).toContain('-D . --open');
    for (const flag of ['--open', '--preview']) {
      const ended = await run(['download', '@last', ...place, flag]);
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(`${flag} and a bucket`)]);
    }
    expect((await run(['download', '@last', '-D', '.', '-q'])).code).toBe(0);
  });
});

describe('a batch whose files go to a bucket', () => {
  const manifest = ['a', 'b', 'c']
    .map((id) => JSON.stringify({ id, prompt: `a fox ${id}`, model: 'vendor-a/image-1' }))
    .join('\n');

  it('tells URIs, and renders nothing again on a machine that knows only the bucket', async () => {
    const { home, run, store } = await storeBench();
    writeFileSync(join(home, 'shots.jsonl'), manifest);
    const first = await run(['batch', 'shots.jsonl', ...place, '--sandbox', '--report', 'report.ndjson']);
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout.trim().split('\n').sort()).toEqual(
      ['a', 'b', 'c'].map((id) => `s3://shots/film/${id}-1.png`),
    );
    const again = await run(['batch', 'shots.jsonl', ...place, '--sandbox', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ done: 3 });
    const other = machineAt(store);
    writeFileSync(join(other.home, 'shots.jsonl'), manifest);
    const there = await other.run(['batch', 'shots.jsonl', ...place, '--sandbox', '--json', '--dry-run']);
    expect(there.code, there.stderr).toBe(0);
    const { lines } = JSON.parse(there.stdout) as { lines: { reason: string }[] };
    expect(lines.map(({ reason }) => reason)).toEqual(['done', 'done', 'done']);
    store.objects.delete('film/b-1.png');
    const lacking = await other.run(['batch', 'shots.jsonl', ...place, '--sandbox', '--json', '--dry-run']);
    expect(JSON.parse(lacking.stdout).lines.map(({ reason }: { reason: string }) => reason)).toEqual([
      'done',
      'new',
      'done',
    ]);
  });

  it.each([
    ['a picture', { model: 'vendor-a/image-1', prompt: 'a red fox' }, '@one', 'film/one-1.png'],
    [
      'the last frame of a clip of v1',
      { api: 'v1', model: 'vendor-b/video-2.5', prompt: 'a fox', duration: 4, return_last_frame: true },
      '@one.last_frame',
      'film/one-2.png',
    ],
  ])(
    'reads back %s for a line that takes it, where neither this machine nor the service knows its job',
    async (_, words, word, key) => {
      const { home, run, store } = await storeBench();
      const one = { id: 'one', ...words };
      const two = {
        id: 'two',
        model: 'vendor-b/video-2.5',
        prompt: 'it wakes',
        duration: 4,
        first_frame: word,
      };
      const lines = [one, two].map((line) => `${JSON.stringify(line)}\n`);
      writeFileSync(join(home, 'film.jsonl'), lines.slice(0, 1).join(''));
      expect((await run(['batch', 'film.jsonl', ...place, '--sandbox'])).code).toBe(0);
      const other = machineAt(store);
      writeFileSync(join(other.home, 'film.jsonl'), lines.join(''));
      const ended = await other.run(['batch', 'film.jsonl', ...place, '--sandbox']);
      expect(ended.code, ended.stderr).toBe(0);
      expect(ended.stderr).toContain('batch film: 2 lines, 1 new, 1 done');
      expect([...store.objects.keys()]).toContain('film/two-1.mp4');
      const lacking = machineAt(store);
      writeFileSync(join(lacking.home, 'film.jsonl'), lines.join('').replace('"two"', '"three"'));
      store.objects.delete(key);
      const lost = await lacking.run(['batch', 'film.jsonl', ...place, '--sandbox', '--dry-run']);
      expect(lost.stdout).toContain('one (new) → three');
    },
  );
});
