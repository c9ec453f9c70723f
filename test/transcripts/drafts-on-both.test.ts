import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface ShownJob {
  id: string;
  route: string;
  status: string;
  cost_usd: number | null;
  draft_of: string | null;
  finals: string[] | null;
  request: { input?: Record<string, unknown>; [name: string]: unknown };
  outputs: { path: string; type: string }[];
  raw: Record<string, unknown> | null;
}

const itemsOf = ({ stdout }: Ended) => (JSON.parse(stdout) as { items: ShownJob[] }).items;
const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as ShownJob;

const words = ['a red fox in snow', '--duration', '4', '--json'];
const apis: [string, string[]][] = [
  ['v2', []],
  ['v1', ['--api', 'v1']],
];

describe.each(apis)('a draft and its final on %s', (api, flags) => {
  it('are two jobs, two charges, and known to each other', async () => {
    const { home, run } = newHome();
    const service = await serveSandbox(home);
    const { account: env } = service;
    const drafted = await run(['draft', ...words, ...flags, '-w'], { env });
    expect(drafted.code, drafted.stderr).toBe(0);
    const [draft] = itemsOf(drafted);
    if (draft === undefined) throw new Error('no draft');
    expect(draft).toMatchObject({ route: api === 'v2' ? 'jobs' : 'tasks', status: 'succeeded' });
    const finalized = await run(['finalize', draft.id, '-D', 'finals', '--json'], { env });
    expect(finalized.code, finalized.stderr).toBe(0);
    const final = jobOf(finalized);
    expect(final).toMatchObject({ status: 'succeeded', draft_of: draft.id });
    expect(final.id).not.toBe(draft.id);
    const shown = jobOf(await run(['show', draft.id, '--json'], { env }));
    expect(shown.finals).toEqual([final.id]);
    const sidecar = JSON.parse(readFileSync(`${final.outputs[0]?.path}.json`, 'utf8'));
    expect(sidecar).toMatchObject({ draft_of: draft.id });
    expect(service.jobIds()).toHaveLength(2);
    // A submit settles what was done before it: 4 s at 480p and 4 s at 1080p of the sandbox's list.
    await run(['submit', 'settle', '-m', 'vendor-a/image-1', '-q'], { env });
    expect(service.chargedUsd()).toBeCloseTo(4 * 0.02 + 4 * 0.1);
  });
});

describe('a draft under the vendor’s own id', () => {
  const own = ['-m', 'native-video-2-5', '--route', 'tasks', '--sandbox', '-q'];

  it('has a final, which names the id again and is linked to it', async () => {
    const { run } = newHome();
    const draft = (await run(['draft', 'a fox', ...own, '-w'])).stdout.trim();
    const finalized = await run(['finalize', draft, '-w', '--json']);
    expect(finalized.code, finalized.stderr).toBe(0);
    const final = jobOf(finalized);
    expect(final).toMatchObject({ status: 'succeeded', draft_of: draft });
    expect(final.request).toMatchObject({ model: 'native-video-2-5', resolution: '1080p' });
    expect(jobOf(await run(['show', draft, '--json'])).finals).toEqual([final.id]);
  });

  it('is one however it was asked for, and an ordinary job under such an id is none', async () => {
    const { run } = newHome();
    await run(['submit', 'a fox', ...own, '--set', 'draft=true', '-w']);
    expect((await run(['finalize', '@last', '--dry-run'])).code).toBe(0);
    await run(['submit', 'a fox', ...own, '-w']);
    const refused = await run(['finalize', '@last', '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'draft_unusable']);
  });
});
