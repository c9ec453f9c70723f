import { describe, expect, it } from 'vitest';
import { UnreachableError } from '../../src/errors/endings.ts';
import { defaultNameTemplate } from '../../src/files/name-template.ts';
import { intent } from '../ledger/fixtures/records.ts';
import { bench, clip, done, still } from '../submit/fixtures/download-bench.ts';
import { v1Intent } from '../submit/fixtures/v1-submits.ts';

describe('bringing the outputs of a job home', () => {
  it('saves the closing still beside the clip, as the next of its outputs', async () => {
    const { download } = bench();
    const files = await download(done([clip, still]));
    expect(files.map(({ path }) => path)).toEqual(['/out/cgt-1-1.mp4', '/out/cgt-1-2.png']);
  });

  it.each([
    ['the seed of a flat body', v1Intent(), '{seed}.{ext}', '/out/7.mp4'],
    [
      'the seed of an input',
      intent({ body: '{"model":"m","input":{"seed":0}}' }),
      '{seed}.{ext}',
      '/out/0.mp4',
    ],
    ['no seed', intent(), '{seed}.{ext}', '/out/none.mp4'],
    [
      'the format that was asked for',
      v1Intent({ body: '{"output_format":"mov"}' }),
      '{id}.{ext}',
      '/out/cgt-1.mov',
    ],
  ])('names a file by %s', async (_, made, template, path) => {
    const { download } = bench();
    expect(await download(done([clip], { intent: made }), { template })).toMatchObject([{ path }]);
  });

  it('gives a file that a person named no other name, and replaces nothing unless asked to', async () => {
    const { disk, download, fetched } = bench();
    const named = { template: 'hero.{ext}', isNamed: true };
    disk.add('/out/hero.mp4');
    await expect(download(done([clip]), named)).rejects.toMatchObject({ code: 'output_exists', exitCode: 2 });
    expect(fetched).toEqual([]);
    await download(done([clip]), { ...named, overwrite: true });
    expect(fetched).toHaveLength(1);
  });

  it('fetches nothing that stands where it is wanted', async () => {
    for (const template of ['{id}-{n}.{ext}', 'take-{v:03}.{ext}', 'hero.{ext}']) {
      const { download, fetched } = bench();
      const record = done([clip, { ...clip, url: 'https://a.example/b' }]);
      const files = await download(record, { template });
      expect(await download({ ...record, files }, { template })).toEqual(files);
      expect(fetched).toHaveLength(2);
    }
  });

  it('calls a file by what it shows, and by the beginning of the id that is unique here', async () => {
    const intent = v1Intent({ body: '{"prompt":"A red Fox"}' });
    const record = done([clip, still], { intent, id: 'job_7ff95d03d1b9' });
    const template = defaultNameTemplate;
    const { download } = bench();
    const files = await download(record, { template });
    expect(files.map(({ path }) => path)).toEqual([
      '/out/a-red-fox-7ff95d03-1.mp4',
      '/out/a-red-fox-7ff95d03-2.png',
    ]);
    const [wordless] = await download(done([clip]), { template });
    expect(wordless?.path).toBe('/out/cgt-1-1.mp4');
  });

  it('leaves a file under the name that it once got, whichever ids that begin alike came or went', async () => {
    const path = '/out/a-red-fox-7ff95d03d-1.mp4';
    const intent = v1Intent({ body: '{"prompt":"A red Fox"}' });
    const files = [{ index: 0, path, bytes: 3, sha256: 'ab' }];
    const { disk, download, fetched, kept } = bench();
    disk.add(path);
    const record = done([clip], { intent, id: 'job_7ff95d03d1b9', files });
    expect(await download(record, { template: defaultNameTemplate })).toEqual(files);
    expect([fetched, kept]).toEqual([[], [['known', path]]]);
    // Who asks for another name has it under that.
    expect(await download(record, { template: '{id8}.{ext}' })).toMatchObject([
      { path: '/out/7ff95d03.mp4' },
    ]);
  });

  it('leaves the file of a revised shot under the name that it got before', async () => {
    const files = [{ index: 0, path: '/out/s1-1-2.mp4', bytes: 3, sha256: 'ab' }];
    const { disk, download, fetched } = bench();
    disk.add('/out/s1-1-2.mp4');
    const plan = { template: 's1-revised-{id8}-{n}.{ext}', formerTemplates: ['s1-{n}.{ext}'] };
    expect(await download(done([clip], { files }), plan)).toEqual(files);
    expect(fetched).toEqual([]);
    expect(await download(done([clip]), plan)).toMatchObject([{ path: '/out/s1-revised-cgt-1-1.mp4' }]);
  });

  it.each(['{id}.{ext}', 'take-{v}.{ext}'])('fetches %s once more for another folder', async (template) => {
    const { download } = bench();
    const record = done([clip]);
    const files = await download(record, { template });
    const [moved] = await download({ ...record, files }, { template, dir: 'other' });
    expect(moved?.path).toMatch(/^\/other\//);
  });

  it('fetches what is gone or to be overwritten', async () => {
    const { disk, download, fetched } = bench();
    const record = done([clip]);
    const files = await download(record);
    disk.clear();
    await download({ ...record, files });
    disk.clear();
    await download({ ...record, files }, { overwrite: true });
    expect(fetched).toHaveLength(3);
  });

  it('writes each file down as it comes, so that one that fails does not lose those before it', async () => {
    const { download, kept } = bench({ dead: [still.url] });
    await expect(download(done([clip, still]))).rejects.toMatchObject({ code: 'dead_link' });
    expect(kept).toEqual([['fetched', '/out/cgt-1-1.mp4']]);
  });

  it.each([
    ['{id}-{n}.{ext}', '/out/cgt-1-1.mp4', ['/out/cgt-1-1.mp4']],
    ['hero.{ext}', '/out/hero-2.mp4', ['/out/hero.mp4', '/out/hero-2.mp4']],
    ['take-{v:03}.{ext}', '/out/take-002.mp4', ['/out/take-001.mp4', '/out/take-002.mp4']],
  ])('fetches nothing that stands unrecorded where %s would put it', async (template, path, taken) => {
    const { disk, download, fetched, found, kept } = bench();
    for (const name of taken) disk.add(name);
    found.set(path, 0);
    expect(await download(done([clip]), { template })).toMatchObject([{ index: 0, path }]);
    expect([fetched, kept]).toEqual([[], [['recognised', path]]]);
  });

  it('fetches what is to be overwritten, and what is another output of the job, all the same', async () => {
    const { disk, download, fetched, found } = bench();
    disk.add('/out/hero.mp4');
    found.set('/out/hero.mp4', 0);
    await download(done([clip]), { template: 'hero.{ext}', overwrite: true });
    const files = [{ index: 1, path: '/out/hero.mp4', bytes: 3, sha256: 'ab' }];
    await download(done([clip, clip], { files }), { template: 'hero.{ext}' });
    expect(fetched).toHaveLength(2);
    expect(fetched[1]?.others).toEqual(['/out/hero.mp4']);
  });

  it('asks the job for its links again where one is dead, twice at most', async () => {
    const fresh = { ...clip, url: 'https://a.example/v1/media/new' };
    const once = bench({ dead: [clip.url], fresh: [() => [fresh]] });
    await once.download(done([clip]));
    expect(once.fetched.map(({ url }) => url)).toEqual([clip.url, fresh.url]);

    const never = bench({ dead: [clip.url, fresh.url], fresh: [() => [fresh], () => [fresh]] });
    await expect(never.download(done([clip]))).rejects.toMatchObject({ exitCode: 14, code: 'dead_link' });
    expect(never.asked()).toBe(2);
  });

  it('takes the fresh link of the same output', async () => {
    const fresh = [
      { ...clip, url: 'https://a.example/1' },
      { ...still, url: 'https://a.example/2' },
    ];
    const { download, fetched } = bench({ dead: [still.url], fresh: [() => fresh] });
    await download(done([clip, still]));
    expect(fetched.map(({ url }) => url)).toEqual([clip.url, still.url, 'https://a.example/2']);
  });

  it('tells of the dead link where the job can not be asked either', async () => {
    const down = () => {
      throw new UnreachableError({ code: 'unreachable', message: 'down' });
    };
    for (const fresh of [[down], [() => undefined], [() => []]]) {
      const { download } = bench({ dead: [clip.url], fresh });
      await expect(download(done([clip]))).rejects.toMatchObject({ code: 'dead_link' });
    }
  });

  it('of another number of outputs takes the one of its type, or none', async () => {
    const fresh = [{ ...still, url: 'https://a.example/2' }];
    const { download, fetched } = bench({ dead: [clip.url, still.url], fresh: [() => fresh, () => fresh] });
    await expect(download(done([clip, still]))).rejects.toMatchObject({ code: 'dead_link' });
    expect(fetched.map(({ url }) => url)).toEqual([clip.url]);
    const alone = bench({ dead: [still.url], fresh: [() => fresh] });
    await alone.download(done([clip, still]));
    expect(alone.fetched.at(-1)).toMatchObject({ owner: { output: 2 }, url: 'https://a.example/2' });
  });

  it.each(['', 'x', '/v2/clip.mp4', 'ftp://cdn.example/clip.mp4'])(
    'of which one has no usable link (%j) ends with 14 once the others are here',
    async (url) => {
      const { download, fetched, kept } = bench();
      const failure = download(done([{ ...clip, url }, still]));
      await expect(failure).rejects.toMatchObject({ exitCode: 14, code: 'no_outputs' });
      expect(fetched).toHaveLength(1);
      expect(kept).toEqual([['fetched', '/out/cgt-1-2.png']]);
    },
  );

  it('of which one is lost says so, and nothing more of it in a sync', async () => {
    const job = { id: 'cgt-1', status: 'succeeded', media: 'video', outputs: [{ ...clip, url: '' }] };
    const lost = { ...done([]), job, lost_at: '2026-03-20T00:00:00.000Z' };
    await expect(bench().download(lost)).rejects.toMatchObject({ exitCode: 14, code: 'output_lost' });
    expect(await bench().download(lost, { skipsLost: true })).toEqual([]);
  });

  it('of which one has no link any more leaves its file where it is', async () => {
    const { disk, download, fetched } = bench();
    disk.add('/out/cgt-1-1.mp4');
    const files = [{ index: 0, path: '/out/cgt-1-1.mp4', bytes: 3, sha256: 'ab' }];
    expect(await download(done([{ ...clip, url: '' }], { files }))).toEqual(files);
    expect(fetched).toEqual([]);
  });

  it('fetches no file again that got its name when its job listed fewer outputs before it, and replaces none', async () => {
    const { disk, download, fetched } = bench();
    disk.add('/out/cgt-1-1.png');
    const files = [{ index: 1, path: '/out/cgt-1-1.png', bytes: 3, sha256: 'ab' }];
    const other = { ...still, url: 'https://a.example/other.png' };
    const brought = await download(done([other, still], { files }));
    expect(brought.map(({ path }) => path)).toEqual(['/out/cgt-1-1-2.png', '/out/cgt-1-1.png']);
    expect(fetched.map(({ url }) => url)).toEqual([other.url]);
  });
});
