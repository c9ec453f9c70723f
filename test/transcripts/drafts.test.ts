import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface ShownJob {
  id: string;
  finals: string[] | null;
  request: { input?: Record<string, unknown>; [name: string]: unknown };
}

const itemsOf = ({ stdout }: Ended) => (JSON.parse(stdout) as { items: ShownJob[] }).items;
const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as ShownJob;

describe('draft', () => {
  it('has a seed of its own for each take, and under a name the same again', async () => {
    const { run } = newHome();
    const takes = ['draft', 'a fox', '--takes', '4', '--once', 'fox', '--sandbox', '--json'];
    const first = itemsOf(await run(takes));
    const seeds = first.map(({ request }) => request.input?.seed);
    expect(new Set(seeds).size).toBe(4);
    for (const seed of seeds) expect(seed).toBeTypeOf('number');
    const second = itemsOf(await run(takes));
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect((await run(['jobs', '-q'])).stdout.trim().split('\n')).toHaveLength(4);
  });

  it('counts the seeds up from the one that is given', async () => {
    const { run } = newHome();
    const ended = await run([
      'draft',
      'a fox',
      '--takes',
      '3',
      '--seed',
      '0',
      '--dry-run',
      '--sandbox',
      '--json',
    ]);
    const { schema, items } = JSON.parse(ended.stdout) as {
      schema: string;
      items: { body: { input: unknown } }[];
    };
    expect(schema).toBe('genctl.requests/v1');
    expect(items.map(({ body }) => body.input)).toMatchObject([{ seed: 0 }, { seed: 1 }, { seed: 2 }]);
  });

  it('takes no tier but its own, and is not touched by the one of a project', async () => {
    const { run } = newHome();
    const refused = await run(['draft', 'x', '--resolution', '720p', '--sandbox', '--json']);
    expect(refused.code).toBe(2);
    expect(errorOf(refused)).toMatchObject({ code: 'preflight' });
    const own = await run(['draft', 'x', '--resolution', '480p', '--sandbox', '--dry-run']);
    expect(own.code, own.stderr).toBe(0);
  });

  it('of the spicy tier is sent to v1 by itself, and refused on v2', async () => {
    const { run } = newHome();
    const dry = ['draft', 'x', '-m', 'spicy/video-2-5', '--sandbox', '--dry-run', '--json'];
    const { url } = JSON.parse((await run(dry)).stdout) as { url: string };
    expect(url).toMatch(/\/v1\/spicy\/generations$/);
    const refused = await run([...dry, '--api', 'v2']);
    expect(refused.code).toBe(2);
    expect(errorOf(refused).code).toBe('model_not_on_v2');
  });

  it.each(['vendor-b/video-2.0', 'vendor-a/video-1'])('is not there for %s', async (model) => {
    const { run } = newHome();
    const refused = await run(['draft', 'x', '-m', model, '--sandbox', '--json']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
  });

  it.each(['vendor-b/video-9', 'vendor-a/video-1'])('is not there for a body of %s', async (model) => {
    const { run } = newHome();
    const body = JSON.stringify({ model, input: {} });
    const refused = await run(['draft', '--body', body, '--sandbox', '--dry-run', '--json']);
    expect([refused.code, errorOf(refused).code]).toEqual([2, 'draft_unsupported']);
  });
});

describe('finalize', () => {
  it('refuses what has no final, each with what leads on', async () => {
    const { run } = newHome();
    const plain = (
      await run(['submit', 'x', '-m', 'vendor-b/video-2.5', '-w', '-q', '--sandbox'])
    ).stdout.trim();
    const notADraft = await run(['finalize', plain, '--json']);
    expect([notADraft.code, errorOf(notADraft).code]).toEqual([2, 'draft_unusable']);
    // Never a line that pays for a draft whose prompt is the id.
    expect(errorOf(notADraft).fix).toEqual({ argv: ['genctl', 'jobs', '--draft'] });
    const failed = (await run(['draft', 'sandbox:provider_failed', '-w', '-q', '--sandbox'])).stdout.trim();
    const notSucceeded = await run(['finalize', failed, '--json']);
    expect([notSucceeded.code, errorOf(notSucceeded).code]).toEqual([2, 'draft_unusable']);
    expect(errorOf(notSucceeded).hint).toContain(`genctl rerun ${failed}`);
    expect((await run(['finalize'])).code).toBe(2);
    expect((await run(['finalize', '@9'])).code).toBe(11);
  });

  it('is one final under a name, however often it runs', async () => {
    const { run } = newHome();
    await run(['draft', 'x', '-w', '-q', '--sandbox']);
    const final = jobOf(await run(['finalize', '@last', '--once', 'final', '--wait', '--json']));
    const again = jobOf(await run(['finalize', '@2', '--once', 'final', '--wait', '--json']));
    expect(again.id).toBe(final.id);
    expect(jobOf(await run(['show', '@2', '--json'])).finals).toEqual([final.id]);
  });

  it('pays for another in a pipe with --yes alone, and names those that are there', async () => {
    const { run } = newHome();
    const id = (await run(['draft', 'x', '-w', '-q', '--sandbox'])).stdout.trim();
    const first = (await run(['finalize', id, '-q'])).stdout.trim();
    const refused = await run(['finalize', id, '--json']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(errorOf(refused)).toMatchObject({ code: 'input_required', hint: '--yes' });
    const second = (await run(['finalize', id, '--yes', '-q'])).stdout.trim();
    expect(errorOf(await run(['finalize', id, '--json'])).message).toContain(`${first}, ${second}`);
    expect((await run(['finalize', id, '--dry-run'])).code).toBe(0);
  });

  it('is not held back by a final that was canceled: it was not charged', async () => {
    const { run } = newHome();
    const id = (await run(['draft', 'x', '-w', '-q', '--sandbox'])).stdout.trim();
    await run(['finalize', id], { env: { GENCTL_SANDBOX_SPEED: '1' } });
    expect((await run(['cancel', '@last'], { env: { GENCTL_SANDBOX_SPEED: '1' } })).stdout).toContain(
      'canceled',
    );
    expect((await run(['finalize', id])).code).toBe(0);
  });

  it('asks for nothing but the draft', async () => {
    const { home, run } = newHome();
    await run(['draft', 'x', '--duration', '6', '-w', '-q', '--sandbox']);
    const before = readdirSync(home);
    const { body } = JSON.parse((await run(['finalize', '@last', '--dry-run', '--json'])).stdout);
    const id = (await run(['jobs', '-q'])).stdout.trim();
    expect(body).toEqual({
      model: 'vendor-b/video-2.5',
      input: { content: [{ type: 'draft_task', draft_task: { id } }] },
    });
    expect(readdirSync(home)).toEqual(before);
  });
});
