import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '--model', 'vendor-a/image-1', '--set', 'size=96x64', '--sandbox'];
const clip = [
  'submit',
  'a red fox',
  '-m',
  'vendor-b/video-2.5',
  '--duration',
  '4',
  '--resolution',
  '480p',
  '--sandbox',
];

describe('a job from its prompt to its file', () => {
  it('tells the id, and prints the path of a PNG of the size asked for', async () => {
    const { home, run } = newHome();
    const { code, stdout, stderr } = await run([...image, '-D', 'out']);
    expect(code, stderr).toBe(0);
    const path = stdout.trim();
    const [, id] = /^(job_\w+) submitted$/m.exec(stderr) ?? [];
    expect(path).toBe(join(home, 'out', `a-red-fox-${id?.slice(4, 12)}-1.png`));
    const png = readFileSync(path);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([96, 64]);
    expect(stderr).toContain('succeeded');
  });

  it('then stands in jobs, show and status', async () => {
    const { run } = newHome();
    const id = (await run([...clip, '-w', '-q'])).stdout.trim();
    expect((await run(['jobs', '-q'])).stdout.trim()).toBe(id);
    expect((await run(['show', '@last'])).stdout).toContain('a red fox');
    const document = JSON.parse((await run(['status', '@last', '--json'])).stdout);
    expect(document).toMatchObject({
      schema: 'genctl.jobs/v1',
      items: [{ id, status: 'succeeded', profile: 'sandbox', media: 'video', error: null, draft_of: null }],
    });
    expect(document.items[0].cost_usd).toBeGreaterThan(0);
  });

  it('is one document with --json, with what made the file beside the file', async () => {
    const { run } = newHome();
    const { code, stdout } = await run([...image, '--seed', '0', '-D', 'out', '--json']);
    expect(code).toBe(0);
    const job = JSON.parse(stdout);
    expect(job).toMatchObject({
      schema: 'genctl.job/v1',
      status: 'succeeded',
      outputs: [{ content_type: 'image/png' }],
    });
    const [output] = job.outputs;
    expect(statSync(output.path).size).toBe(output.bytes);
    const sidecar = JSON.parse(readFileSync(`${output.path}.json`, 'utf8'));
    expect(sidecar).toMatchObject({ job_id: job.id, seed: 0, sha256: output.sha256, cost_usd: job.cost_usd });
  });

  it('with -q prints paths only, and a second download fetches nothing and overwrites nothing', async () => {
    const { home, run } = newHome();
    const first = await run([...image, '--count', '2', '-D', 'out', '-q', '--no-sidecar']);
    const paths = first.stdout.trim().split('\n');
    expect(paths).toHaveLength(2);
    expect((await run(['download', '@last', '-D', 'out', '-q', '--no-sidecar'])).stdout).toBe(first.stdout);
    expect(readdirSync(join(home, 'out'))).toHaveLength(2);
  });

  it('names files by a template, and chooses another name where one is taken', async () => {
    const { home, run } = newHome();
    await run([...image, '--seed', '7', '-D', 'out', '--name', 'fox-{seed}.{ext}', '--no-sidecar']);
    await run([...image, '--seed', '7', '-D', 'out', '--name', 'fox-{seed}.{ext}', '--no-sidecar']);
    expect(readdirSync(join(home, 'out')).sort()).toEqual(['fox-7-2.png', 'fox-7.png']);
  });

  it('names files by the words of the prompt, also where a setting says so, and a final by its draft’s', async () => {
    const { home, run } = newHome();
    const named = ['-D', 'out', '--name', '{slug}-{n}.{ext}', '--no-sidecar', '-q'];
    await run([...image, ...named]);
    await run([...image, ...named]);
    expect(readdirSync(join(home, 'out')).sort()).toEqual(['a-red-fox-1-2.png', 'a-red-fox-1.png']);
    expect((await run(['config', 'set', 'name', 'by/{slug}'])).code).toBe(0);
    await run(['draft', '狐狸, at Dawn', '--duration', '4', '-D', 'finals', '--sandbox', '--no-sidecar']);
    const final = await run(['finalize', '@last', '-D', 'finals', '--no-sidecar', '-q']);
    expect(final.stdout).toBe(`${join(home, 'finals/by/狐狸-at-dawn-2.mp4')}\n`);
  });

  it('takes a prompt from a file and from stdin', async () => {
    const { run } = newHome();
    const { stdout } = await run(
      ['submit', '-p', '-', '-m', 'vendor-a/image-1', '--sandbox', '--dry-run', '--json'],
      {
        stdin: 'from a pipe\n',
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'genctl.request/v1',
      body: { input: { prompt: 'from a pipe' } },
    });
  });
});

