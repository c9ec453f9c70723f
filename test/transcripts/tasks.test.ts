import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { onLoopback } from './fixtures/on-loopback.ts';
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

  it('can not be canceled, which is said before anything is sent', async () => {
    const { run } = newHome();
    await run([...clip, '--api', 'v1', '-q', '--sandbox']);
    const refused = await run(['cancel', '@last', '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'no_cancel_route']);
    expect(JSON.parse(refused.stdout).items).toMatchObject([{ route: 'tasks', status: 'queued' }]);
    expect((await run(['cancel', '@last'])).stdout).toBe('');
    const late = await run([...clip, '--api', 'v1', '-w', '--on-interrupt', 'cancel', '--sandbox', '--json']);
    expect([late.code, late.stdout]).toEqual([2, '']);
  });
});

describe('the other routes of v1', () => {
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
});

describe('a v1 submit whose answer is lost', () => {
  /** A service that takes each submit and hangs up on it. */
  async function hangingUp() {
    let submits = 0;
    const GENCTL_BASE_URL = await onLoopback((request) => {
      request.resume().on('end', () => {
        submits += 1;
        request.socket.destroy();
      });
    });
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
