import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface ShownJob {
  id: string;
  finals: string[] | null;
  request: { input?: Record<string, unknown>; [name: string]: unknown };
}

const jobOf = ({ stdout }: Ended) => JSON.parse(stdout) as ShownJob;

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
});

describe('--pick where nobody can be asked', () => {
  it.each([[[]], [['--events']]])('is told how a final is made without it, with %j', async (more) => {
    const { run } = newHome();
    const refused = await run(['draft', 'a fox', '--takes', '2', '--pick', '--sandbox', ...more]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('→ leave --pick out, then genctl finalize ID');
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });
});