describe('a job that does not succeed', () => {
  it.each([
    ['provider_failed', 5, 'failed'],
    ['canceled', 6, 'canceled'],
    ['expired', 7, 'expired'],
  ])('ends %s with %i, and stdout has its last state', async (scenario, exit, status) => {
    const { run } = newHome();
    const ended = await run([
      'submit',
      `sandbox:${scenario}`,
      '-m',
      'vendor-a/image-1',
      '-w',
      '--json',
      '--sandbox',
    ]);
    expect(ended.code).toBe(exit);
    const job = JSON.parse(ended.stdout);
    expect(job).toMatchObject({ status, cost_usd: null, outputs: null });
    expect(errorOf(ended)).toMatchObject({ exit_code: exit, job_id: job.id });
  });

  it('has no files: a download ends as the job ended, or says that it goes on', async () => {
    const { run } = newHome();
    await run(['submit', 'sandbox:internal', '-m', 'vendor-a/image-1', '--sandbox', '-w', '-q']);
    expect((await run(['download', '@last'])).code).toBe(5);
    await run([...image, '-q'], { env: { GENCTL_SANDBOX_SPEED: '0.01' } });
    const running = await run(['download', '@last', '--json']);
    expect(running.code).toBe(4);
    expect(errorOf(running)).toMatchObject({ code: 'not_over', retryable: true });
  });

  it('among several ends 12', async () => {
    const { run } = newHome();
    const good = (await run([...image, '-q'])).stdout.trim();
    const bad = (
      await run(['submit', 'sandbox:internal', '-m', 'vendor-a/image-1', '--sandbox', '-q'])
    ).stdout.trim();
    const { code, stdout } = await run(['wait', good, bad, '--json']);
    expect(code).toBe(12);
    expect(JSON.parse(stdout).items.map((item: { status: string }) => item.status)).toEqual([
      'succeeded',
      'failed',
    ]);
  });

  it('and is not over in time ends 4, goes on, and can be canceled', async () => {
    const { run } = newHome();
    const env = { GENCTL_SANDBOX_SPEED: '0.01' };
    const ended = await run([...image, '--wait', '--timeout', '1s', '--json'], { env });
    expect(ended.code).toBe(4);
    const { id, status } = JSON.parse(ended.stdout);
    expect(['queued', 'running']).toContain(status);
    expect(errorOf(ended)).toMatchObject({ code: 'wait_timeout', job_id: id, retryable: true });
    const canceled = await run(['cancel', id, '--json']);
    expect(canceled.code).toBe(0);
    expect(JSON.parse(canceled.stdout).items).toMatchObject([{ id, status: 'canceled', cost_usd: null }]);
    expect((await run(['status', id, '--exit-status'])).code).toBe(6);
    expect((await run(['cancel', id])).code).toBe(0);
  });

  it('and is interrupted leaves the job running, with the line that goes on', async () => {
    const { run } = newHome();
    const ended = await run([...image, '--wait', '--verbose'], {
      env: { GENCTL_SANDBOX_SPEED: '0.01' },
      onStderr: (stderr, kill) => {
        if (stderr.includes('/v2/jobs/job_')) kill('SIGTERM');
      },
    });
    expect(ended.code).toBe(143);
    const id = ended.stdout.trim();
    expect(ended.stderr).toContain(`genctl wait ${id}`);
    expect(JSON.parse((await run(['status', id, '--json'])).stdout).items[0].status).not.toBe('canceled');
  });
});

describe('what is not asked for', () => {
  it('creates nothing in an empty home', async () => {
    const { home, run } = newHome();
    await run(['--help']);
    await run(['jobs']);
    await run(['config', 'list']);
    await run([...image, '--dry-run']);
    expect(existsSync(join(home, 'genctl'))).toBe(false);
  });
});
