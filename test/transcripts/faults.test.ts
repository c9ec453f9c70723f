// Takes 12 s, most of it one download that is tried again until it gives up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(4096, 7)]);
const hostile = 'a\u001b[31mred\u001b]0;title\u0007\rover\u009b2J\u202egnp.exe';

interface Service {
  /** What the poll adds to a succeeded job, or replaces in it. */
  job?: Record<string, unknown>;
  /** Answers the fetch of the output. */
  file?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers the poll in its place. */
  poll?: (response: ServerResponse) => void;
}

/** A service whose one job has succeeded when it is first looked at, and whose faults a test chooses. */
async function serve({ job = {}, file, poll }: Service) {
  const fetches: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url?.startsWith('/file') === true) {
      fetches.push(request);
      if (file !== undefined) return file(request, response);
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length }).end(png);
      return;
    }
    request.resume().once('end', () => {
      const base = {
        id: 'job_faulty',
        model: 'vendor-a/image-1',
        created_at: '2026-03-04T05:06:07.000000+00:00',
      };
      const outputs = [{ url: `${origin}/file.png`, type: 'image', content_type: 'image/png' }];
      if (request.method === 'POST') return answer(response, 202, { ...base, status: 'queued' });
      if (poll !== undefined) return poll(response);
      return answer(response, 200, { ...base, status: 'succeeded', cost_usd: 1, outputs, ...job });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, fetches, env: { GENCTL_BASE_URL: origin, GENCTL_API_KEY: 'very-secret' } };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '-D', 'out'];

describe('a file that is not what was promised never stands under its finished name', () => {
  it.each<[string, Service['file']]>([
    [
      'HTML in place of a picture',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>log in</html>'),
    ],
    [
      'fewer bytes than were announced, every time',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length });
        response.write(png.subarray(0, 100), () => response.destroy());
      },
    ],
    ['a link that stays dead', (_, response) => response.writeHead(404).end()],
    [
      'a redirect off loopback without TLS',
      (_, response) => response.writeHead(302, { location: 'http://example.com/x' }).end(),
    ],
  ])(
    '%s',
    async (_, file) => {
      const { home, run } = newHome();
      const { env } = await serve({ ...(file === undefined ? {} : { file }) });
      const ended = await run([...submit, '--json'], { env });
      expect([10, 14], ended.stderr).toContain(ended.code);
      const names = existsSync(join(home, 'out')) ? readdirSync(join(home, 'out')) : [];
      expect(names.filter((name) => !name.endsWith('.part'))).toEqual([]);
      expect(JSON.parse(ended.stdout)).toMatchObject({ id: 'job_faulty', status: 'succeeded', cost_usd: 1 });
      expect((await run(['jobs', '-q'])).stdout).toBe('job_faulty\n');
    },
    60_000,
  );
});

describe('an output', () => {
  it('elsewhere is fetched without the key, across a redirect, too', async () => {
    const { run } = newHome();
    const cdn = await serve({});
    const { env, fetches } = await serve({
      file: (_, response) => response.writeHead(302, { location: `${cdn.origin}/file.png` }).end(),
    });
    const ended = await run([...submit, '-q'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect([...fetches, ...cdn.fetches].map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('whose download is interrupted leaves no finished name, and a second download brings it', async () => {
    const { home, run } = newHome();
    let stalled = false;
    const file: Service['file'] = (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length });
      if (stalled) return void response.end(png);
      stalled = true;
      response.write(png.subarray(0, 1024));
    };
    const { env } = await serve({ file });
    const ended = await run([...submit, '--verbose', '--no-sidecar'], {
      env,
      onStderr: (stderr, kill) => {
        if (/< 200 \S+file\.png/.test(stderr)) kill('SIGINT');
      },
    });
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain('Files of job_faulty are missing here.');
    expect(ended.stderr).toContain('genctl download job_faulty --dir out --no-sidecar');
    expect(readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'))).toEqual([]);
    const again = await run(['download', 'job_faulty', '-D', 'out', '-q', '--no-sidecar'], { env });
    expect(again.code, again.stderr).toBe(0);
    expect(readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'))).toEqual([
      'a-fox-faulty-1.png',
    ]);
  });
});

describe('a signal while waiting', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends %i, leaves the job running, and says how to go on', async (signal, exit) => {
    const { run } = newHome();
    const { env } = await serve({
      job: { status: 'running', outputs: undefined, cost_usd: undefined, retry_after: 60 },
    });
    const ended = await run([...submit, '--verbose'], {
      env,
      onStderr: (stderr, kill) => {
        if (stderr.includes('job_faulty running')) kill(signal);
      },
    });
    expect(ended.code, ended.stderr).toBe(exit);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toContain('genctl wait job_faulty');
  });
});

describe('what is in the way of a file', () => {
  it('is never written through: a link at its name stays, and so does what it points to', async () => {
    const { home, run } = newHome();
    const { env } = await serve({});
    mkdirSync(join(home, 'out'));
    writeFileSync(join(home, 'precious'), 'precious');
    symlinkSync(join(home, 'precious'), join(home, 'out', 'a-fox-faulty-1.png'));
    const ended = await run([...submit, '-q', '--no-sidecar'], { env });
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toBe(`${join(home, 'out', 'a-fox-faulty-1-2.png')}\n`);
    expect(readFileSync(join(home, 'precious'), 'utf8')).toBe('precious');
  });
});

describe('a reader that goes away', () => {
  it('ends the command quietly, with its job on record', async () => {
    const { home, run } = newHome();
    const { env } = await serve({});
    const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
    const child = spawn(process.execPath, [binary, ...submit, '--json'], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, GENCTL_HOME: join(home, 'genctl'), ...env },
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await once(child, 'close');
    expect(stderr).not.toMatch(/EPIPE|\n\s+at /);
    expect((await run(['jobs', '-q'])).stdout).toBe('job_faulty\n');
  });
});

describe('a hostile answer', () => {
  it('can not steer the terminal, and JSON stays JSON', async () => {
    const { run } = newHome();
    const job = {
      status: 'failed',
      outputs: undefined,
      cost_usd: undefined,
      model: hostile,
      error: { code: hostile, message: hostile },
    };
    const { env } = await serve({ job });
    for (const words of [[...submit], ['show', '@last'], ['jobs'], ['status', '@last']]) {
      const { stdout, stderr } = await run(words, { env });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
    const { items } = JSON.parse((await run(['status', '@last', '--json'], { env })).stdout);
    expect(items[0].error.message).toBe(hostile);
  });

  it.each<[string, Service['poll'], number]>([
    [
      'a captive portal',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Log in</title>'),
      9,
    ],
    [
      'a redirect of an API call',
      (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
      9,
    ],
    ['a key revoked midway', (response) => answer(response, 401, { error: 'no' }), 3],
    ['a job that is gone', (response) => answer(response, 404, { detail: 'gone' }), 11],
  ])('%s ends the look at a job with its exit, and the job is not lost', async (_, poll, exit) => {
    const { run } = newHome();
    const { env } = await serve({ ...(poll === undefined ? {} : { poll }) });
    await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '-q'], { env });
    const ended = await run(['status', '@last', '--json'], { env });
    expect(ended.code, ended.stderr).toBe(exit);
    expect(errorOf(ended).exit_code).toBe(exit);
    expect(ended.stderr).not.toContain('very-secret');
    expect((await run(['jobs', '-q'])).stdout).toBe('job_faulty\n');
  });
});
