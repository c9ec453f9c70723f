import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { behindNginx, type Rules } from './fixtures/between/behind-nginx.ts';
import { createTypist, doEachThing, uploadTwice } from './fixtures/between/journey.ts';

const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-probe'];

const pictures = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.png'));

describe('nginx before the service', () => {
  it('compresses, closes each connection, and takes ten requests a second: each command gets through', async () => {
    const { home, runAt, sandbox } = await behindNginx({
      rules: () => ({
        plain: { server: 'gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any; keepalive_timeout 0;' },
        slow: { server: 'limit_req zone=all nodelay; limit_req_status 429;' },
        small: { server: 'client_max_body_size 1k;' },
      }),
      http: 'limit_req_zone $server_port zone=all:1m rate=10r/s;',
    });
    const succeeds = createTypist((words) => runAt('plain', words));
    await doEachThing(home, succeeds);
    await uploadTwice(home, succeeds);
    const before = sandbox.jobIds().length;
    const shots = [1, 2, 3, 4, 5, 6].map((shot) => `{"id":"r${shot}","prompt":"${shot}"}`);
    writeFileSync(join(home, 'limited.jsonl'), shots.join('\n'));
    const words = ['batch', 'limited.jsonl', '-m', 'vendor-a/image-1', '-D', 'limited', '-y', '-v'];
    const ended = await runAt('slow', words);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain('< 429');
    expect(pictures(join(home, 'limited'))).toHaveLength(6);
    const long = ['submit', 'a fox '.repeat(1_000), ...picture.slice(2)];
    const refused = await runAt('small', long);
    expect(refused).toMatchObject({ code: 10, stdout: '', stderr: expect.stringContaining('too large') });
    expect(sandbox.jobIds()).toHaveLength(before + 6);
  });

  it('answers with a page of its own to a submit, a look and a file: each is asked again, and nothing is paid twice', async () => {
    const statuses = [401, 403, 404, 429, 500, 502, 503, 504];
    const isOfFiles = (status: number): boolean => status >= 429;
    const flag = (home: string, status: number, what: string): string => join(home, `${what}-${status}`);
    const { home, runAt, sandbox } = await behindNginx({
      rules: (place) =>
        Object.fromEntries(
          statuses.map((status) => {
            const page = (what: string) => `if (-f ${flag(place, status, what)}) { return ${status}; }`;
            const files = isOfFiles(status) ? page('files') : '';
            return [`${status}`, { submit: page('submit'), look: page('look'), files }];
          }),
        ),
    });
    const paths = { submit: '/v2/jobs in', look: '/v2/jobs/\\w+ in', files: '/files/' };
    await Promise.all(
      statuses.map(async (status) => {
        for (const what of Object.keys(paths)) writeFileSync(flag(home, status, what), '');
        const ended = await runAt(`${status}`, [...picture, '-D', `out-${status}`, '-v'], {
          onStderr(stderr) {
            for (const [what, path] of Object.entries(paths))
              if (new RegExp(`< ${status} http://[^/]+${path}`).test(stderr))
                rmSync(flag(home, status, what), { force: true });
          },
        });
        expect({ status, ...ended }).toMatchObject({ status, code: 0 });
        expect(ended.stderr.split(`< ${status} `).length).toBeGreaterThan(isOfFiles(status) ? 3 : 2);
        expect(pictures(join(home, `out-${status}`))).toHaveLength(1);
      }),
    );
    expect(sandbox.jobIds()).toHaveLength(statuses.length);
  });

  it('is reloaded during a download: the file is whole, from where it was cut', async () => {
    const slowly: Record<string, Rules> = { all: { files: 'limit_rate 8k;' } };
    const { home, reload, runAt } = await behindNginx({
      rules: () => slowly,
      main: 'worker_shutdown_timeout 100ms;',
    });
    const id = (await runAt('all', [...picture, '-w', '-q'])).stdout.trim();
    let reloaded = false;
    const ended = await runAt('all', ['download', id, '-D', 'out', '-v'], {
      onStderr(stderr) {
        if (reloaded || !/< 200 \S+\/files\//.test(stderr)) return;
        reloaded = true;
        reload({ all: {} });
      },
    });
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toMatch(/< 206 \S+\/files\//);
    const [name = ''] = pictures(join(home, 'out'));
    const bytes = readFileSync(join(home, 'out', name));
    const sidecar = JSON.parse(readFileSync(join(home, 'out', `${name}.json`), 'utf8'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sidecar.sha256);
    expect(await runAt('all', ['download', id, '-D', 'again'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(home, 'again', name)).equals(bytes)).toBe(true);
  });

  it('closes connections as looks arrive on them, and gives up a v1 submit, which is not sent again', async () => {
    const { runAt } = await behindNginx({
      speed: '1',
      words: ['--latency', '600ms'],
      rules: () => ({
        short: { server: 'keepalive_timeout 1s;' },
        impatient: { server: 'proxy_read_timeout 300ms;' },
      }),
    });
    const looked = async (): Promise<void> => {
      // The service asks for a look each second, when the connection ends.
      const ended = await runAt('short', [...picture, '-w']);
      expect(ended).toMatchObject({ code: 0 });
    };
    const sentOnce = async (): Promise<void> => {
      const words = ['submit', 'a fox', '-m', 'vendor-b/image-1', '--sync', '-v', '--no-preflight'];
      const ended = await runAt('impatient', words);
      expect(ended).toMatchObject({ code: 13, stdout: '' });
      expect(ended.stderr.match(/> POST /g)).toHaveLength(1);
      expect(ended.stderr).toContain('504');
    };
    await Promise.all([looked(), sentOnce()]);
  });
});
