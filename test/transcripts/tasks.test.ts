import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface ShownTask {
  id: string;
  route: string;
  status: string;
  outputs: { url: string; path: string; content_type: string }[];
  raw: Record<string, unknown>;
  error: Record<string, unknown> | null;
}

const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as ShownTask;
const clip = ['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--duration', '4', '--resolution', '480p'];

describe('a v1 task from its prompt to its files', () => {
  it('has the whole body of the service under raw, and the closing still beside the clip', async () => {
    const { run } = newHome();
    const ended = await run([
      ...clip,
      '--api',
      'v1',
      '--return-last-frame',
      '-D',
      'out',
      '--sandbox',
      '--json',
    ]);
    expect(ended.code, ended.stderr).toBe(0);
    const job = jobOf(ended);
    expect(job).toMatchObject({ route: 'tasks', status: 'succeeded' });
    expect(job.raw).toMatchObject({ status: 'succeeded', content: { video_url: expect.any(String) } });
    expect(Object.keys(job.raw).length).toBeGreaterThan(15);
    expect(job.outputs[0]?.url).toBe(job.raw.media_url);
    const [video, still] = job.outputs;
    expect(
      readFileSync(video?.path ?? '')
        .subarray(4, 8)
        .toString(),
    ).toBe('ftyp');
    expect(
      readFileSync(still?.path ?? '')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(statSync(`${video?.path}.json`).size).toBeGreaterThan(0);
  });

  it('over HTTP, waited for and fetched by other commands, without a flag', async () => {
    const { home, run } = newHome();
    const { account: env } = await serveSandbox(home);
    const id = (await run([...clip, '--api', 'v1', '-q'], { env })).stdout.trim();
    expect(id).not.toMatch(/^job_/);
    expect((await run(['status', '@last', '--exit-status', '--json'], { env })).code).toBe(0);
    const fetched = await run(['download', id, '-D', 'out', '-q'], { env });
    expect(fetched.code, fetched.stderr).toBe(0);
    expect(readFileSync(fetched.stdout.trim()).length).toBeGreaterThan(10_000);
  });

  it('is found on a machine that does not know it by its id and route', async () => {
    const { home, run } = newHome();
    const { account: env } = await serveSandbox(home);
    const id = (await run([...clip, '--api', 'v1', '-w', '-q'], { env })).stdout.trim();
    const other = newHome();
    expect((await other.run(['status', id], { env })).code).toBe(11);
    expect((await other.run(['status', id, '--api', 'v1'], { env })).code).toBe(2);
    const found = await other.run(['status', id, '--api', 'v1', '--route', 'tasks', '--json'], { env });
    expect(found.code, found.stderr).toBe(0);
    expect(JSON.parse(found.stdout).items).toMatchObject([{ id, status: 'succeeded', route: 'tasks' }]);
  });

  it('can not be canceled, which is said before anything is sent', async () => {
    const { run } = newHome();
    await run([...clip, '--api', 'v1', '-q', '--sandbox']);
    const refused = await run(['cancel', '@last', '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'no_cancel_route']);
    const late = await run([...clip, '--api', 'v1', '-w', '--on-interrupt', 'cancel', '--sandbox', '--json']);
    expect([late.code, late.stdout]).toEqual([2, '']);
  });

  it('fails with the words and the code of the generator', async () => {
    const { run } = newHome();
    const words = ['submit', 'sandbox:soundtrack', '-m', 'vendor-b/video-2.5', '--api', 'v1', '-w'];
    const failed = await run([...words, '--sandbox', '--json']);
    expect(failed.code).toBe(5);
    expect(jobOf(failed).error).toMatchObject({ code: 'provider_failed', provider_code: expect.any(String) });
  });
});

describe('the other routes of v1', () => {
  it('takes a spicy id by itself', async () => {
    const { run } = newHome();
    const ended = await run(['submit', 'a fox', '-m', 'spicy/video-2-5', '-D', 'out', '--sandbox', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(jobOf(ended)).toMatchObject({ route: 'spicy', status: 'succeeded' });
  });

  it('renders images later and at once', async () => {
    const { run } = newHome();
    const words = ['submit', 'a fox', '-m', 'vendor-b/image-1', '-D', 'out', '--sandbox', '--json'];
    const later = await run([...words, '--api', 'v1', '--route', 'images']);
    expect(later.code, later.stderr).toBe(0);
    expect(jobOf(later)).toMatchObject({ route: 'images', status: 'succeeded' });
    const atOnce = await run([...words, '--sync']);
    expect(atOnce.code, atOnce.stderr).toBe(0);
    const [picture] = jobOf(atOnce).outputs;
    expect(
      readFileSync(picture?.path ?? '')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it.each([
    ['--callback-url', 'https://example.com/done'],
    ['--prompt-enhance', 'basic'],
    ['--count', '2'],
  ])('refuses %s by name, with the API that can', async (...flag) => {
    const { run } = newHome();
    const refused = await run([...clip, '--api', 'v1', ...flag, '--sandbox', '--json']);
    expect(refused.code).toBe(2);
    const error = errorOf(refused);
    expect(`${error.message} ${error.hint}`).toContain(flag[0]);
    expect(`${error.message} ${error.hint}`).toContain('v2');
  });
});

describe('a v1 submit whose answer is lost', () => {
  /** A service that takes each submit and hangs up on it. */
  async function hangingUp() {
    let submits = 0;
    const server = createServer((request) => {
      request.resume().on('end', () => {
        submits += 1;
        request.socket.destroy();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const GENCTL_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { env: { GENCTL_BASE_URL, GENCTL_API_KEY: 'sk-test' }, submits: () => submits };
  }

  it('is never sent again, by nothing, and is closed by hand', async () => {
    const { run } = newHome();
    const { env, submits } = await hangingUp();
    const words = [...clip, '--api', 'v1', '--once', 'shot'];
    const lost = await run([...words, '--json'], { env });
    expect([lost.code, lost.stdout]).toEqual([13, '']);
    const key = String(errorOf(lost).idempotency_key);
    expect(errorOf(lost)).toMatchObject({ code: 'outcome_unknown', retryable: expect.any(Boolean) });
    const named = await run(words, { env });
    expect(named.stderr).toContain('works on this machine alone');
    for (const again of [words, ['recover', '--json'], ['recover', '--resend', '--json']]) {
      const ended = await run(again, { env });
      expect(ended.code, ended.stderr).toBe(13);
    }
    expect(submits()).toBe(1);
    expect((await run(['recover', '--forget', 'another', '--json'], { env })).code).toBe(2);
    expect((await run(['recover', '--forget', key], { env })).code).toBe(0);
    expect((await run(['recover'], { env })).stderr).toContain('Nothing to settle');
    expect(submits()).toBe(1);
  });
});

describe('pictures at once, as base64', () => {
  it('are files like any other, and no document holds their bytes', async () => {
    const { run } = newHome();
    const words = [
      'submit',
      'a fox',
      '-m',
      'vendor-b/image-1',
      '--sync',
      '--set',
      'response_format=b64_json',
    ];
    const ended = await run([...words, '--count', '2', '-D', 'out', '--sandbox', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    const { outputs } = jobOf(ended);
    expect(outputs).toHaveLength(2);
    for (const { path } of outputs) expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
    expect(ended.stdout.length).toBeLessThan(5_000);
  });
});
