import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DeadLinkError } from '../../../src/outputs/downloads/download-errors.ts';
import { partPath } from '../../../src/outputs/downloads/part-name.ts';
import { failureOf } from '../../api/api-bench.ts';
import { apiKey, begun, digestOf, downloadBench, png, whole } from '../../api/download-bench.ts';
import { type Step, startService } from '../../api/loopback-service.ts';

const picture = png(3_000_000);

function status(code: number, headers: Record<string, string> = {}): Step {
  return (response) => response.writeHead(code, headers).end();
}

describe('an output that is fetched', () => {
  it('stands whole under its name, with its length and hash', async () => {
    const { cdn, fetch, files, path } = await downloadBench([whole(picture)]);
    expect(await fetch()).toEqual({
      path,
      bytes: picture.length,
      sha256: digestOf(picture),
    });
    expect(files()).toEqual({ 'job_1-1.png': digestOf(picture) });
    expect(cdn.seen[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
    expect(cdn.seen[0]?.headers).not.toHaveProperty('range');
  });

  it('tells how far it is, from nothing to the end', async () => {
    const { fetch } = await downloadBench([whole(picture)]);
    const told: (readonly [number, number | undefined])[] = [];
    await fetch({ onProgress: (done, total) => told.push([done, total]) });
    expect(told[0]).toEqual([0, picture.length]);
    expect(told.at(-1)).toEqual([picture.length, picture.length]);
    expect(told.length).toBeGreaterThan(3);
    expect(told.length).toBeLessThan(10);
  });

  it('makes the folders of its name', async () => {
    const { fetch, folder } = await downloadBench([whole(picture)]);
    const path = join(folder, 'a', 'b', 'c.png');
    expect((await fetch({ path })).path).toBe(path);
  });

  it('never takes the place of a file, unless that is asked', async () => {
    const { fetch, files, folder } = await downloadBench([whole(picture), whole(png(40)), whole(png(50))]);
    writeFileSync(join(folder, 'job_1-1.png'), 'mine');
    expect((await fetch()).path).toBe(join(folder, 'job_1-1-2.png'));
    expect((await fetch()).path).toBe(join(folder, 'job_1-1-3.png'));
    expect(files()['job_1-1.png']).toBe(digestOf('mine'));
    expect((await fetch({ overwrite: true })).path).toBe(join(folder, 'job_1-1.png'));
    expect(files()['job_1-1.png']).toBe(digestOf(png(50)));
  });

  it('never writes through a link that stands at its name or at its part', async () => {
    const { fetch, files, folder } = await downloadBench([whole(picture), whole(png(40))]);
    writeFileSync(join(folder, 'victim'), 'mine');
    symlinkSync(join(folder, 'victim'), join(folder, 'job_1-1.png'));
    symlinkSync(join(folder, 'victim'), partPath(join(folder, 'job_1-1.png'), 1));
    expect((await fetch()).path).toBe(join(folder, 'job_1-1-2.png'));
    await fetch({ overwrite: true });
    expect(files().victim).toBe(digestOf('mine'));
  });

  it('beside another download of the same name keeps both whole', async () => {
    const pictures = [picture, png(40), png(50)];
    const { fetch, files } = await downloadBench(pictures.map((one) => whole(one)));
    const fetched = await Promise.all([fetch(), fetch(), fetch()]);
    expect(new Set(fetched.map(({ path }) => path)).size).toBe(3);
    expect(Object.values(files()).toSorted()).toEqual(pictures.map(digestOf).toSorted());
  });

  it('twice at the same time, or once more, is one file', async () => {
    const { fetch, files, path } = await downloadBench([whole(picture), whole(picture), whole(picture)]);
    const fetched = [...(await Promise.all([fetch(), fetch()])), await fetch()];
    expect(fetched.map((one) => one.path)).toEqual([path, path, path]);
    expect(files()).toEqual({ 'job_1-1.png': digestOf(picture) });
  });

  it('that has a folder at its name is a trouble of this machine', async () => {
    const { fetch, folder } = await downloadBench([whole(picture)]);
    mkdirSync(join(folder, 'job_1-1.png'));
    expect(await failureOf(fetch({ overwrite: true }))).toMatchObject({ exitCode: 14, code: 'not_writable' });
  });

  it('whose folder is a file is not even asked for', async () => {
    const { cdn, fetch, folder } = await downloadBench([]);
    writeFileSync(join(folder, 'file'), '');
    const failure = await failureOf(fetch({ path: join(folder, 'file', 'x.png') }));
    expect(failure).toMatchObject({ exitCode: 14 });
    expect(cdn.seen).toEqual([]);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const { fetch, files } = await downloadBench([(response) => response.writeHead(200).write(png(200_000))]);
    const controller = new AbortController();
    const reason = new Error('enough');
    const running = fetch({
      signal: controller.signal,
      onProgress: () => setImmediate(() => controller.abort(reason)),
    });
    await expect(running).rejects.toBe(reason);
    expect(files()).toEqual({});
  });
});

describe('the key', () => {
  it('goes to a masked link of the service itself', async () => {
    const { cdn, fetch } = await downloadBench([whole(picture)]);
    await fetch({ baseUrl: cdn.baseUrl, url: `${cdn.baseUrl}/v1/media/m1` });
    expect(cdn.seen[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it.each([
    ['to another path of it', (base: string) => [base, `${base}/v2/media/m1`]],
    ['beside its base path', (base: string) => [`${base}/api`, `${base}/v1/media/m1`]],
    ['to a path that only begins so', (base: string) => [base, `${base}/v1/media/../../x`]],
    ['to another port', (base: string) => ['http://127.0.0.1:1', `${base}/v1/media/m1`]],
    ['to another name', (base: string) => [base.replace('127.0.0.1', 'localhost'), `${base}/v1/media/m1`]],
  ])('does not go %s', async (_, links) => {
    const { cdn, fetch, traffic } = await downloadBench([whole(picture)]);
    const [baseUrl = '', url = ''] = links(cdn.baseUrl);
    await fetch({ baseUrl, url });
    expect(cdn.seen[0]?.headers).not.toHaveProperty('authorization');
    expect(traffic).toHaveLength(2);
  });

  it('does not go to a link that is not from the service, whatever host it names', async () => {
    const { cdn, fetch } = await downloadBench([whole(picture)]);
    await fetch({ baseUrl: cdn.baseUrl, url: `${cdn.baseUrl}/v1/media/m1`, keyless: true });
    expect(cdn.seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('goes along with no redirect, not even back to the service', async () => {
    const { cdn, fetch } = await downloadBench([status(302, { location: '/v1/media/m2' }), whole(picture)]);
    await fetch({ baseUrl: cdn.baseUrl, url: `${cdn.baseUrl}/v1/media/m1` });
    expect(cdn.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${apiKey}`, undefined]);
  });

  it('that is refused is a matter of the account', async () => {
    const { cdn, fetch } = await downloadBench([status(401)]);
    const failure = await failureOf(fetch({ baseUrl: cdn.baseUrl, url: `${cdn.baseUrl}/v1/media/m1` }));
    expect(failure).toMatchObject({ exitCode: 3 });
  });
});

describe('a link', () => {
  it('may lead on to another host', async () => {
    const other = await startService(whole(picture));
    const { fetch } = await downloadBench([status(307, { location: `${other.baseUrl}/f.png?sig=1` })]);
    expect((await fetch()).bytes).toBe(picture.length);
  });

  it('may not lead in circles', async () => {
    const { fetch, files } = await downloadBench(
      Array.from({ length: 6 }, () => status(302, { location: '/x' })),
    );
    expect(await failureOf(fetch())).toMatchObject({ exitCode: 10, code: 'redirected' });
    expect(files()).toEqual({});
  });

  it.each([
    'http://cdn.example.com/x.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://user:secret@cdn.example.com/x',
    'not a url',
    '',
  ])('%j is not followed', async (link) => {
    const { fetch, folder, files } = await downloadBench([]);
    const failure = await failureOf(fetch({ url: link }));
    expect(failure).toMatchObject({ exitCode: 10, code: 'unsafe_link' });
    expect(`${failure.message} ${failure.why}`).not.toMatch(/secret|AAAA/);
    expect(files()).toEqual({});
    expect(folder).toBeTruthy();
  });

  it.each(['http://cdn.example.com/x.png', 'file:///etc/passwd', '//u:p@127.0.0.1/x'])(
    'may not redirect to %j',
    async (location) => {
      const { fetch } = await downloadBench([status(302, { location })]);
      expect(await failureOf(fetch())).toMatchObject({ exitCode: 10, code: 'unsafe_link' });
    },
  );

  it.each([401, 403, 404, 410])('that answers %d is dead', async (code) => {
    const { fetch, files } = await downloadBench([status(code)]);
    const failure = await failureOf(fetch());
    expect(failure).toBeInstanceOf(DeadLinkError);
    expect(failure).toMatchObject({ exitCode: 14, code: 'dead_link', status: code });
    expect(files()).toEqual({});
  });

  it('that dies midway is dead, and its beginning is of no use', async () => {
    const { fetch, files } = await downloadBench([begun(picture, 2_000_000, { etag: '"a"' }), status(403)]);
    expect(await failureOf(fetch())).toBeInstanceOf(DeadLinkError);
    expect(files()).toEqual({});
  });

  it('is not shown with its signature, in errors and traffic', async () => {
    const { cdn, fetch, traffic } = await downloadBench([status(400)]);
    const failure = await failureOf(fetch({ url: `${cdn.baseUrl}/x.png?sig=hush` }));
    expect(failure).toMatchObject({ exitCode: 10, status: 400 });
    expect(JSON.stringify([traffic, failure.message, failure.why])).not.toContain('hush');
  });
});
