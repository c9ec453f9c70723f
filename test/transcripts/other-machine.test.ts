import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface Shown {
  id: string;
  route: string;
  status: string;
  draft_of: string | null;
  request: Record<string, unknown>;
  outputs: { path: string }[];
}

const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as Shown;

/** Two machines of one account: the one makes jobs, of which the other knows nothing but an id. */
async function twoMachines() {
  const [here, there] = [newHome(), newHome()];
  const { account: env, jobIds } = await serveSandbox(here.home);
  return {
    jobIds,
    folder: join(here.home, 'out'),
    here: (words: readonly string[]) => here.run(words, { env }),
    there: (words: readonly string[]) => there.run(words, { env }),
  };
}

const ways: [string, string[], string[]][] = [
  ['v2', [], []],
  ['v1 tasks', ['--api', 'v1'], ['--api', 'v1', '--route', 'tasks']],
  ['v1 spicy', ['-m', 'spicy/video-2-5'], ['--api', 'v1', '--route', 'spicy']],
];

describe.each(sample(ways, () => 'a way', 3))(
  'a draft that another machine made on %s',
  (_, made, lookup) => {
    it('is finalized by its id, once it has succeeded', async () => {
      const { here, there, jobIds } = await twoMachines();
      const draft = (await here(['draft', 'a fox', ...made, '-w', '-q'])).stdout.trim();
      const finalized = await there(['finalize', draft, ...lookup, '-D', 'finals', '--json']);
      expect(finalized.code, finalized.stderr).toBe(0);
      expect(jobOf(finalized)).toMatchObject({ status: 'succeeded', draft_of: draft });
      expect(jobOf(finalized).outputs[0]?.path).toMatch(/finals/);
      expect(jobIds()).toHaveLength(2);
    });

    it('that failed, or is none, is refused and not paid for', async () => {
      const { here, there, jobIds } = await twoMachines();
      const failed = (await here(['draft', 'sandbox:provider_failed', ...made, '-w', '-q'])).stdout.trim();
      const refused = await there(['finalize', failed, ...lookup, '--json']);
      expect([refused.code, errorOf(refused).code]).toEqual([2, 'draft_unusable']);
      const plain = made.includes('-m') ? made : [...made, '-m', 'vendor-b/video-2.5'];
      const ordinary = (await here(['submit', 'a fox', ...plain, '-w', '-q'])).stdout.trim();
      expect((await there(['finalize', ordinary, ...lookup, '--json'])).code).toBe(10);
      expect(jobIds()).toHaveLength(2);
    });
  },
);

