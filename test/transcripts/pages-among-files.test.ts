import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Answer, bare, page, serviceBehind } from './fixtures/answers-in-between.ts';
import { newBatch } from './fixtures/new-batch.ts';
import { sendJson } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file: Answer = (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png);

/** A finished job with outputs of nothing but their links, which lead to the service. */
const finished =
  (...names: string[]): Answer =>
  (response) => {
    const base = `http://${response.req.headers.host}`;
    const id = /job_\d+/.exec(response.req.url ?? '')?.[0];
    const outputs = names.map((name) => ({ url: `${base}/files/${name}` }));
    sendJson(response, 200, { id, status: 'succeeded', outputs });
  };

describe('a page among the files of a job', () => {
  it('is no file, also where the job promised nothing', async () => {
    const { home, run } = newHome();
    const { env } = await serviceBehind({
      'GET /v2/jobs': [finished('1')],
      'GET /files/1': [page(200), file],
    });
    const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '-D', 'out', '--json'];
    const ended = await run(submit, { env });
    expect(errorOf(ended)).toMatchObject({ exit_code: 14, code: 'not_the_media' });
    expect(errorOf(ended).why).toContain('It is an HTML page.');
    const again = await run(['download', '@last', '-D', 'out'], { env });
    expect(again.code, again.stderr).toBe(0);
    const names = readdirSync(join(home, 'out')).filter((name) => !/\.(json|part)$/.test(name));
    expect(names).toHaveLength(1);
  });

  it('leaves a batch the others, whose paths it prints, and the line that goes on once', async () => {
    const { run, words } = newBatch(1);
    const look = finished('1', '2');
    const { env } = await serviceBehind({
      'GET /v2/jobs': [look, look, look],
      'GET /files/1': [file],
      'GET /files/2': [bare(404, ''), bare(404, ''), bare(404, '')],
    });
    const ended = await run([...words, '--no-preflight', '-D', 'out'], { env });
    expect(ended.code, ended.stderr).toBe(14);
    expect(ended.stdout).toMatch(/^\/.+\/out\/[^\n]+\n$/);
    const lines = ended.stderr.split('\n').filter((line) => line.includes('to ask for new links'));
    expect(lines.map((line) => line.split('genctl batch').length - 1)).toEqual([1]);
  });
});
