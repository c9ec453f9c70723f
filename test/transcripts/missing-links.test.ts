import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onLoopback, sendJson } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const completed_at = '2026-03-04T12:00:00.000000+00:00';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const theFuture = '2099-01-01T00:00:00Z';

/** What the service says of a job at a look; `link` makes the link of a picture that it serves. */
type Answer = (link: (name: string) => string) => Record<string, unknown> | number;

/** A service whose jobs have succeeded, and whose answers each test writes. */
async function newService(first: Answer, ids: readonly string[] = ['job_1']) {
  const answers = new Map(ids.map((id) => [id, first]));
  const looks: string[] = [];
  let submits = 0;
  const base = await onLoopback((request, response) => {
    request.resume();
    const link = (name: string) => `http://${request.headers.host}/files/${name}.png`;
    const [, room, , id = ''] = (request.url ?? '').split('/');
    if (room === 'files') return response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    if (request.method === 'POST') {
      const made = ids[submits % ids.length];
      submits += 1;
      return sendJson(response, 200, { id: made, model: 'm', status: 'queued' });
    }
    looks.push(id);
    const answer = answers.get(id)?.(link);
    if (typeof answer === 'number') return sendJson(response, answer, { error: { code: 'x', message: 'x' } });
    const job = { id, model: 'm', media: 'image', status: 'succeeded', completed_at, cost_usd: 1 };
    return sendJson(response, 200, { ...job, retention_until: theFuture, ...answer });
  });
  const { home, run } = newHome();
  const env = { GENCTL_API_KEY: 'k', GENCTL_BASE_URL: base };
  const on = (...words: string[]) => run(words, { env });
  return {
    home,
    looks,
    on,
    says: (answer: Answer, id = 'job_1') => void answers.set(id, answer),
    submit: (...words: string[]) => on('submit', 'fox', '-m', 'm', '--no-preflight', ...words),
    pictures: (folder = 'out') =>
      existsSync(join(home, folder))
        ? readdirSync(join(home, folder)).filter((name) => name.endsWith('.png'))
        : [],
  };
}

const good = (link: (name: string) => string, name = 'a') => ({ url: link(name), content_type: 'image/png' });

const without: Record<string, unknown> = {
  'no list': undefined,
  'an empty list': [],
  null: null,
  'a link that is null': [{ url: null, content_type: 'image/png' }],
  'a link that is a number': [{ url: 7 }],
  'a link that is an object': [{ url: { at: 'x' } }],
  'an empty link': [{ url: '' }],
  'a relative link': [{ url: '/v2/job_1/1.png' }],
  'a link of another protocol': [{ url: 'ftp://cdn.example/1.png' }],
  'an object': { thing: 1 },
  'a text': 'x',
};