describe('a job that another machine made', () => {
  it('is taken by every command that takes an id, under the same flags', async () => {
    const { here, there } = await twoMachines();
    const words = ['submit', 'a fox', '-m', 'vendor-b/video-2.5', '--api', 'v1', '-w', '-q'];
    const id = (await here(words)).stdout.trim();
    const flags = ['--api', 'v1', '--route', 'tasks', '--json'];
    for (const command of ['status', 'wait', 'download', 'show'])
      expect((await there([command, id, ...flags])).code, command).toBe(0);
    const canceled = await there(['cancel', id, ...flags]);
    expect([canceled.code, errorOf(canceled).code, canceled.stdout]).toEqual([2, 'no_cancel_route', '']);
  });

  it('has no request to be made again: that is said, and no flag is to blame', async () => {
    const { here, there } = await twoMachines();
    const job = (await here(['submit', 'a fox', '-m', 'vendor-a/image-1', '-q'])).stdout.trim();
    const task = (await here(['draft', 'a fox', '--api', 'v1', '-q'])).stdout.trim();
    for (const words of [
      [job],
      [job, '--api', 'v2'],
      [task, '--api', 'v1', '--route', 'tasks'],
      [task, '--route', 'tasks'],
    ]) {
      const ended = await there(['rerun', ...words, '--json']);
      expect([ended.code, errorOf(ended).code]).toEqual([2, 'request_unknown']);
      expect(errorOf(ended).hint).not.toMatch(/--api|--route/);
    }
    const bare = await there(['rerun', task, '--json']);
    expect([bare.code, errorOf(bare).code]).toEqual([11, 'job_not_found']);
    expect(errorOf(bare).hint).not.toMatch(/--api|--route/);
  });

  it('needs its route, and the hint that says so names flags that the command takes', async () => {
    const { here, there } = await twoMachines();
    const task = (await here(['draft', 'a fox', '--api', 'v1', '-w', '-q'])).stdout.trim();
    for (const command of ['status', 'wait', 'cancel', 'download', 'show', 'finalize']) {
      const bare = await there([command, task, '--json']);
      expect([bare.code, errorOf(bare).code]).toEqual([11, 'job_not_found']);
      expect(errorOf(bare).hint).toContain('--api v1 --route tasks (or images, spicy)');
      const halfway = await there([command, task, '--api', 'v1', '--json']);
      expect([halfway.code, errorOf(halfway).code]).toEqual([2, 'route_required']);
    }
  });

  it.each([
    ['v2', []],
    ['v1', ['--api', 'v1']],
  ])('on %s is the job of its file, too, where the sidecar came along', async (_, flags) => {
    const { here, there, folder } = await twoMachines();
    const out = ['-D', folder];
    const made = await here(['submit', 'a fox', '-m', 'vendor-b/video-2.5', ...flags, ...out, '--json']);
    const { id, outputs } = jobOf(made);
    const path = outputs[0]?.path ?? '';
    for (const words of [['status'], ['wait'], ['show'], ['download', ...out]]) {
      const [command = '', ...flags] = words;
      const ended = await there([command, path, ...flags, '--json']);
      const document = JSON.parse(ended.stdout) as Shown & { items?: Shown[] };
      expect(document.items?.[0] ?? document, command).toMatchObject({ id, status: 'succeeded' });
    }
    rmSync(`${path}.json`);
    expect((await there(['status', path, '--json'])).code).toBe(11);
  });
});

/** An account `home`, which is in use, and `work`, of another service that has a slow job; the ledger knows none of its jobs. */
async function twoAccounts() {
  const [here, there] = [newHome(), newHome()];
  const slow = await serveSandbox(here.home, { speed: '1' });
  const own = await serveSandbox(there.home);
  for (const [profile, { account }] of Object.entries({ home: own, work: slow })) {
    const words = ['auth', 'login', '--profile', profile, '--base-url', account.GENCTL_BASE_URL];
    const ended = await there.run(words, { stdin: `${account.GENCTL_API_KEY}\n` });
    expect(ended.code, ended.stderr).toBe(0);
  }
  expect((await there.run(['auth', 'use', 'home'])).code).toBe(0);
  const sends = async (words: readonly string[]) => {
    const ended = await here.run(['submit', 'a fox', ...words, '-q'], { env: slow.account });
    expect(ended.code, ended.stderr).toBe(0);
    return ended.stdout.trim();
  };
  const out = join(there.home, 'out');
  mkdirSync(out);
  const sidecar = (name: string, job_id: string, route: string) =>
    writeFileSync(
      join(out, `${name}.json`),
      JSON.stringify({ schema: 'genctl.sidecar/v1', job_id, route, profile: 'work', request: {} }),
    );
  return { run: there.run, sends, sidecar };
}

describe('a job of another account that a sidecar names', () => {
  it('goes on by the path, which leads to its account and its route, as do other paths beside it', async () => {
    const { run, sends, sidecar } = await twoAccounts();
    const clip = ['-m', 'vendor-b/video-2.5'];
    sidecar('a.mp4', await sends(clip), 'jobs');
    sidecar('b.mp4', await sends([...clip, '--api', 'v1']), 'tasks');
    for (const paths of [['out/a.mp4'], ['out/b.mp4', 'out/a.mp4']]) {
      const ended = await run(['wait', ...paths, '--timeout', '10ms', '--json']);
      expect(ended.code, ended.stderr).toBe(4);
      expect(errorOf(ended).hint).toBe(`genctl wait ${paths.join(' ')} --timeout 10ms`);
    }
  });
});
