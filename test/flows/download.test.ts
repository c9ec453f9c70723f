import { describe, expect, it } from 'vitest';
import { DeadLinkError } from '../../src/client/dead-link-error.ts';
import type { Output } from '../../src/contract/output.ts';
import { UnreachableError } from '../../src/errors/unreachable-error.ts';
import { type DownloadPlan, downloadOutputs, type OutputLink } from '../../src/flows/download.ts';
import { sidecarOf } from '../../src/flows/sidecar.ts';
import type { JobRecord } from '../../src/store/ledger-record.ts';
import { at, intent, jobRecord } from '../store/fixtures/records.ts';
import { v1Intent } from './fixtures/v1-submits.ts';

const clip: Output = { url: 'https://a.example/v1/media/clip', type: 'video' };
const still: Output = { url: 'https://a.example/v1/media/still', type: 'image', content_type: 'image/png' };

function done(outputs: Output[], changes: Partial<JobRecord> = {}): JobRecord {
  const job = { id: 'cgt-1', status: 'succeeded', media: 'video', created_at: at(0), outputs };
  return jobRecord('cgt-1', { api: 'v1', route: 'submitTask', intent: v1Intent(), job, ...changes });
}

/** A disk of names, and hosts whose dead links are dead. */
interface Bench {
  dead?: string[];
  /** What the job answers each time that it is asked again. */
  fresh?: (() => Output[] | undefined)[];
  /** The vendor's own links, as they were known and as each fresh look shows them. */
  vendorLinks?: (string | undefined)[];
  freshVendorLinks?: (string | undefined)[];
}

function bench({ dead = [], fresh, vendorLinks = [], freshVendorLinks = vendorLinks }: Bench = {}) {
  const disk = new Set<string>();
  const fetched: OutputLink[] = [];
  const warnings: string[] = [];
  let asked = 0;
  const download = (record: JobRecord, plan: Partial<DownloadPlan> = {}) =>
    downloadOutputs(
      record,
      { dir: 'out', template: '{id}-{n}.{ext}', overwrite: false, ...plan },
      {
        async fetch(link) {
          fetched.push(link);
          if (dead.includes(link.url)) throw new DeadLinkError(404, 'a.example');
          let path = link.path;
          for (let number = 2; disk.has(path); number += 1)
            path = link.path.replace(/(\.\w+)$/, `-${number}$1`);
          disk.add(path);
          return { path, bytes: 3, sha256: 'ab' };
        },
        vendorLinks,
        async freshLinks() {
          asked += 1;
          const outputs = fresh?.[asked - 1]?.();
          return outputs === undefined ? undefined : { outputs, vendorLinks: freshVendorLinks };
        },
        exists: (path) => disk.has(path),
        stands: ({ path }) => disk.has(path),
        pathIn: (dir, name) => `/${dir}/${name}`,
        listen: (event) => {
          if (event.kind === 'warning') warnings.push(event.message);
        },
      },
    );
  return { disk, fetched, download, asked: () => asked, warnings };
}

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

  it('fetches nothing that stands where it is wanted', async () => {
    for (const template of ['{id}-{n}.{ext}', 'take-{v:03}.{ext}', 'hero.{ext}']) {
      const { download, fetched } = bench();
      const record = done([clip, { ...clip, url: 'https://a.example/b' }]);
      const files = await download(record, { template });
      expect(await download({ ...record, files }, { template })).toEqual(files);
      expect(fetched).toHaveLength(2);
    }
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
    expect(alone.fetched.at(-1)).toMatchObject({ index: 1, url: 'https://a.example/2' });
  });

  it('of a job without any says so', async () => {
    await expect(bench().download(done([]))).rejects.toMatchObject({ exitCode: 14, code: 'no_outputs' });
  });
});

describe("the vendor's own link of a v1 output", () => {
  const vendor = 'https://vendor.example/clip.mp4?sig=1';
  const fresh = () => [{ ...clip, url: 'https://a.example/v1/media/new' }];

  it('brings the file where the masked one is dead after two fresh looks, without the key, and that is said', async () => {
    const dead = [clip.url, 'https://a.example/v1/media/new'];
    const newer = 'https://vendor.example/clip.mp4?sig=2';
    const { download, fetched, warnings } = bench({
      dead,
      fresh: [fresh, fresh],
      vendorLinks: [vendor],
      freshVendorLinks: [newer],
    });
    const files = await download(done([clip]));
    expect(files).toHaveLength(1);
    expect(fetched.map(({ url, keyless }) => [url, keyless])).toEqual([
      [clip.url, false],
      ['https://a.example/v1/media/new', false],
      ['https://a.example/v1/media/new', false],
      [newer, true],
    ]);
    expect(warnings.join()).toContain("the vendor's own link");
  });

  it('is left alone while a masked one lives', async () => {
    const { download, fetched } = bench({ vendorLinks: [vendor] });
    await download(done([clip]));
    expect(fetched).toMatchObject([{ url: clip.url, keyless: false }]);
  });

  it('is the one that was known where the job can not be asked any more', async () => {
    const down = () => {
      throw new UnreachableError({ code: 'unreachable', message: 'down' });
    };
    const { download, fetched } = bench({ dead: [clip.url], fresh: [down], vendorLinks: [vendor] });
    await download(done([clip]));
    expect(fetched.at(-1)).toMatchObject({ url: vendor, keyless: true });
  });

  it('never gets the key where it is all that the job shows', async () => {
    const { download, fetched } = bench({ vendorLinks: [clip.url] });
    await download(done([clip]));
    expect(fetched).toMatchObject([{ url: clip.url, keyless: true }]);
  });

  it('that is dead too is told of beside the masked one, exit 14', async () => {
    const { download } = bench({ dead: [clip.url, vendor], vendorLinks: [vendor] });
    const error = await download(done([clip])).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ exitCode: 14, code: 'dead_link', hint: expect.stringContaining('genctl') });
    expect(`${(error as Error).message} ${(error as { why: string }).why}`).toMatch(/a\.example.*vendor/s);
  });
});

describe('what stands beside a download', () => {
  const file = { index: 1, path: '/out/cgt-1-2.png', bytes: 3, sha256: 'ab' };

  it('says which API and way made it, of what draft, and that it is the closing still', () => {
    const record = done([clip, still], {
      intent: v1Intent({ draft_of: 'cgt-0' }),
      finals: ['cgt-2'],
      raw: { secret: 1 },
    });
    const sidecar = sidecarOf(record, file, at(9));
    expect(sidecar).toMatchObject({
      schema: 'genctl.sidecar/v1',
      job_id: 'cgt-1',
      api: 'v1',
      route: 'tasks',
      output: 2,
      last_frame: true,
      seed: 7,
      draft_of: 'cgt-0',
      finals: ['cgt-2'],
    });
    expect(sidecar).not.toHaveProperty('raw');
  });

  it('calls neither the clip nor the second of two pictures a closing still', () => {
    expect(sidecarOf(done([clip, still]), { ...file, index: 0 }, at(9))).toMatchObject({ last_frame: false });
    const pictures = done([still, still], { route: 'generateImage' });
    const job = { ...pictures.job, media: 'image' };
    expect(sidecarOf({ ...pictures, job }, file, at(9))).toMatchObject({
      last_frame: false,
      route: 'images',
    });
  });
});