describe('a job that succeeded and whose answer has no usable link', () => {
  it.each(Object.entries(without))('(%s) is missing at each sync, which looks once', async (_, outputs) => {
    const { looks, on, submit } = await newService(() => ({ outputs }));
    const ended = await submit('-D', 'out');
    expect(ended.code, ended.stderr).toBe(14);
    for (const run of [1, 2]) {
      looks.length = 0;
      const synced = await on('sync', '-D', 'out');
      expect(synced.code, `${run}: ${synced.stderr}`).toBe(14);
      expect(looks).toEqual(['job_1']);
      expect(synced.stderr).toContain('job_1 succeeded, but its answer has no usable link to its file');
      expect(synced.stderr).not.toContain('Every finished file');
    }
    const listed = await on('sync', '-D', 'out', '--dry-run', '--json');
    expect(JSON.parse(listed.stdout).items).toMatchObject([{ id: 'job_1', outputs_missing: 1 }]);
  });

  it('is told by each command that meets it', async () => {
    const { on, submit } = await newService(() => ({ outputs: [{ url: null }] }));
    await submit('-w');
    const words = 'usable link to';
    for (const line of [['show', 'job_1'], ['status', 'job_1'], ['jobs'], ['gallery', 'job_1']])
      expect((await on(...line)).stderr, line.join(' ')).toContain(words);
    for (const line of [['show', 'job_1'], ['status', 'job_1'], ['jobs'], ['sync', '-D', 'out']])
      expect(JSON.parse((await on(...line, '--json')).stdout), line.join(' ')).toMatchObject({
        warnings: [expect.stringContaining(words)],
      });
    const shown = await on('show', 'job_1', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ outputs: null, outputs_missing: 1, lost_at: null });
    const downloaded = await on('download', 'job_1', '--json');
    expect(downloaded.code).toBe(14);
    expect(errorOf(downloaded)).toMatchObject({ code: 'no_outputs', job_id: 'job_1' });
    expect(downloaded.stderr).toContain(words);
  });

  it('comes home at the sync that finds its link', async () => {
    const { on, pictures, says, submit } = await newService(() => ({ outputs: [] }));
    await submit('-w');
    expect((await on('sync', '-D', 'out')).code).toBe(14);
    says((link) => ({ outputs: [good(link)] }));
    const synced = await on('sync', '-D', 'out', '-q');
    expect(synced.code, synced.stderr).toBe(0);
    expect(synced.stdout).toContain('.png');
    expect(pictures()).toHaveLength(1);
    expect(await on('sync', '-D', 'out')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('is here'),
    });
    expect((await on('show', 'job_1')).stderr).toBe('');
    expect(JSON.parse((await on('show', 'job_1', '--json')).stdout)).toMatchObject({
      outputs_missing: null,
      raw: null,
    });
  });

  it('is no matter of wait --all', async () => {
    const { looks, on, submit } = await newService(() => ({ outputs: [] }));
    await submit('-w');
    looks.length = 0;
    expect((await on('wait', '--all')).code).toBe(0);
    expect(looks).toEqual([]);
  });

  it('is told once as lost after the service keeps it no longer', async () => {
    const { looks, on, says, submit } = await newService(() => ({ outputs: [] }));
    await submit('-w');
    says(() => ({ outputs: [], retention_until: '2026-03-05T00:00:00Z' }));
    const told = await on('sync', '-D', 'out');
    expect(told.code, told.stderr).toBe(14);
    expect(errorOf(await on('download', 'job_1', '--json'))).toMatchObject({ code: 'output_lost' });
    looks.length = 0;
    const synced = await on('sync', '-D', 'out');
    expect(synced).toMatchObject({ code: 0, stdout: '' });
    expect(synced.stderr).not.toContain('job_1');
    expect(looks).toEqual([]);
    const shown = await on('show', 'job_1');
    expect(shown.stdout).toMatch(/lost +since/);
    expect((await on('sync', '--dry-run', '--json')).stdout).toContain('"items":[]');
  });

  it('is lost where the service has forgotten it, and not where it only does not answer', async () => {
    const past = '2026-03-05T00:00:00Z';
    const { on, says, submit } = await newService(() => ({ outputs: [], retention_until: past }));
    await submit('-w');
    says(() => 403);
    for (const _ of [1, 2]) expect((await on('sync', '-D', 'out')).code).toBe(14);
    says(() => 404);
    expect((await on('sync', '-D', 'out')).code).toBe(14);
    expect((await on('sync', '-D', 'out')).code).toBe(0);
  });

  it('keeps no other file from coming', async () => {
    const { on, pictures, says, submit } = await newService(
      (link) => ({ outputs: [good(link)] }),
      ['job_a', 'job_b', 'job_c'],
    );
    for (const _ of [1, 2, 3]) await submit('-w');
    // The records know no link: each was written as the answer stood then.
    says(() => ({ outputs: [] }), 'job_b');
    expect((await on('sync', '-D', 'out')).code).toBe(0);
    expect(pictures()).toHaveLength(3);
  });

  it('is kept by jobs prune while its file may still come', async () => {
    const { on, says, submit } = await newService(() => ({ outputs: [] }));
    await submit('-w');
    const pruned = await on('jobs', 'prune', '--older-than', '0', '--yes');
    expect(pruned.code, pruned.stderr).toBe(0);
    expect(pruned.stderr).toContain('1 job');
    expect((await on('jobs', '-q')).stdout).toBe('job_1\n');
    says(() => ({ outputs: [], retention_until: '2026-03-05T00:00:00Z' }));
    await on('sync', '-D', 'out');
    await on('jobs', 'prune', '--older-than', '0', '--yes');
    expect((await on('jobs', '-q')).stdout).toBe('');
  });
});

describe('a job whose answer has a usable link to some of its files', () => {
  const partial: Answer = (link) => ({ outputs: [{ url: null }, good(link, 'b')] });

  it('brings those, and the others once their links are there, each under its own name', async () => {
    const { home, on, pictures, says, submit } = await newService(partial);
    const ended = await submit('-D', 'out', '--name', 'take-{n}.{ext}');
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stderr).toContain('1 of its 2 files');
    expect(pictures()).toEqual(['take-2.png']);
    expect((await on('sync', '-D', 'out', '--name', 'take-{n}.{ext}')).code).toBe(14);
    says((link) => ({ outputs: [good(link), good(link, 'b')] }));
    const synced = await on('sync', '-D', 'out', '--name', 'take-{n}.{ext}', '-q');
    expect(synced.code, synced.stderr).toBe(0);
    expect(pictures()).toEqual(['take-1.png', 'take-2.png']);
    expect(readFileSync(join(home, 'out/take-2.png'))).toEqual(png);
    expect((await on('sync', '-D', 'out')).stderr).toContain('is here');
  });

  it('lets the second one be chosen by its number', async () => {
    const { on, submit } = await newService(partial);
    await submit('-w');
    expect((await on('download', 'job_1', '--number', '2', '-D', 'out')).code).toBe(0);
    const first = await on('download', 'job_1', '--number', '1', '--output', 'x.png');
    expect(first.code, first.stderr).toBe(14);
  });
});

describe('a batch with a shot whose answer has no usable link', () => {
  it('has not done the shot, and brings its file once the link is there', async () => {
    const { home, on, pictures, says } = await newService(() => ({ outputs: [{ url: null }] }));
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(home, 'shots.jsonl'), `${JSON.stringify({ id: 's1', prompt: 'fox', model: 'm' })}\n`);
    const batch = () => on('batch', 'shots.jsonl', '-D', 'out', '--no-preflight', '--yes');
    const first = await batch();
    expect(first.code, first.stderr).not.toBe(0);
    expect((await batch()).code).not.toBe(0);
    says((link) => ({ outputs: [good(link)] }));
    const last = await batch();
    expect(last.code, last.stderr).toBe(0);
    expect(pictures()).toHaveLength(1);
  });
});
