import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { openTunnel, portSaid } from './fixtures/tunnel.ts';
import { errorOf, newHome } from './genctl.ts';

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--set', 'size=96x64'];
/** No test lives for as long as that: where a job ends, a callback ended it. */
const seldom = ['--interval', '1h', '--timeout', '2h'];
const hook = 'https://hook.example/genctl/s3cret';

describe('callbacks that are taken', () => {
  const { home, run } = newHome();

  it('a submit that waits ends soon after the service calls back, however seldom it looks', async () => {
    const { account } = await serveSandbox(home, { speed: '1' });
    const tunnel = await openTunnel();
    const words = [...image, '-w', ...seldom, '--listen', '0', '--callback-url', tunnel.url, '-v'];
    const ended = await run(words, { env: account, onStderr: tunnel.leadToPortIn });
    expect(ended.code, ended.stderr).toBe(0);
    const id = ended.stdout.trim();
    expect(ended.stderr).toContain(`< callback for ${id}\n`);
    const looks = ended.stderr.match(new RegExp(`^> GET .*/v2/jobs/${id}`, 'gm')) ?? [];
    expect(looks.length).toBeLessThanOrEqual(2);
    expect(ended.stderr).not.toContain('s3cret');
  });

  it('a wait that takes them looks at its own job alone, and a flood of forged ones costs what polling would', {
    timeout: 90_000,
  }, async () => {
    const service = await startPausedService();
    const { env } = service;
    for (const prompt of ['a fox', 'another fox']) {
      const made = await run(['submit', prompt, '-m', 'vendor-a/image-1', '--callback-url', hook], { env });
      expect(made.code, made.stderr).toBe(0);
    }
    let forged: Promise<{ answers: Set<number>; looks: number }> | undefined;
    const before = performance.now();
    const ended = await run(['wait', 'job_1', ...seldom, '--listen', '0', '-v'], {
      env,
      onStderr(stderr) {
        const [, port] = /^Callbacks/m.test(stderr) ? (portSaid.exec(stderr) ?? []) : [];
        if (port !== undefined && stderr.includes('< 200')) forged ??= forge(`http://127.0.0.1:${port}`);
      },
    });
    async function forge(url: string) {
      const answers = new Set<number>();
      // Who sends on after a refusal may be cut off before it is read.
      const cutOff = { status: 413 };
      const send = async (body: string): Promise<number> => {
        const { status } = await fetch(url, { method: 'POST', body }).catch(() => cutOff);
        answers.add(status);
        return status;
      };
      for (let each = 0; each < 100; each += 1) {
        const ten = [
          'job_1',
          'job_1',
          'job_1',
          'job_2',
          'job_9',
          '',
          '{',
          'x'.repeat(70_000),
          'job_1',
          'job_1',
        ];
        await Promise.all(ten.map((id) => send(`{"id":"${id}","status":"succeeded"}`)));
      }
      const tookMs = performance.now() - before;
      const looks = service.looks();
      service.states.set('job_1', 'succeeded');
      // A connection that was cut off may take this one along.
      while ((await send('{"id":"job_1"}')) !== 204);
      return { answers, looks: looks - tookMs / 1_000 };
    }
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(/job_1\s+succeeded/);
    const told = await forged;
    expect([...(told?.answers ?? [])].toSorted()).toEqual([204, 413]);
    // The service asks for a second between looks.
    expect(told?.looks).toBeLessThanOrEqual(2);
    expect(ended.stderr).toContain('< callback for no job that is waited for\n');
  });

  it('a port that is in use is told before anything is sent', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((ready) => other.once('listening', ready));
    const { port } = other.address() as AddressInfo;
    const service = await startPausedService();
    const words = [...image, '-w', '--listen', String(port), '--callback-url', hook, '--json'];
    const ended = await run(words, { env: service.env });
    other.close();
    expect(ended).toMatchObject({ code: 14, stdout: '' });
    expect(errorOf(ended)).toMatchObject({
      code: 'port_unusable',
      message: `genctl can't listen on 127.0.0.1:${port} for callbacks`,
      why: 'Another program listens there.',
    });
    expect(service.submits()).toBe(0);
  });

  it.each([
    [['--api', 'v2'], 'The request has no callback URL, so the service would call nobody.'],
    [['--api', 'v1'], 'Of the routes, jobs (v2) calls back.'],
  ])('a submit that nobody would call back is refused: %j', async (how, why) => {
    const words = [
      'submit',
      'a fox',
      '-m',
      'vendor-b/video-2.5',
      ...how,
      '-w',
      '--listen',
      '8787',
      '--sandbox',
    ];
    const ended = await run([...words, '--json']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(ended)).toMatchObject({ code: 'flag_idle', message: '--listen has no effect', why });
    expect((await run([...words, '--dry-run'])).code).toBe(2);
  });

  it.each(['--json', '--quiet'])('on a free port of which %s says nothing are refused', async (silent) => {
    const service = await startPausedService();
    const words = [...image, '-w', '--listen', '0', '--callback-url', hook, silent];
    const ended = await run(words, { env: service.env });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(`--listen 0 and ${silent}`);
    expect(service.submits()).toBe(0);
  });

  it('is for a line that waits', async () => {
    const ended = await run([...image, '--callback-url', hook, '--listen', '8787', '--sandbox', '--json']);
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code: 'flag_idle', message: '--listen has no effect' });
  });

  it('a wait for jobs that nobody calls back for says so, and waits', async () => {
    expect((await run([...image, '--sandbox'])).code).toBe(0);
    const ended = await run(['wait', '@last', '--listen', '0']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('no callback will come: no job here was submitted with a callback URL');
  });
});
