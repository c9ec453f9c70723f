import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/sandbox/library.ts';

const root = resolve(import.meta.dirname, '../..');

/** What an install may do to the files of the program. */
const changes = {
  'are removed': (dist: string) => rmSync(dist, { recursive: true }),
  'are half written': (dist: string) => {
    for (const name of readdirSync(dist)) {
      const path = join(dist, name);
      truncateSync(path, Math.floor(statSync(path).size / 2));
    }
  },
} as const;

/** A service that changes the files of an installed copy while it holds back the answer to the first such request. */
async function replacing(
  change: (dist: string) => void,
  isMoment: (method: string, path: string) => boolean,
) {
  const install = mkdtempSync(join(tmpdir(), 'genctl-replaced-'));
  for (const part of ['bin', 'dist']) cpSync(join(root, part), join(install, part), { recursive: true });
  const service = createSandbox();
  const { baseUrl } = await service.listen();
  let isChanged = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/' } = request;
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const answer = await fetch(`${baseUrl}${url}`, {
      method,
      headers: {
        authorization,
        'content-type': 'application/json',
        ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = await answer.text();
    if (!isChanged && isMoment(method, url)) {
      isChanged = true;
      change(join(install, 'dist'));
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await service.close();
    rmSync(install, { recursive: true, force: true });
  });
  const env = {
    PATH: process.env.PATH,
    GENCTL_HOME: join(install, 'home'),
    GENCTL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GENCTL_API_KEY: service.apiKey,
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const start = (program: string, words: readonly string[]) =>
    ended(spawn(process.execPath, [join(program, 'bin/genctl.js'), ...words], { cwd: install, env }));
  return {
    ids: () => service.requests().flatMap(({ answer, method }) => (method === 'POST' ? idOf(answer) : [])),
    isChanged: () => isChanged,
    /** Starts the copy that is being replaced. */
    run: (words: readonly string[]) => start(install, words),
    /** Starts the program as it stands after the install. */
    runAgain: (words: readonly string[]) => start(root, words),
  };
}

function idOf(answer: { body: unknown } | null): string[] {
  const { id } = (answer?.body ?? {}) as { id?: string };
  return id === undefined ? [] : [id];
}

function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((done, fail) => {
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}

const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1'];
const lines = {
  submit,
  'submit --json': [...submit, '--json'],
  'submit --wait': [...submit, '--wait'],
  'submit --takes': [...submit, '--takes', '2', '--yes'],
  'submit -D': [...submit, '-D', 'out'],
  'submit --api v1': ['submit', 'a fox', '-m', 'vendor-b/image-1', '--api', 'v1'],
  draft: ['draft', 'a fox', '--duration', '4'],
};

describe.each(Object.entries(changes))(
  'a program whose files %s while a submit is under way',
  (_, change) => {
    it.each(Object.entries(lines))('tells and records what was paid for: %s', async (name, words) => {
      const place = await replacing(change, (method) => method === 'POST');
      const { code, stderr, stdout } = await place.run(words);
      expect(place.isChanged()).toBe(true);
      expect(stderr).not.toMatch(/^\s+at |has a bug/m);
      expect([0, 14], stderr).toContain(code);
      const ids = place.ids();
      expect(ids).toHaveLength(name === 'submit --takes' ? 2 : 1);
      for (const id of ids) expect(stdout + stderr).toContain(id);
      const { stdout: jobs } = await place.runAgain(['jobs', '--json']);
      for (const id of ids) expect(jobs).toContain(id);
    });
  },
);

describe('a program whose files are removed while a job is looked at', () => {
  it.each(['wait', 'status'])('tells what became of it: %s', async (command) => {
    const place = await replacing(
      changes['are removed'],
      (method, path) => method === 'GET' && path.startsWith('/v2/jobs/'),
    );
    const { stdout: id } = await place.runAgain([...submit, '-q']);
    const { code, stderr, stdout } = await place.run([command, id.trim()]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${id.trim()}\tsucceeded\t`));
    expect(place.isChanged()).toBe(true);
  });
});
