import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { openTunnel } from './fixtures/tunnel.ts';
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

  it('a wait for jobs that nobody calls back for says so, and waits', async () => {
    expect((await run([...image, '--sandbox'])).code).toBe(0);
    const ended = await run(['wait', '@last', '--listen', '0']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('no callback will come: no job here was submitted with a callback URL');
  });
});
