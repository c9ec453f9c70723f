import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPausedService } from './fixtures/paused-service.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { newHome } from './genctl.ts';

const image = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--wait', '-q'];
const apart = (jobs: string) => `${jobs} of the sandbox: genctl jobs --sandbox\n`;

/** A home with a job of an account that cost something, and two of the sandbox. */
async function mixed() {
  const { home, run } = newHome();
  const { account: env } = await serveSandbox(home);
  const own = (await run(image, { env })).stdout;
  for (const _ of [1, 2]) await run([...image, '--sandbox'], { env });
  return { env, own, run };
}

describe('jobs of the sandbox', () => {
  it('are apart from those of an account in jobs, and shown with --sandbox', async () => {
    const { env, own, run } = await mixed();
    const both = await run(['jobs', '-q'], { env });
    expect([both.code, both.stdout]).toEqual([0, own]);
    const listed = await run(['jobs'], { env });
    expect(listed.stdout.split('\n')).toHaveLength(2);
    expect(listed.stderr).toBe(apart('2 jobs'));
    const sandbox = await run(['jobs', '--sandbox'], { env });
    expect(sandbox.stdout.split('\n')).toHaveLength(3);
    expect(sandbox.stderr).not.toContain('apart');
    const document = JSON.parse((await run(['jobs', '--json'], { env })).stdout);
    expect(document).toMatchObject({ sandbox_apart: true, unsettled: 0 });
    expect(document.items).toHaveLength(1);
    // Without its key there is no account in use, and all jobs are listed.
    expect((await run(['jobs', '-q'])).stdout.split('\n')).toHaveLength(4);
    const none = await run(['jobs', '--model', 'vendor-b/video-2.5'], { env });
    expect(none.stderr).toMatch(/^No job/);
    expect(none.stderr).not.toContain('apart');
  });

  it('and their prices are in a line of their own below what an account was charged', async () => {
    const { env, run } = await mixed();
    const told = await run(['costs'], { env });
    expect(told.stdout).toMatch(/^\S+\t0\.03\t1\t1\t0\n$/);
    expect(told.stderr).toBe(
      'Not included: 2 jobs of the sandbox, $0.06 at invented prices. To see them: genctl costs --sandbox\n',
    );
    expect((await run(['costs', '-q'], { env })).stdout).toBe('0.03\n');
    const document = JSON.parse((await run(['costs', '--json', '--by', 'profile'], { env })).stdout);
    expect(document).toMatchObject({ total_usd: 0.03, jobs: 1, sandbox_usd: 0.06, sandbox_apart: true });
    expect(document.items).toMatchObject([{ profile: 'environment' }]);
    const sandbox = JSON.parse((await run(['costs', '--json', '--sandbox'], { env })).stdout);
    expect(sandbox).toMatchObject({ total_usd: 0.06, sandbox_usd: 0.06, sandbox_apart: false });
    expect((await run(['costs', '-q'], { env: { GENCTL_PROFILE: 'sandbox' } })).stdout).toBe('0.03\n');
  });

  it('are all there is in a home that knows no other', async () => {
    const { run } = newHome();
    await run([...image, '--sandbox']);
    const listed = await run(['jobs']);
    expect([listed.stdout.split('\n').length, listed.stderr]).toEqual([2, '']);
    expect((await run(['costs', '-q'])).stdout).toBe('0.03\n');
    const env = { GENCTL_BASE_URL: 'https://api.example.com', GENCTL_API_KEY: 'key' };
    const other = await run(['jobs'], { env });
    expect([other.stdout, other.stderr]).toEqual([
      '',
      expect.stringMatching(`^No jobs yet[\\s\\S]*\n${apart('1 job')}$`),
    ]);
    expect((await run(['costs'], { env })).stderr).toMatch(
      /^No jobs to add up[\s\S]*\nNot included: 1 job of /,
    );
  });
});

describe('a submit whose answer was lost and whose process was killed', () => {
  async function lost() {
    const { home, run } = newHome();
    const service = await startPausedService();
    const open = join(home, 'genctl', 'ledger', 'open');
    let kill: ((signal: NodeJS.Signals) => void) | undefined;
    service.onSubmit = () => kill?.('SIGKILL');
    await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight'], {
      env: service.env,
      ownProcess: true,
      onStart: (by) => {
        kill = by;
      },
    });
    expect(existsSync(open) && readdirSync(open)).toHaveLength(1);
    return { run, service };
  }
  const line = '1 submit has no answer yet; if no run waits for it any more: genctl recover';

  it('is told by jobs and costs at once, and by no other account', async () => {
    const { run, service } = await lost();
    const { env } = service;
    for (const command of ['jobs', 'costs']) {
      expect((await run([command], { env })).stderr).toContain(line);
      expect((await run([command])).stderr).toContain(line);
      expect((await run([command, '--sandbox'], { env })).stderr).not.toContain('no answer');
      expect(JSON.parse((await run([command, '--json'], { env })).stdout)).toMatchObject({ unsettled: 1 });
    }
    expect((await run(['config', 'path'], { env })).stderr).not.toContain('answer');
    service.onSubmit = undefined;
    expect((await run(['recover'], { env })).code).toBe(0);
    expect((await run(['jobs'], { env })).stderr).not.toContain('answer');
  });
});
