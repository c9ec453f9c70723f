import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../api-bench.ts';
import { digestOf, downloadBench, png, whole } from '../download-bench.ts';

const picture = png(400);
const jpeg = Buffer.concat([
  Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
  Buffer.alloc(40),
  Buffer.from('\xff\xd9', 'latin1'),
]);

async function keptBench() {
  const bench = await downloadBench([]);
  const keptFolder = join(bench.folder, 'kept');
  mkdirSync(keptFolder);
  writeFileSync(join(keptFolder, 'img_1-1.png'), picture);
  return { ...bench, keptFolder };
}

describe('a picture that came inside an answer', () => {
  it('is written from the file that the ledger made of it, wherever the ledger is now', async () => {
    const { fetch, keptFolder, path, traffic } = await keptBench();
    for (const url of [
      pathToFileURL(join(keptFolder, 'img_1-1.png')).href,
      'file:///home/old/pictures/img_1-1.png',
    ])
      expect(await fetch({ url, keptFolder, overwrite: true })).toMatchObject({
        path,
        bytes: 400,
        sha256: digestOf(picture),
      });
    expect(traffic).toEqual([]);
  });

  it('is written from its link, where that holds it', async () => {
    const { fetch, folder, keptFolder } = await keptBench();
    const url = `data:image/png;base64,${picture.toString('base64')}`;
    await fetch({ url, keptFolder, path: join(folder, 'b.png') });
    expect(digestOf(readFileSync(join(folder, 'b.png')))).toBe(digestOf(picture));
  });

  it('that is not there any more says so', async () => {
    const { fetch, keptFolder } = await keptBench();
    const failure = await failureOf(fetch({ url: 'file:///x/img_2-1.png', keptFolder }));
    expect(failure).toMatchObject({ exitCode: 14, code: 'picture_gone', retryable: false });
  });

  it('that is none is kept as a part', async () => {
    const { fetch, keptFolder } = await keptBench();
    const url = `data:image/png;base64,${Buffer.from('<html>no</html>').toString('base64')}`;
    expect(await failureOf(fetch({ url, keptFolder }))).toMatchObject({
      exitCode: 14,
      code: 'not_the_media',
    });
  });

  it.each(['file:///etc/passwd', 'file:///x/../../etc/passwd', 'file:///x/.hidden', 'file:///x/%2e%2e'])(
    'is no file elsewhere: %s',
    async (url) => {
      const { fetch, folder, keptFolder } = await keptBench();
      writeFileSync(join(folder, 'passwd'), 'secret');
      symlinkSync(join(folder, 'passwd'), join(folder, '.hidden'));
      expect(['picture_gone', 'unsafe_link']).toContain((await failureOf(fetch({ url, keptFolder }))).code);
    },
  );

  it('is read from nowhere for a job whose outputs are links', async () => {
    const { fetch } = await keptBench();
    for (const url of ['file:///x/img_1-1.png', `data:image/png;base64,${picture.toString('base64')}`])
      expect(await failureOf(fetch({ url }))).toMatchObject({ exitCode: 10, code: 'unsafe_link' });
  });
});

describe('a file of which nobody says what it is', () => {
  const nothing = { 'content-type': 'application/octet-stream' };

  it('may be other media than its name was guessed to be', async () => {
    const { fetch } = await downloadBench([whole(jpeg, nothing)]);
    expect(await fetch({ contentType: undefined })).toMatchObject({ bytes: jpeg.length });
  });

  it('may not be a page', async () => {
    const { fetch } = await downloadBench([
      whole(Buffer.from('<html><title>Log in</title></html>'), nothing),
    ]);
    expect(await failureOf(fetch({ contentType: undefined }))).toMatchObject({ code: 'not_the_media' });
  });
});
