import { describe, expect, it } from 'vitest';
import { image, priced, submitFox } from './fixtures/priced-home.ts';

const errorOf = ({ stderr }: { stderr: string }) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

describe('a submit over its budgets', () => {
  it('names in words what lifts its budgets, and makes no line of it', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 1.5);
    await set('budget.month', price * 1.25);
    const { stderr } = await run(submitFox());
    expect(stderr).toContain("Today's sandbox budget has $0.015 left, this month's has $0.0075 left");
    expect(stderr).toContain(
      '--over-budget ignores them this once; for good, set a larger budget.day and budget.month',
    );
    expect(stderr).not.toMatch(/genctl (submit|config)/);
    expect(errorOf(await run(submitFox('--json'))).fix).toBeNull();
  });

  it('of its own line says what it would take, and makes no line of it', async () => {
    const { price, run } = await priced();
    const refused = await run(submitFox('--max-cost', String(price / 2), '--json'));
    const { fix, hint } = errorOf(refused);
    expect([refused.code, fix]).toEqual([2, null]);
    expect(hint).toBe(`to send it, set --max-cost to $${price.toFixed(2)} or more`);
  });

  it('has the jobs in flight looked at first, where those alone fill the budget', async () => {
    const { price, run, set } = await priced();
    await set('budget.day', price * 2);
    const slow = { GENCTL_SANDBOX_SPEED: '2' };
    expect((await run(submitFox(), { env: slow })).code).toBe(0);
    const refused = await run(submitFox('--json'), { env: slow });
    expect(errorOf(refused)).toMatchObject({ fix: { argv: ['genctl', 'costs', '--refresh'] } });
    const told = await run(['submit', 'a fox', ...image], { env: slow });
    expect(told.stderr).toContain('→ genctl costs --refresh; jobs in flight may have ended, or cost less');
  });
});
